import { Module } from '@nestjs/common';

import { ChangeSchedule } from './change-schedule.ts';
import { CreateSchedule } from './create-schedule.ts';
import { DeleteSchedule } from './delete-schedule.ts';
import { FireGate } from './fire-gate.ts';
import { RunSchedule } from './run-schedule.ts';
import { ScheduleDoorbell } from './schedule-doorbell.ts';
import { ScheduleService } from './schedule.service.ts';
import { ScheduleTarget } from './schedule-target.ts';
import { SchedulesController } from './schedules.controller.ts';
import { UpdateSchedule } from './update-schedule.ts';

@Module({
  controllers: [SchedulesController],
  providers: [ChangeSchedule, CreateSchedule, DeleteSchedule, FireGate, RunSchedule, ScheduleDoorbell, ScheduleService, ScheduleTarget, UpdateSchedule],
})
export class SchedulesModule {}
