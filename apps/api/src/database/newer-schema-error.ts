/** The database was migrated by a later version of the product than this one. */
export class NewerSchemaError extends Error {
  readonly code = 'newer_schema';
  readonly hint = 'Start that later version again, or restore a backup made before the upgrade.';

  constructor(readonly unknownMigrations: readonly string[]) {
    super(`This database has migrations this version does not know: ${unknownMigrations.join(', ')}.`);
    this.name = 'NewerSchemaError';
  }
}
