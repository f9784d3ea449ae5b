import { Injectable } from '@nestjs/common';

import { PublishRevision } from './publish-revision.ts';
import { RollBack } from './roll-back.ts';
import { UnpublishAgent } from './unpublish-agent.ts';

/** The three commands that change what is live; there is no fourth. */
@Injectable()
export class ChangeLive {
  constructor(readonly publish: PublishRevision, readonly rollBack: RollBack, readonly unpublish: UnpublishAgent) {}
}
