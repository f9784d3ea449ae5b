import { Module } from '@nestjs/common';

import { FireDueSchedules } from './fire-due-schedules.ts';
import { FireGate } from './fire-gate.ts';
import { FireSlot } from './fire-slot.ts';
import { ScheduleClock } from './schedule-clock.ts';
import { ScheduleDoorbell } from './schedule-doorbell.ts';

/** Fires due slots: for processes that take work. */
@Module({ providers: [FireDueSchedules, FireGate, FireSlot, ScheduleClock, ScheduleDoorbell], exports: [FireDueSchedules, FireSlot] })
export class ScheduleClockModule {}
