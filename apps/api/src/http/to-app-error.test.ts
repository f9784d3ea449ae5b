import { describe, expect, it } from '@jest/globals';

import { toAppError } from './to-app-error.ts';

describe('toAppError', () => {
  it.each([
    ['a connection that broke under a query', new Error('Connection terminated unexpectedly')],
    ['a connection that broke before', new Error('Client has encountered a connection error and is not queryable')],
    ['a server that goes down', Object.assign(new Error('terminating connection due to unexpected postmaster exit'), { code: '57P02' })],
    ['a server that is away', Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })],
    ['what TypeORM wraps', { driverError: Object.assign(new Error('x'), { code: '57P01' }) }],
  ])('calls %s storage_unavailable, which may be tried again', (_name, error) => {
    expect(toAppError(error)).toMatchObject({ status: 503, code: 'storage_unavailable' });
  });

  it('calls a pool without a free connection overloaded', () => {
    expect(toAppError(new Error('timeout exceeded when trying to connect'))).toMatchObject({ status: 503, code: 'overloaded' });
  });

  it('tells nothing of an error it does not know', () => {
    expect(toAppError(new Error('secret'))).toMatchObject({ status: 500, code: 'unknown', message: expect.not.stringContaining('secret') });
  });
});
