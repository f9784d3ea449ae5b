import type { AppAbility } from '@roster/permissions/ability';
import type { Operation } from '@roster/permissions/operations';
import { type SubjectFacts, viewOperation } from '@roster/permissions/subjects';
import { decide } from '@roster/permissions/explain';

import { NotFoundError } from './errors/not-found-error.ts';
import { PermissionDeniedError } from './errors/permission-denied-error.ts';

/** Missing (null) or not viewable: NotFoundError. Viewable but refused: PermissionDeniedError with the operation. */
export function authorize(ability: AppAbility, operation: Operation, facts: SubjectFacts | null): void {
  if (facts === null) throw new NotFoundError();
  if (decide(ability, operation, facts).allowed) return;
  if (!decide(ability, viewOperation[facts.subject], facts).allowed) throw new NotFoundError();
  throw new PermissionDeniedError(operation);
}
