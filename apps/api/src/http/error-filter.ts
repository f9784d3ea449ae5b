import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import { newId } from '@roster/agents/kernel';
import type { Response } from 'express';

import { AuditLog } from '../audit/audit-log.ts';
import { LOGGER, type Logger } from '../telemetry/logger.ts';
import { errorBody, retryAfterSeconds } from './error-body.ts';
import { PermissionDeniedError } from './errors/permission-denied-error.ts';
import type { AppRequest } from './request-context.ts';
import { toAppError } from './to-app-error.ts';

/** The one place where an error becomes an answer. Its `ref` finds the cause in the log. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger, private readonly audit: AuditLog) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<AppRequest>();
    const response = http.getResponse<Response>();
    const error = toAppError(thrown);
    const ref = request.requestId ?? newId();
    const level = error.status >= 500 ? 'error' : 'info';
    this.logger[level]({ event: 'request_failed', ref, code: error.code, status: error.status, method: request.method, route: routeOf(request), ...(error.status >= 500 && { err: thrown }) });
    if (error instanceof PermissionDeniedError && request.caller) this.audit.recordDenial(request.caller, error.operation, routeOf(request));
    if (response.headersSent) {
      response.destroy(); // a broken stream must not look like a finished one
      return;
    }
    const retryAfter = retryAfterSeconds(error);
    if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
    if (error.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    response.status(error.status).json(errorBody(error, ref));
  }
}

/** The route's pattern, never the path: paths hold ids and, by mistake, secrets. */
function routeOf(request: AppRequest): string {
  const route = request.route as { path?: string } | undefined;
  return route?.path ?? 'unmatched';
}
