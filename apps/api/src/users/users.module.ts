import { Module } from '@nestjs/common';

import { InviteUser } from './invite-user.ts';
import { UpdateUser } from './update-user.ts';
import { UsersController } from './users.controller.ts';
import { UsersService } from './users.service.ts';

@Module({ controllers: [UsersController], providers: [InviteUser, UpdateUser, UsersService] })
export class UsersModule {}
