import { Module } from '@nestjs/common';
import { HumanRequestsModule } from '../human-requests/human-requests.module.ts';
import { RunsModule } from '../runs/runs.module.ts';
import { ThreadsModule } from '../threads/threads.module.ts';
import { AcceptChat } from './accept-chat.ts';
import { ActiveReply } from './active-reply.ts';
import { AnswerChat } from './answer-chat.ts';
import { ChatController } from './chat.controller.ts';
import { ChatRateLimit } from './chat-rate-limit.ts';
import { ChatStream } from './chat-stream.ts';
import { ContinueChat } from './continue-chat.ts';
import { ResumeChat } from './resume-chat.ts';
import { StartChatTurn } from './start-chat-turn.ts';
import { StopChat } from './stop-chat.ts';
import { WholeReply } from './whole-reply.ts';

@Module({
  imports: [HumanRequestsModule, RunsModule, ThreadsModule],
  controllers: [ChatController],
  providers: [AcceptChat, ActiveReply, AnswerChat, ChatRateLimit, ChatStream, ContinueChat, ResumeChat, StartChatTurn, StopChat, WholeReply],
})
export class ChatModule {}
