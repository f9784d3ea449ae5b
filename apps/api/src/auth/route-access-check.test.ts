import 'reflect-metadata';

import { Controller, Get } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from '@jest/globals';

import { Public } from '../http/access.ts';
import { RouteAccessCheck } from './route-access-check.ts';

@Controller('bare')
class BareController {
  @Get()
  bare(): string {
    return 'open';
  }

  @Get('stated') @Public('a test')
  stated(): string {
    return 'open';
  }
}

@Controller('stated') @Public('a test')
class StatedController {
  @Get()
  get(): string {
    return 'open';
  }
}

const start = async (controller: typeof BareController | typeof StatedController) =>
  (await Test.createTestingModule({ imports: [DiscoveryModule], controllers: [controller], providers: [RouteAccessCheck] }).compile()).createNestApplication({ logger: false }).init();

describe('AC-S1 a route without access', () => {
  it('AC-S1 stops the start and is named', async () => {
    await expect(start(BareController)).rejects.toThrow('GET BareController.bare');
  });

  it('AC-S1 is not what a class states for all its routes', async () => {
    await (await start(StatedController)).close();
  });
});
