import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Principal } from '@roster/agents/contracts';
import { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { principalKey } from '../auth/principal-key.ts';
import type { Config } from '../config/config.ts';
import { RateLimitedError } from '../http/errors/rate-limited-error.ts';
import { LOGGER, type Logger } from '../telemetry/logger.ts';
import { CONFIG } from '../tokens.ts';

/** Chat turns of one principal (RATE_LIMIT_CHAT); a key's end users each have their own count. With Redis the count is shared by all processes, and while Redis is away each counts alone. */
@Injectable()
export class ChatRateLimit implements OnApplicationShutdown {
  private readonly limiter: RateLimiterAbstract;
  private readonly redis: Redis | null;

  constructor(@Inject(CONFIG) { redis, http: { chatRateLimit } }: Config, @Inject(LOGGER) logger: Logger) {
    const options = { points: chatRateLimit.count, duration: chatRateLimit.windowMs / 1_000, keyPrefix: 'roster:chat' };
    const local = new RateLimiterMemory(options);
    this.redis = redis.kind === 'external' ? new Redis(redis.url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 }) : null;
    this.redis?.on('error', (error) => logger.warn({ event: 'rate_limit_redis_failed', err: error }));
    this.limiter = this.redis ? new RateLimiterRedis({ ...options, storeClient: this.redis, insuranceLimiter: local }) : local;
  }

  /** Errors: RateLimitedError. */
  async take(principal: Principal): Promise<void> {
    try {
      await this.limiter.consume(principalKey(principal));
    } catch (error) {
      if (error instanceof RateLimiterRes) throw new RateLimitedError(Math.max(1, Math.ceil(error.msBeforeNext / 1_000)));
      throw error;
    }
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}
