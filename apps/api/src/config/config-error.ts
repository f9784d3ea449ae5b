export interface ConfigIssue {
  variable: string;
  message: string;
}

/** The environment asks for something impossible; the process must not start. Names every bad variable at once, never a value: it may be a secret. */
export class ConfigError extends Error {
  readonly code = 'invalid_config';

  constructor(readonly issues: readonly ConfigIssue[]) {
    super(['The configuration is not valid:', ...issues.map(({ variable, message }) => `  ${variable} ${message}`)].join('\n'));
    this.name = 'ConfigError';
  }
}
