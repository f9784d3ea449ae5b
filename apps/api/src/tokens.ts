/** Injection tokens of what createApp is given. */
export const CONFIG = Symbol('Config');
export const OVERRIDES = Symbol('Overrides');
export const DATABASE_URL = Symbol('DATABASE_URL');
