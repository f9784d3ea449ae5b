// How the store's payloads travel to the engine's functions: cleaned, as JSON text.
import { newId, storableJson, MAX_JSON_DEPTH, type LedgerEntry, type NewEvent } from '@roster/agents/kernel';

/** Room for the objects and arrays around a payload. */
const ENVELOPE_DEPTH = 6;

export const jsonParameter = (value: unknown): string => JSON.stringify(storableJson(value, MAX_JSON_DEPTH + ENVELOPE_DEPTH));

/** Null when there is nothing, so that the function can skip the work. */
export const optionalList = (items: readonly unknown[] | undefined): string | null => (items && items.length > 0 ? jsonParameter(items) : null);

export const eventRows = (events: readonly NewEvent[] = []): unknown[] =>
  events.map(({ event: { type, ...payload }, stepKey, dedupKey }) => ({ type, payload, stepKey, dedupKey }));

export const ledgerRows = (entries: readonly LedgerEntry[] = []): unknown[] =>
  entries.map((entry) => ({ id: newId(), ...entry }));
