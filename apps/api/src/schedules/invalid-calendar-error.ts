import { AppError } from '@roster/agents/kernel';

/** A calendar that cannot be read, never fires or fires too often. */
export class InvalidCalendarError extends AppError {
  readonly code = 'invalid_value';
  readonly status = 422;
  readonly errors: Readonly<Record<string, { code: string; message: string }>>;

  constructor(field: 'cron' | 'timezone' | 'startsAt' | 'endsAt', message: string) {
    super('The schedule has an invalid calendar.');
    this.errors = { [field]: { code: 'invalid_value', message } };
  }
}
