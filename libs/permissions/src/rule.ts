import type { MongoAbility, MongoQuery, RawRuleOf } from '@casl/ability';
import type { Operation } from './operations.ts';
import type { SubjectFacts, SubjectName } from './subjects.ts';

export type AppAbility = MongoAbility<[Operation, SubjectName | SubjectFacts], MongoQuery>;
export type AppRule = RawRuleOf<AppAbility>;
/** Only equality, `$in` and `$nin`: what rules-to-sql translates. */
export type Conditions = Record<string, string | boolean | null | { $in: readonly string[] } | { $nin: readonly string[] }>;

/** `decidedBy` is what explain answers when this rule decides. */
export function allow(...[operation, subject, conditions, decidedBy]: RuleArguments): AppRule {
  return rule({ operation, subject, conditions, decidedBy, inverted: false });
}

export function deny(...[operation, subject, conditions, decidedBy]: RuleArguments): AppRule {
  return rule({ operation, subject, conditions, decidedBy, inverted: true });
}

type RuleArguments = [operation: Operation | readonly Operation[], subject: SubjectName, conditions: Conditions, decidedBy: string];
interface RuleParts { operation: Operation | readonly Operation[]; subject: SubjectName; conditions: Conditions; decidedBy: string; inverted: boolean }

function rule({ operation, subject, conditions, decidedBy, inverted }: RuleParts): AppRule {
  const action = typeof operation === 'string' ? operation : [...operation];
  const isConditional = Object.keys(conditions).length > 0;
  return { action, subject, inverted, reason: decidedBy, ...(isConditional && { conditions: conditions as MongoQuery }) };
}
