import type { AppAbility } from './rule.ts';
import { operationsOn, subjectsOf, type SubjectFacts } from './subjects.ts';
import type { Operation } from './operations.ts';

export interface Decision {
  allowed: boolean;
  /** The rule that decided: `grant:<id>`, `membership:manager`, `role:operator`, `owner`, `class:IsOperator`, `key:agents`, … or `default:deny` when none did. */
  decidedBy: string;
}

/** The one answer to "may this principal do this to that object?": guards, lists, `can` and explain all come from these rules. */
export function decide(ability: AppAbility, operation: Operation, facts: SubjectFacts): Decision {
  const rule = ability.relevantRuleFor(operation, facts);
  return { allowed: rule !== null && !rule.inverted, decidedBy: rule?.reason ?? 'default:deny' };
}

/** Could it be allowed on anything at all? Answers routes and menus that name no object. */
export function decideAnywhere(ability: AppAbility, operation: Operation): Decision {
  const subject = subjectsOf[operation][0];
  const rule = ability.relevantRuleFor(operation, subject);
  return { allowed: rule !== null && !rule.inverted, decidedBy: rule?.reason ?? 'default:deny' };
}

/** What the presenter puts beside a record, so that no client repeats a rule. */
export function allowedOperations(ability: AppAbility, facts: SubjectFacts): Operation[] {
  return operationsOn(facts.subject).filter((operation) => ability.can(operation, facts));
}
