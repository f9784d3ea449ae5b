import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

import type { Caller } from '../auth/caller.ts';
import { UnauthenticatedError } from './errors/unauthenticated-error.ts';
import type { AppRequest } from './request-context.ts';

/** The whole caller: who, on whose behalf, from where, with which ability. What audit rows are written from. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext) => callerOf(context));
export const CurrentAbility = createParamDecorator((_data: unknown, context: ExecutionContext) => callerOf(context).ability);

/** The If-Match header, for `requireMatch`. */
export const IfMatch = createParamDecorator((_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AppRequest>().headers['if-match']);

function callerOf(context: ExecutionContext): Caller {
  const { caller } = context.switchToHttp().getRequest<AppRequest>();
  if (!caller) throw new UnauthenticatedError();
  return caller;
}
