import { Module } from '@nestjs/common';
import { RunsModule } from '../runs.module.ts';
import { RunEventsController } from './run-events.controller.ts';
import { RunEventStream } from './run-event-stream.ts';

@Module({ imports: [RunsModule], controllers: [RunEventsController], providers: [RunEventStream] })
export class RunEventsModule {}
