import { Injectable } from '@nestjs/common';

import { CreateSchedule } from './create-schedule.ts';
import { DeleteSchedule } from './delete-schedule.ts';
import { RunSchedule } from './run-schedule.ts';
import { UpdateSchedule } from './update-schedule.ts';

/** The commands of people; slots fire on their own. */
@Injectable()
export class ChangeSchedule {
  constructor(readonly create: CreateSchedule, readonly update: UpdateSchedule, readonly remove: DeleteSchedule, readonly runNow: RunSchedule) {}
}
