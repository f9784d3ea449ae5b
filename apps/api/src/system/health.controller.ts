import { Controller, Get, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';

import { Public } from '../http/access.ts';
import { HealthChecks } from './health-checks.ts';

const healthSchema = z.strictObject({ status: z.enum(['ok', 'degraded', 'broken']) });
type Health = z.infer<typeof healthSchema>;

@ApiTags('system')
@Controller('api/health')
export class HealthController {
  constructor(private readonly checks: HealthChecks) {}

  /** Does the process answer at all? */
  @Get() @Public('load balancers have no credentials, and it says nothing but ok') @ApiResponse({ status: 200, standardSchema: healthSchema })
  live(): Health {
    return { status: 'ok' };
  }

  /** May it be sent work? `degraded` may: it only lacks something it can do without. What is wrong stands in the system page, not here. */
  @Get('ready') @Public('load balancers have no credentials, and it says one word') @ApiResponse({ status: 200, standardSchema: healthSchema }) @ApiResponse({ status: 503, standardSchema: healthSchema })
  async ready(@Res({ passthrough: true }) response: Response): Promise<Health> {
    const problems = await this.checks.problems();
    if (!problems.some(({ severity }) => severity === 'broken')) return { status: problems.length === 0 ? 'ok' : 'degraded' };
    response.status(503).setHeader('Retry-After', '1');
    return { status: 'broken' };
  }
}
