/** The store could not be reached or refused for a reason of its own. No failure of the run: it is released, or its lease expires. */
export class InfrastructureError extends Error {
  override readonly name = 'InfrastructureError';
  constructor(cause: unknown) {
    super('The run store did not answer.', { cause });
  }
}
