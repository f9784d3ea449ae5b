import { describe, expect, it } from '@jest/globals';
import { chatErrorOf } from './chat-error.ts';

describe('what went wrong in a chat', () => {
  it('reads the body of a refusal', () => {
    const body = { code: 'session_busy', message: 'Busy.', retryable: true, ref: 'r1' };
    expect(chatErrorOf(new Error(JSON.stringify(body)))).toMatchObject({ code: 'session_busy', message: 'Busy.', ref: 'r1' });
  });

  it('takes a bare code as the reason an accepted answer ended', () => {
    expect(chatErrorOf(new Error('provider_timeout')).code).toBe('provider_timeout');
  });

  it('takes anything else for a lost connection', () => {
    expect(chatErrorOf(new TypeError('network error')).code).toBe('offline');
  });
});
