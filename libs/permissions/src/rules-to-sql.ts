import { rulesToAST } from '@casl/ability/extra';
import type { AppAbility } from './rule.ts';
import type { Operation } from './operations.ts';
import type { SubjectName } from './subjects.ts';

/** Pieces of a template literal: `strings` is one longer than `values`. The database layer numbers the parameters. */
export interface SqlPieces { readonly strings: readonly string[]; readonly values: readonly unknown[] }

export interface ListRule {
  operation: Operation;
  subject: SubjectName;
  /** Fact name -> SQL expression. Written in code only: a fact without an expression is an error, never "true". */
  fields: Readonly<Record<string, string>>;
}

/** The rows this ability allows the operation on, as a condition. No rule: false. */
export function rulesToSql(ability: AppAbility, { operation, subject, fields }: ListRule): SqlPieces {
  const ast = rulesToAST(ability, operation, subject) as AstNode | null;
  return ast === null ? text('false') : translate(ast, fields);
}

interface AstNode { operator: string; value: unknown; field?: string }

function translate(node: AstNode, fields: ListRule['fields']): SqlPieces {
  switch (node.operator) {
    case 'and': return combine(children(node), fields, { word: ' AND ', empty: 'true' });
    case 'or': return combine(children(node), fields, { word: ' OR ', empty: 'false' });
    // An unknown inside a denial does not deny: coalesce keeps three-valued logic out of NOT.
    case 'not': return wrap('NOT coalesce(', combine(children(node), fields, { word: ' AND ', empty: 'true' }), ', false)');
    case 'eq': return node.value === null ? text(`${column(node, fields)} IS NULL`) : wrap(`${column(node, fields)} = `, parameter(node.value), '');
    case 'in': return wrap(`${column(node, fields)} = ANY(`, parameter(node.value), ')');
    case 'nin': return wrap(`coalesce(${column(node, fields)} <> ALL(`, parameter(node.value), '), true)');
    default: throw new Error(`No SQL for the condition operator "${node.operator}".`);
  }
}

function combine(nodes: readonly AstNode[], fields: ListRule['fields'], { word, empty }: { word: string; empty: string }): SqlPieces {
  if (nodes.length === 0) return text(empty);
  const joined = nodes.map((node) => translate(node, fields)).reduce((left, right) => concat(concat(left, text(word)), right));
  return wrap('(', joined, ')');
}

function column({ field }: AstNode, fields: ListRule['fields']): string {
  const expression = field === undefined ? undefined : fields[field];
  if (expression === undefined) throw new Error(`The list declares no SQL expression for the fact "${field}".`);
  return expression;
}

const children = (node: AstNode): readonly AstNode[] => node.value as AstNode[];
const text = (string: string): SqlPieces => ({ strings: [string], values: [] });
const parameter = (value: unknown): SqlPieces => ({ strings: ['', ''], values: [value] });
const wrap = (before: string, pieces: SqlPieces, after: string): SqlPieces => concat(concat(text(before), pieces), text(after));

function concat(left: SqlPieces, right: SqlPieces): SqlPieces {
  const seam = `${left.strings.at(-1)}${right.strings[0]}`;
  return { strings: [...left.strings.slice(0, -1), seam, ...right.strings.slice(1)], values: [...left.values, ...right.values] };
}
