import { Module } from '@nestjs/common';

import { ApiKeysController } from './api-keys.controller.ts';
import { ApiKeysService } from './api-keys.service.ts';
import { ChangeApiKeys } from './change-api-keys.ts';

@Module({ controllers: [ApiKeysController], providers: [ApiKeysService, ChangeApiKeys] })
export class ApiKeysModule {}
