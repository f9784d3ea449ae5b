import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Json } from '../../contracts/json.ts';
import type { ModelBlock } from '../../contracts/run-event.ts';
import type { ModelReply } from '../../kernel/model-client.ts';
import { defineTool } from '../../kernel/tool.ts';
import { recoveryGuidance } from './guidance.ts';
import { reviewReply, type ReplyExpectation } from './validated-model.ts';

const search = defineTool({ name: 'search', description: '', risk: 'safe', idempotent: true, input: z.object({ q: z.string() }), execute: async () => null });
const expectation = (extra: Partial<ReplyExpectation> = {}): ReplyExpectation => ({ tools: [search], toolsOff: false, ...extra });
const reply = (blocks: ModelBlock[], extra: Partial<ModelReply> = {}): ModelReply => ({ blocks, finishReason: 'stop', usage: {}, model: 'mock/text', warnings: [], ...extra });
const text = (value: string): ModelBlock => ({ type: 'text', id: 't', text: value });
const call = (toolName: string, input: Json, extra: object = {}): ModelBlock => ({ type: 'tool_call', toolCallId: 'c1', toolName, input, ...extra });

describe('reviewReply', () => {
  it('accepts text as the end and calls as a step', () => {
    expect(reviewReply(reply([text('Hi')]), expectation())).toEqual({ accepted: true, final: true });
    expect(reviewReply(reply([text('Hi'), call('search', { q: 'x' })]), expectation())).toEqual({ accepted: true, final: false });
  });

  it('lets a well-formed name pass that nobody advertised', () => {
    expect(reviewReply(reply([call('unknown_tool', { any: 1 })]), expectation())).toEqual({ accepted: true, final: false });
  });

  it('leaves calls alone that the provider ran itself', () => {
    expect(reviewReply(reply([call('search', 'no object', { providerExecuted: true }), text('Hi')]), expectation())).toEqual({ accepted: true, final: true });
  });

  it.each<[string, ModelReply, Partial<ReplyExpectation>, string, string | null]>([
    ['nothing at all', reply([]), {}, 'empty', 'calls'],
    ['white space', reply([text(' \n')]), {}, 'empty', 'calls'],
    ['only a thought', reply([{ type: 'reasoning', id: 'r', text: 'hm' }]), {}, 'empty', 'calls'],
    ['a withheld answer', reply([], { finishReason: 'content_filter' }), {}, 'content_filtered', null],
    ['a bad name', reply([call('no such.name!', {})]), {}, 'tool_identity', 'calls'],
    ['arguments that are not JSON', reply([call('search', '{"q":')], { invalidInputs: { c1: '{"q":' } }), {}, 'tool_arguments', 'calls'],
    ['arguments that are not JSON, known by the provider id', reply([call('search', '{"q":', { providerCallId: 'p1' })], { invalidInputs: { p1: '{"q":' } }), {}, 'tool_arguments', 'calls'],
    ['arguments that break the schema', reply([call('search', { q: 1 })]), {}, 'tool_arguments', 'calls'],
    ['one bad call among good ones', reply([call('search', { q: 'x' }), call('search', {})]), {}, 'tool_arguments', 'calls'],
    ['unknown fields', reply([call('search', { q: 'x', planted: 'secret' })]), {}, 'tool_arguments', 'calls'],
    ['a call while tools are off', reply([call('search', { q: 'x' })]), { toolsOff: true }, 'tool_choice', 'answer'],
    ['nesting without end', reply([call('search', nested(70))]), {}, 'output_bounds', null],
    ['text where JSON was asked', reply([text('sorry')]), { structured: () => [] }, 'structured_output', 'answer'],
    ['JSON that breaks the schema', reply([text('{}')]), { structured: () => ['"a" is missing.'] }, 'structured_output', 'answer'],
  ])('AC-P15 rejects %s', (_title, given, extra, kind, recoverable) => {
    expect(reviewReply(given, expectation(extra))).toMatchObject({ accepted: false, kind, recoverable });
  });

  it('AC-P15 guides with field errors, never with the rejected values', () => {
    const verdict = reviewReply(reply([call('search', { q: 41_999, planted: 'secret' })]), expectation());
    if (verdict.accepted) throw new Error('must be rejected');
    const guidance = recoveryGuidance(verdict);
    expect(guidance).toContain('search: "q"');
    expect(guidance).not.toMatch(/41999|planted|secret/);
    expect(Buffer.byteLength(recoveryGuidance({ ...verdict, reason: 'ü'.repeat(9000) }))).toBeLessThan(4400);
  });

  it('accepts fenced JSON as structured output', () => {
    expect(reviewReply(reply([text('```json\n{"a":1}\n```')]), expectation({ structured: () => [] }))).toEqual({ accepted: true, final: true });
  });
});

function nested(depth: number): Json {
  return depth === 0 ? 1 : { q: nested(depth - 1) };
}
