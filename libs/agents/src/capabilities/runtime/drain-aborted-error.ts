/** The process stops and an effect did not reach its step boundary in time. The run is released as it is. */
export class DrainAbortedError extends Error {
  override readonly name = 'DrainAbortedError';
  constructor() {
    super('The process stops.');
  }
}
