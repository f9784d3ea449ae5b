import { Module } from '@nestjs/common';

import { GroupsController } from './groups.controller.ts';
import { GroupsService } from './groups.service.ts';
import { SaveGroup } from './save-group.ts';

@Module({ controllers: [GroupsController], providers: [GroupsService, SaveGroup] })
export class GroupsModule {}
