import type { MigrationInterface } from 'typeorm';

/** Every migration, oldest first. Append only: a released one is never edited. */
export const migrations: readonly (new () => MigrationInterface)[] = [];
