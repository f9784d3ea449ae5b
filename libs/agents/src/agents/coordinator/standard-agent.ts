import { reactLoop } from '../react-loop.ts';
import { Agent, type LoopAdapter } from './agent.ts';

/** Both adapters with the one loop. Base class of database agents when no other is allowed. */
export abstract class StandardAgent extends Agent {
  static {
    // Assigned, not declared: a subclass's own `static key` overrides nothing.
    Object.assign(this, { key: 'StandardAgent', abstract: true });
  }

  override getPipelineAdapter(): LoopAdapter {
    return reactLoop;
  }

  override getRunAdapter(): LoopAdapter {
    return reactLoop;
  }
}
