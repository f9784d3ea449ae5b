import { AppError } from '../../kernel/app-error.ts';

/** An agent's declaration or stored content names something that does not exist or cannot work. Nothing is substituted, nothing dropped. */
export class ConfigurationError extends AppError {
  readonly code = 'configuration_error';
  readonly status = 500;
}

/** A class of the crew or of the modules calls a hook that its base leaves open. */
export class NotImplementedError extends AppError {
  readonly code = 'configuration_error';
  readonly status = 500;
  constructor(readonly className: string, readonly hook: string) {
    super(`${className} does not implement ${hook}.`, 'Extend StandardAgent, or implement the adapter.');
  }
}
