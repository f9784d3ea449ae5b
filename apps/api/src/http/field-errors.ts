/** Field path of the body -> what is wrong with it. */
export type FieldErrors = Record<string, { code: string; message: string }>;
