import { z } from 'zod';

/** Any value that JSON can hold. Payloads of runs, steps, signals and messages are of this type. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export const jsonSchema: z.ZodType<Json> = z.json() as z.ZodType<Json>;
/** A JSON Schema document (draft 2020-12 subset the providers accept). */
export type JsonSchema = JsonObject;
