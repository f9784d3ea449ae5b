import { Global, Module } from '@nestjs/common';
import { FINAL_MESSAGE } from '../runs/engine-ports.ts';
import { finalReply } from '../runs/final-reply.ts';

/** What the store needs to finish a chat run, in every process that may end one. */
@Global()
@Module({ providers: [{ provide: FINAL_MESSAGE, useValue: finalReply }], exports: [FINAL_MESSAGE] })
export class RepliesModule {}
