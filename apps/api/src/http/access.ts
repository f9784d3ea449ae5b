import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Operation } from '@roster/permissions/operations';

/** What a route asks for. Every route states exactly one; a route with none stops the start. */
export type Access = { kind: 'operation'; operation: Operation } | { kind: 'signedIn' } | { kind: 'public'; reason: string };

export const ACCESS = Symbol('access');

/**
 * The caller needs this operation. Without a path parameter the guard answers 403 at once; with one the object decides:
 * the command or query calls `authorize(ability, operation, facts)`, which answers 404 for what the caller may not see.
 */
export const Requires = (operation: Operation) => declare({ kind: 'operation', operation });

/** Any authenticated caller: one's own things only. */
export const SignedIn = () => declare({ kind: 'signedIn' });

/** Nobody is authenticated here; say why that is right. */
export const Public = (reason: string) => declare({ kind: 'public', reason });

function declare(access: Access) {
  return applyDecorators(SetMetadata(ACCESS, access), ApiExtension('x-access', access));
}
