import { Global, Module } from '@nestjs/common';

import { HealthChecks } from './health-checks.ts';
import { HealthController } from './health.controller.ts';

@Global()
@Module({ controllers: [HealthController], providers: [HealthChecks], exports: [HealthChecks] })
export class SystemModule {}
