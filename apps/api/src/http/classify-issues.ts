import type { z } from 'zod';

import { InvalidRequestError } from './errors/invalid-request-error.ts';
import { InvalidValueError } from './errors/invalid-value-error.ts';
import type { FieldErrors } from './field-errors.ts';

type Issue = z.core.$ZodIssue;
interface Problem { path: string; code: string; message: string; isMalformed: boolean }

const MAX_PROBLEMS = 50;
const MAX_PATH_LENGTH = 200;

/** The rule of 400 and 422: unknown keys and wrong types are malformed, everything else is a value that cannot be accepted. In a query string everything is malformed. */
export function classifyIssues(issues: readonly Issue[], input: unknown, source: 'body' | 'query'): InvalidRequestError | InvalidValueError {
  const problems = issues.flatMap((issue) => problemsOf(issue, input)).slice(0, MAX_PROBLEMS);
  const errors: FieldErrors = Object.fromEntries(problems.map(({ path, code, message }) => [path.slice(0, MAX_PATH_LENGTH), { code, message }]));
  if (source === 'query') return new InvalidRequestError('The query is not understood.', errors);
  return problems.some(({ isMalformed }) => isMalformed) ? new InvalidRequestError('The body does not have the form this route takes.', errors) : new InvalidValueError(errors);
}

function problemsOf(issue: Issue, input: unknown): Problem[] {
  const path = pathOf(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.slice(0, MAX_PROBLEMS).map((key) => ({ path: pathOf([...issue.path, key]), code: 'unknown_field', message: 'This field is not known here.', isMalformed: true }));
    case 'invalid_type':
      return [typeProblem(issue, path, valueAt(input, issue.path))];
    case 'invalid_union':
      return unionProblems(issue, input);
    case 'invalid_value': {
      const isMalformed = !issue.values.some((value) => typeof value === typeof valueAt(input, issue.path));
      return [{ path, code: isMalformed ? 'wrong_type' : 'invalid_value', message: `One of: ${issue.values.map(String).join(', ')}.`, isMalformed }];
    }
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues.flatMap((inner) => problemsOf({ ...inner, path: [...issue.path, ...inner.path] }, input));
    default:
      return [{ path, code: issue.code, message: issue.message, isMalformed: false }];
  }
}

/** A number that is not whole, or too large to be exact, is a wrong value and not a wrong type. */
function typeProblem(issue: z.core.$ZodIssueInvalidType, path: string, value: unknown): Problem {
  if (value === undefined) return { path, code: 'required', message: 'This field is required.', isMalformed: true };
  const isMalformed = !(typeof value === 'number' && ['int', 'number'].includes(issue.expected));
  return { path, code: isMalformed ? 'wrong_type' : 'invalid_value', message: `Expected ${issue.expected}.`, isMalformed };
}

/** The branch that came closest speaks: one that only dislikes values, else the one with the fewest problems. */
function unionProblems(issue: z.core.$ZodIssueInvalidUnion, input: unknown): Problem[] {
  const branches = issue.errors.map((errors) => errors.flatMap((inner) => problemsOf({ ...inner, path: [...issue.path, ...inner.path] }, input)));
  if (branches.length === 0) { // a discriminator nobody has
    const value = valueAt(input, issue.path);
    const isMalformed = typeof value !== 'string';
    return [{ path: pathOf(issue.path), code: isMalformed ? 'wrong_type' : 'invalid_value', message: 'None of the known kinds.', isMalformed }];
  }
  const closest = branches.find((problems) => problems.every(({ isMalformed }) => !isMalformed));
  return closest ?? branches.reduce((best, problems) => (problems.length < best.length ? problems : best));
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value !== null && typeof value === 'object' ? (value as Record<PropertyKey, unknown>)[key] : undefined), input);
}
