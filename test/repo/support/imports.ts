import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import ts from 'typescript';

import { read } from './repository-files.ts';

export interface Import {
  from: string;
  /** As written. */
  specifier: string;
  /** The file of this repository it names, or undefined for a package or a Node module. */
  target: string | undefined;
  isTypeOnly: boolean;
}

const known = new Map<string, Import[]>();

export function importsOf(path: string): Import[] {
  const imports = known.get(path) ?? readImports(path);
  known.set(path, imports);
  return imports;
}

function readImports(path: string): Import[] {
  const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const add = (specifier: ts.Expression | undefined, isTypeOnly: boolean) => {
    if (specifier && ts.isStringLiteralLike(specifier)) found.push({ from: path, specifier: specifier.text, target: resolve(path, specifier.text), isTypeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node));
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isTypeImport({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  if (importClause.isTypeOnly) return true;
  const { namedBindings } = importClause;
  return !importClause.name && !!namedBindings && ts.isNamedImports(namedBindings) && namedBindings.elements.length > 0 && namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

/** The package of a specifier: `@nestjs/common`, `zod`, `node:fs`. */
export function packageOf(specifier: string): string {
  return specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return withExtension(normalize(join(dirname(from), specifier)));
  const [, workspace, subpath] = /^@roster\/(agents|permissions|migrations)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (workspace === 'agents') return withExtension(`libs/agents/src/${subpath}/index.ts`);
  if (workspace === 'permissions') return withExtension(`libs/permissions/src/${subpath}.ts`);
  return workspace === 'migrations' ? 'migrations/index.ts' : undefined;
}

/** The admin is bundled and may leave the extension out. */
function withExtension(path: string): string {
  return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`].find((candidate) => /\.\w+$/.test(candidate) && existsSync(candidate)) ?? path;
}
