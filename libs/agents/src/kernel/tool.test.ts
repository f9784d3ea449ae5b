import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineTool, InvalidToolInputError, toModelTool } from './tool.ts';

const weather = defineTool({
  name: 'weather',
  description: 'The weather in a city.',
  risk: 'safe',
  idempotent: true,
  input: z.object({ city: z.string().min(1), days: z.int().min(1).default(1) }),
  execute: async ({ city, days }) => `${city}: sun for ${days} day(s)`,
});

describe('defineTool', () => {
  it('shows the model a closed object schema in which defaults are optional', () => {
    expect(toModelTool(weather)).toEqual({
      name: 'weather',
      description: 'The weather in a city.',
      inputSchema: {
        type: 'object',
        properties: { city: { type: 'string', minLength: 1 }, days: expect.objectContaining({ type: 'integer', minimum: 1, default: 1 }) },
        required: ['city'],
        additionalProperties: false,
      },
    });
  });

  it('fills defaults when it parses arguments', () => {
    expect(weather.parse({ city: 'Utrecht' })).toEqual({ city: 'Utrecht', days: 1 });
  });

  it.each([[{ city: '' }, 'city'], [{}, 'city'], [{ city: 'Utrecht', unit: 'C' }, ''], ['Utrecht', '']])('refuses %j and names the field', (input, path) => {
    expect.hasAssertions();
    try {
      weather.parse(input);
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidToolInputError);
      expect((error as InvalidToolInputError).issues[0]!.path).toBe(path);
    }
  });
});
