/** Another product process lives on this data folder. */
export class DataFolderInUseError extends Error {
  readonly code = 'data_folder_in_use';
  readonly hint = 'Stop that process first, choose another DATA_DIR, or run several processes on one external PostgreSQL with DATABASE_URL.';

  constructor(
    readonly dataDir: string,
    readonly ownerPid: number,
  ) {
    super(`The data folder ${dataDir} is in use by process ${ownerPid}.`);
    this.name = 'DataFolderInUseError';
  }
}
