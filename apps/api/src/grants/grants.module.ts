import { Module } from '@nestjs/common';

import { ChangeGrants } from './change-grants.ts';
import { GrantsController } from './grants.controller.ts';
import { GrantsService } from './grants.service.ts';

@Module({ controllers: [GrantsController], providers: [ChangeGrants, GrantsService] })
export class GrantsModule {}
