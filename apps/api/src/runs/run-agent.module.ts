import { Global, Module } from '@nestjs/common';

import { RunAgent } from './run-agent.ts';

/** Starting headless runs, in every process. */
@Global()
@Module({ providers: [RunAgent], exports: [RunAgent] })
export class RunAgentModule {}
