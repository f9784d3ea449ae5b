import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { chatReplySchema, chatRequestSchema, chatStreamQuerySchema, stopChatSchema, stoppedChatSchema, type ChatRequest, type ChatStreamQuery, type StopChat as StopChatRequest, type StoppedChat } from '@roster/agents/contracts';
import { Operation } from '@roster/permissions/operations';
import type { Request, Response } from 'express';
import type { Caller } from '../auth/caller.ts';
import { Requires } from '../http/access.ts';
import { CurrentCaller } from '../http/current.ts';
import { AnswerChat } from './answer-chat.ts';
import { ChatStream, turnHeaders } from './chat-stream.ts';
import type { ChatTurn } from './chat-turn.ts';
import { ResumeChat } from './resume-chat.ts';
import { StopChat } from './stop-chat.ts';
import { WholeReply } from './whole-reply.ts';

@ApiTags('chat')
@Controller('api/chat')
export class ChatController {
  constructor(
    private readonly answerChat: AnswerChat,
    private readonly resumeChat: ResumeChat,
    private readonly stopChat: StopChat,
    private readonly stream: ChatStream,
    private readonly wholeReply: WholeReply,
  ) {}

  /** A UI message stream (AI SDK), or one JSON body with `stream: false`. */
  @Post() @HttpCode(200) @Requires(Operation.CHAT) @ApiResponse({ status: 200, standardSchema: chatReplySchema })
  async answer(@Body({ schema: chatRequestSchema }) request: ChatRequest, @CurrentCaller() caller: Caller, @Req() http: Request, @Res() response: Response, @Headers('idempotency-key') idempotencyKey?: string): Promise<void> {
    const turn = await this.answerChat.run({ request, idempotencyKey }, caller);
    if (idempotencyKey !== undefined && turn.kind === 'replay') response.setHeader('Idempotency-Replayed', 'true');
    if (request.stream) return this.stream.send(response, turn, { caller, ...request });
    await this.sendWhole(turn, request, { http, response });
  }

  /** The reply that streams now, from its first chunk; 204 when there is none or it waits for a person. */
  @Get(':chatId/stream') @Requires(Operation.CHAT) @ApiResponse({ status: 200 }) @ApiResponse({ status: 204 })
  async resume(@Param('chatId') chatId: string, @Query({ schema: chatStreamQuerySchema }) query: ChatStreamQuery, @CurrentCaller() caller: Caller, @Res() response: Response): Promise<void> {
    const turn = await this.resumeChat.run(chatId, caller);
    if (!turn) return void response.status(204).end();
    await this.stream.send(response, turn, { caller, ...query });
  }

  @Post(':chatId/stop') @HttpCode(200) @Requires(Operation.CHAT) @ApiResponse({ status: 200, standardSchema: stoppedChatSchema })
  async stop(@Param('chatId') chatId: string, @Body({ schema: stopChatSchema }) body: StopChatRequest, @CurrentCaller() caller: Caller): Promise<StoppedChat> {
    return this.stopChat.run(chatId, body, caller);
  }

  private async sendWhole(turn: ChatTurn, { clientProtocol }: ChatRequest, { http, response }: { http: Request; response: Response }): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    for (const [name, value] of Object.entries(turnHeaders(turn))) response.setHeader(name, value);
    const reply = await this.wholeReply.wait(turn, { clientProtocol, signal: gone.signal });
    if (!http.destroyed || !response.writableEnded) response.status(reply ? 200 : 202).json(reply ?? { threadId: turn.threadId, runId: turn.runId });
  }
}
