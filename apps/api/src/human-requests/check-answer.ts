import type { HumanRequestKind, Json, JsonObject } from '@roster/agents/contracts';
import { Ajv } from 'ajv';
import type { FieldErrors } from '../http/field-errors.ts';
import { InvalidValueError } from '../http/errors/invalid-value-error.ts';

const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });

interface Question { id: string; options?: { id: string }[]; allowMultiple?: boolean }

/** What only the card can tell: changed arguments must fit the tool's schema, options must exist, all external results must be there. */
export function checkAnswer(kind: HumanRequestKind, { card, answer }: { card: Json; answer: Json }): void {
  const asked = card as JsonObject;
  const given = answer as JsonObject;
  const errors = kind === 'confirmation' ? argumentErrors(asked, given) : kind === 'questions' ? optionErrors(asked, given) : kind === 'external_tools' ? resultErrors(asked, given) : {};
  if (Object.keys(errors).length > 0) throw new InvalidValueError(errors);
}

function argumentErrors({ schema }: JsonObject, { arguments: changed, approved }: JsonObject): FieldErrors {
  if (changed === undefined) return {};
  if (approved !== true) return { arguments: { code: 'not_approved', message: 'Only an approved call can have other arguments.' } };
  const validate = ajv.compile((schema ?? true) as JsonObject);
  if (validate(changed)) return {};
  return Object.fromEntries(validate.errors!.map(({ instancePath, keyword, message, params }) => {
    const property = (params as { missingProperty?: string; additionalProperty?: string });
    const path = [...instancePath.split('/').slice(1), ...[property.missingProperty ?? property.additionalProperty ?? []].flat()].join('.');
    return [`arguments${path === '' ? '' : `.${path}`}`, { code: keyword, message: message ?? 'This value does not fit the tool.' }];
  }));
}

function optionErrors({ questions }: JsonObject, { answers }: JsonObject): FieldErrors {
  if (answers === undefined) return {};
  const asked = questions as unknown as Question[];
  const given = answers as Record<string, string[]>;
  const unknown = Object.keys(given).filter((id) => !asked.some((question) => question.id === id)).map((id) => [`answers.${id}`, { code: 'unknown_question', message: 'This question was not asked.' }] as const);
  return Object.fromEntries([...unknown, ...asked.flatMap((question) => questionError(question, given[question.id]))]);
}

function questionError({ id, options, allowMultiple }: Question, chosen: string[] | undefined): (readonly [string, FieldErrors[string]])[] {
  const problem = !chosen || chosen.length === 0 ? 'required' : chosen.length > 1 && !allowMultiple ? 'one_only' : chosen.some((option) => !options?.some((known) => known.id === option)) ? 'unknown_option' : null;
  return problem === null ? [] : [[`answers.${id}`, { code: problem, message: { required: 'This question is not answered.', one_only: 'Choose one option.', unknown_option: 'This option was not offered.' }[problem] }]];
}

function resultErrors({ items }: JsonObject, { results }: JsonObject): FieldErrors {
  const wanted = (items as { toolCallId: string }[]).map(({ toolCallId }) => toolCallId);
  const given = (results as { toolCallId: string }[]).map(({ toolCallId }) => toolCallId);
  const isComplete = wanted.length === given.length && wanted.every((id) => given.includes(id));
  return isComplete ? {} : { results: { code: 'incomplete', message: `Exactly one result for each of: ${wanted.join(', ')}.` } };
}
