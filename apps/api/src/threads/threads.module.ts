import { Module } from '@nestjs/common';
import { CreateThread } from './create-thread.ts';
import { DeleteThread } from './delete-thread.ts';
import { SessionEventsController } from './session-events.controller.ts';
import { SessionEventStream } from './session-event-stream.ts';
import { ReplyService } from './reply.service.ts';
import { ThreadHistoryPage } from './thread-history-page.ts';
import { ThreadMessages } from './thread-messages.ts';
import { ThreadService } from './thread.service.ts';
import { ThreadsController } from './threads.controller.ts';
import { ThreadWatch } from './thread-watch.ts';
import { UpdateThread } from './update-thread.ts';

@Module({
  controllers: [SessionEventsController, ThreadsController],
  providers: [CreateThread, DeleteThread, ReplyService, SessionEventStream, ThreadHistoryPage, ThreadMessages, ThreadService, ThreadWatch, UpdateThread],
  exports: [ReplyService, ThreadMessages, ThreadService, ThreadWatch],
})
export class ThreadsModule {}
