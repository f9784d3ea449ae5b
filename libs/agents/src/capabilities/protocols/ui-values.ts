import type { Json, JsonObject } from '../../contracts/json.ts';
import type { Attribution } from '../../contracts/message-part.ts';

const isObject = (value: Json): value is JsonObject => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Clients expect objects as input and output: anything else is wrapped. */
export const uiInput = (input: Json): JsonObject => (isObject(input) ? input : { input });
export const uiOutput = (output: Json): JsonObject => (isObject(output) ? output : { result: output });

/** `providerMetadata` of a call made by, or handed to, a subagent. */
export const uiMark = (attribution: Attribution): { sdk: JsonObject } => ({ sdk: { ...attribution } });

/** `providerMetadata` of a cited source. */
export const uiCitation = (index: number): { citation: JsonObject } => ({ citation: { index } });
