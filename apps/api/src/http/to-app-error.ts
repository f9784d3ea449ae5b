import { HttpException } from '@nestjs/common';
import { AppError } from '@roster/agents/kernel';

import { ConflictError } from './errors/conflict-error.ts';
import { InvalidRequestError } from './errors/invalid-request-error.ts';
import { InvalidValueError } from './errors/invalid-value-error.ts';
import { NotFoundError } from './errors/not-found-error.ts';
import { OverloadedError } from './errors/overloaded-error.ts';
import { PayloadTooLargeError } from './errors/payload-too-large-error.ts';
import { StorageUnavailableError } from './errors/storage-unavailable-error.ts';
import { UnknownError } from './errors/unknown-error.ts';

/** Everything that can be thrown, as the error the caller sees. Text of foreign exceptions never gets out. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HttpException) return fromStatus(error.getStatus());
  if (isObject(error) && typeof error.code === 'string') {
    const known = fromDatabase(error.code);
    if (known) return known;
  }
  if (error instanceof Error && error.message === NO_FREE_CONNECTION) return new OverloadedError();
  if (error instanceof Error && BROKEN_CONNECTION.test(error.message)) return new StorageUnavailableError();
  if (isObject(error) && isObject(error.driverError)) return toAppError(error.driverError); // TypeORM wraps what pg threw
  if (isObject(error) && error.name === 'URIError') return new NotFoundError(); // a path that cannot be decoded
  if (isObject(error) && typeof error.type === 'string' && typeof error.status === 'number') return fromStatus(error.status); // the body parser
  return new UnknownError();
}

/** What pg says about a connection that broke under a query: errors without a code. */
const BROKEN_CONNECTION = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;
/** What its pool says when all connections stayed in use. */
const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect';

function fromStatus(status: number): AppError {
  if (status === 404) return new NotFoundError();
  if (status === 413) return new PayloadTooLargeError();
  if (status >= 400 && status < 500) return new InvalidRequestError('The request is not readable: it needs a body of well-formed, uncompressed UTF-8 JSON.');
  return new UnknownError();
}

/** By SQL state; see security.md section 5.7 for those that hostile text provokes. */
function fromDatabase(code: string): AppError | undefined {
  if (code === '53300') return new OverloadedError();
  if (/^(08|53|57P)/.test(code) || ['40001', '40P01', '55P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code)) return new StorageUnavailableError();
  if (code === '23505') return new ConflictError('Something with the same name or key exists already.');
  if (code === '23503') return new ConflictError('Something this refers to, or that refers to this, stands in the way.');
  if (/^(22|2351|23502)/.test(code)) return new InvalidValueError();
  if (code.startsWith('54')) return new PayloadTooLargeError();
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
