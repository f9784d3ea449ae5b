import { Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller.ts';
import { RevocationWatch } from '../auth/revocation-watch.ts';
import { ThreadService } from './thread.service.ts';

/** Tells an open stream when its reader may not see the thread any more. */
@Injectable()
export class ThreadWatch {
  constructor(private readonly threads: ThreadService, private readonly revocations: RevocationWatch) {}

  /** Calls `onRevoked` within a second. Returns the function that ends the watch. */
  watch(caller: Caller, threadId: string, onRevoked: () => void): () => void {
    return this.revocations.watch(caller, {
      stillAllowed: async (ability) => {
        const thread = await this.threads.byId(threadId);
        return thread !== null && this.threads.canSee(ability, thread);
      },
      onRevoked,
    });
  }
}
