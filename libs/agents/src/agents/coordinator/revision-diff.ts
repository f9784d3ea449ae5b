import { diffArrays, structuredPatch } from 'diff';
import type { AgentConfigInput } from '../../contracts/agent-config.ts';
import type { Json, JsonObject } from '../../contracts/json.ts';
import type { DiffHunk, RevisionChange, RevisionDiff } from '../../contracts/revision.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { significantContent } from './content-hash.ts';

/**
 * What changed between two contents: exactly the changed paths, in canonical order. Pure. Compares what the content hash
 * covers, so an equal hash, `identical` and no changes always mean the same.
 */
export function revisionDiff(from: AgentConfigInput, to: AgentConfigInput): RevisionDiff {
  const changes = compareObjects('', significantContent(from), significantContent(to));
  return { identical: changes.length === 0, changes };
}

function compareObjects(path: string, before: JsonObject, after: JsonObject): RevisionChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key) => compare(`${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, before[key], after[key]));
}

function compare(path: string, before: Json | undefined, after: Json | undefined): RevisionChange[] {
  if (before === undefined || after === undefined) return oneSided(path, before, after);
  if (canonicalJson(before) === canonicalJson(after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return compareLists(path, before, after);
  if (isObject(before) && isObject(after)) return compareObjects(path, before, after);
  return [{ path, kind: 'changed', before, after, ...hunksOf(before, after) }];
}

/** A list or object that appears or goes is listed by its members, so that each line of a dialog is one setting. */
function oneSided(path: string, before: Json | undefined, after: Json | undefined): RevisionChange[] {
  const value = before ?? after ?? null;
  if (Array.isArray(value) && value.length > 0) return compareLists(path, before === undefined ? [] : value, after === undefined ? [] : value);
  if (isObject(value) && Object.keys(value).length > 0) return compareObjects(path, before === undefined ? {} : value, after === undefined ? {} : value);
  return [after === undefined ? { path, kind: 'removed', before: value } : { path, kind: 'added', after: value }];
}

interface Slot { index: number; id: string; value: Json }

/** Elements that kept their relative order are unchanged; of the rest, one found on both sides has moved. */
function compareLists(path: string, before: readonly Json[], after: readonly Json[]): RevisionChange[] {
  const { removed, added } = unmatched(slots(before), slots(after));
  const changes: (RevisionChange & { at: number })[] = [];
  for (const slot of added) {
    const from = removed.findIndex(({ id }) => id === slot.id);
    const target = `${path}/${slot.index}`;
    if (from === -1) changes.push({ path: target, kind: 'added', after: slot.value, at: slot.index });
    else changes.push({ path: target, kind: 'moved', before: `${path}/${removed.splice(from, 1)[0]!.index}`, after: target, at: slot.index });
  }
  changes.push(...removed.map(({ index, value }) => ({ path: `${path}/${index}`, kind: 'removed' as const, before: value, at: index })));
  return changes.sort((a, b) => a.at - b.at || a.kind.localeCompare(b.kind)).map(({ at: _at, ...change }) => change);
}

const slots = (values: readonly Json[]): Slot[] => values.map((value, index) => ({ index, value, id: canonicalJson(value) }));

function unmatched(before: readonly Slot[], after: readonly Slot[]): { removed: Slot[]; added: Slot[] } {
  const removed: Slot[] = [];
  const added: Slot[] = [];
  for (const part of diffArrays([...before], [...after], { comparator: (a, b) => a.id === b.id })) {
    if (part.removed) removed.push(...part.value);
    else if (part.added) added.push(...part.value);
  }
  return { removed, added };
}

/** Line hunks with three lines of context, for texts of several lines. */
function hunksOf(before: Json, after: Json): { hunks?: DiffHunk[] } {
  if (typeof before !== 'string' || typeof after !== 'string' || !(before.includes('\n') || after.includes('\n'))) return {};
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 3 });
  return { hunks: hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({ beforeStart: oldStart, beforeLines: oldLines, afterStart: newStart, afterLines: newLines, lines: lines.filter(isContent) })) };
}

/** Without the note about a missing last line break. */
const isContent = (line: string): boolean => !line.startsWith('\\');

const isObject = (value: Json): value is JsonObject => value !== null && typeof value === 'object' && !Array.isArray(value);
