import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { LiveHub } from '@roster/agents/kernel';

import { LIVE_HUB } from '../runs/engine-ports.ts';
import { RedisLiveHub } from '../runs/live/redis-live-hub.ts';
import { HealthChecks } from './health-checks.ts';

/** Without Redis everything goes on by polling: readers elsewhere and cancels are a second slower. */
@Injectable()
export class LiveCheck implements OnModuleInit {
  constructor(private readonly checks: HealthChecks, @Inject(LIVE_HUB) private readonly hub: LiveHub) {}

  onModuleInit(): void {
    const { hub } = this;
    if (hub instanceof RedisLiveHub) this.checks.register('redis', async () => (hub.isConnected ? null : 'is not connected'), 'degraded');
  }
}
