import { Global, Module } from '@nestjs/common';

import { HealthChecks } from './health-checks.ts';
import { HealthController } from './health.controller.ts';
import { LiveCheck } from './live-check.ts';

@Global()
@Module({ controllers: [HealthController], providers: [HealthChecks, LiveCheck], exports: [HealthChecks] })
export class SystemModule {}
