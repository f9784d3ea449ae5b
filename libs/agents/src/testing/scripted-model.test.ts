import { describe, expect, it } from '@jest/globals';
import { userText } from '../kernel/chat-message.ts';
import type { ModelDelta, ModelRequest } from '../kernel/model-client.ts';
import { ModelError } from '../kernel/model-error.ts';
import { ScriptedModel } from './scripted-model.ts';
import { callTool, callTools, callToolWithText, fail, hang, say, think } from './scripted-step.ts';

const asking = (system = 'You help.'): ModelRequest => ({ model: 'mock/text', messages: [{ role: 'system', content: system }, userText('Weather?')] });
const signal = () => new AbortController().signal;

describe('ScriptedModel', () => {
  it('streams text in several deltas that add up to the block', async () => {
    const deltas: ModelDelta[] = [];
    const model = new ScriptedModel([say('It rains  in Utrecht. ')]);
    const reply = await model.generate(asking(), { signal: signal(), onDelta: (delta) => deltas.push(delta) });
    expect(reply.blocks).toEqual([{ type: 'text', id: 'scripted-main-1-0', text: 'It rains  in Utrecht. ' }]);
    expect(deltas.length).toBeGreaterThan(2);
    expect(deltas.map((delta) => ('delta' in delta ? delta.delta : '')).join('')).toBe('It rains  in Utrecht. ');
    expect(deltas.every((delta) => delta.blockId === 'scripted-main-1-0')).toBe(true);
    expect(reply.finishReason).toBe('stop');
  });

  it('gives calls, thoughts and broken arguments in order', async () => {
    const model = new ScriptedModel([think('hm', say('Looking.', callTool('search', { q: 1 }))), callTools([{ name: 'a' }, { name: 'b' }]), callToolWithText('a', '{"x":')]);
    const first = await model.generate(asking(), { signal: signal() });
    expect(first.blocks.map((block) => block.type)).toEqual(['reasoning', 'text', 'tool_call']);
    expect(first.finishReason).toBe('tool_calls');
    const second = await model.generate(asking(), { signal: signal() });
    expect(new Set(second.blocks.map((block) => (block.type === 'tool_call' ? block.toolCallId : ''))).size).toBe(2);
    const third = await model.generate(asking(), { signal: signal() });
    expect(Object.values(third.invalidInputs ?? {})).toEqual(['{"x":']);
    model.assertFinished();
  });

  it('fails on one call too many, also when the caller swallows it', async () => {
    const model = new ScriptedModel([say('once')]);
    await model.generate(asking(), { signal: signal() });
    await expect(model.generate(asking(), { signal: signal() })).rejects.toThrow('One model call too many');
    expect(() => model.assertFinished()).toThrow('no reply number 2');
  });

  it('fails on one call too few', () => {
    expect(() => new ScriptedModel([say('never')]).assertFinished()).toThrow('0 of 1 replies');
  });

  it('gives parent and child their own scripts', async () => {
    const model = new ScriptedModel([say('parent')]).when('billing clerk', [say('child')]).always(/digest/, say('again'));
    const texts: string[] = [];
    for (const system of ['You are a billing clerk', 'You coordinate', 'a digest', 'a digest']) {
      const reply = await model.generate(asking(system), { signal: signal() });
      texts.push(reply.blocks[0]?.type === 'text' ? reply.blocks[0].text : '');
    }
    expect(texts).toEqual(['child', 'parent', 'again', 'again']);
    model.assertFinished();
    expect(model.requests).toHaveLength(4);
  });

  it('computes a step from the request', async () => {
    const model = new ScriptedModel([(request) => say(`${request.messages.length} messages`)]);
    expect((await model.generate(asking(), { signal: signal() })).blocks[0]).toMatchObject({ text: '2 messages' });
  });

  it('throws what the script says after showing a part, and the abort reason when aborted', async () => {
    const shown: string[] = [];
    const onDelta = (delta: ModelDelta) => shown.push('delta' in delta ? delta.delta : '');
    const model = new ScriptedModel([fail(new ModelError('stream_broken', 'cut'), 'half an'), hang('and')]);
    await expect(model.generate(asking(), { signal: signal(), onDelta })).rejects.toMatchObject({ code: 'stream_broken' });
    expect(shown.join('')).toBe('half an');
    const abort = new AbortController();
    const pending = model.generate(asking(), { signal: abort.signal });
    abort.abort(new Error('stopped'));
    await expect(pending).rejects.toThrow('stopped');
  });
});
