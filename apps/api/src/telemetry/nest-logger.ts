import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Nest's own messages, at levels of ours: its start-up chatter is debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown): void {
    this.logger.debug({ event: 'framework_noted', message: String(message) });
  }

  warn(message: unknown): void {
    this.logger.warn({ event: 'framework_warned', message: String(message) });
  }

  error(message: unknown, ...details: unknown[]): void {
    this.logger.error({ event: 'framework_failed', message: String(message), details: details.map(String) });
  }

  debug(message: unknown): void {
    this.logger.trace({ event: 'framework_noted', message: String(message) });
  }
}
