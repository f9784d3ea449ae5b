// How the store's payloads travel to the engine's functions: cleaned, as JSON text.
import { newId, storableBounds, storableJson, type LedgerEntry, type NewEvent } from '@roster/agents/kernel';

/** Room for the objects and arrays around payloads, of which one commit has several. */
const BOUNDS = { depth: storableBounds.depth + 6, values: Infinity };

export const jsonParameter = (value: unknown): string => JSON.stringify(storableJson(value, BOUNDS));

/** Null when there is nothing, so that the function can skip the work. */
export const optionalList = (items: readonly unknown[] | undefined): string | null => (items && items.length > 0 ? jsonParameter(items) : null);

export const eventRows = (events: readonly NewEvent[] = []): unknown[] =>
  events.map(({ event: { type, ...payload }, stepKey, dedupKey }) => ({ type, payload, stepKey, dedupKey }));

export const ledgerRows = (entries: readonly LedgerEntry[] = []): unknown[] =>
  entries.map((entry) => ({ id: newId(), ...entry }));
