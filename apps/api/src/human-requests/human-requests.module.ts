import { Module } from '@nestjs/common';
import { AnswerHumanRequest } from './answer-human-request.ts';
import { HumanRequestService } from './human-request.service.ts';
import { HumanRequestsController } from './human-requests.controller.ts';

@Module({ controllers: [HumanRequestsController], providers: [HumanRequestService, AnswerHumanRequest], exports: [AnswerHumanRequest, HumanRequestService] })
export class HumanRequestsModule {}
