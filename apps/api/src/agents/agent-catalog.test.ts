import { describe, expect, it } from '@jest/globals';
import { StandardAgent } from '@roster/agents/agents';
import { agentConfigSchema } from '@roster/agents/contracts';
import { type AgentFactory, defineTool } from '@roster/agents/kernel';
import { ScriptedModel } from '@roster/agents/testing';
import { z } from 'zod';

import { AgentCatalog } from './agent-catalog.ts';
import { loadAgentModules } from './load-agent-modules.ts';

class Base extends StandardAgent {
  static abstract = true;
}
class Clerk extends Base {
  static key = 'test.Clerk';
  static displayName = 'Clerk';
  static model = 'demo/offline';
}
class Boss extends Base {
  static key = 'test.Boss';
  static agents = [Clerk];
}
const tool = (name: string) => defineTool({ name, description: 'Does it.', risk: 'safe', idempotent: true, input: z.object({}), execute: async () => null });
const factory: AgentFactory = { agentKey: 'test.Batch', agentId: '01980000-0000-7000-8000-00000000000f', displayName: 'Batch', queue: 'default', codeVersion: 1, build: () => Promise.reject(new Error('not built here')) };

const build = (module: object, settings: Partial<{ runtimeBases: string[]; runtimeTools: string[] }> = {}) =>
  AgentCatalog.build([module as Record<string, unknown>], { runtimeBases: [], runtimeTools: [], defaultModel: 'demo/offline', ...settings }, new ScriptedModel().withoutModel('gone/model'));

describe('AgentCatalog', () => {
  it('AC-C1 registers every exported class and its crew, leaves abstract ones out, and takes the same class twice', () => {
    const catalog = build({ Base, Boss, again: Boss, Clerk, unrelated: { a: 1 }, other: 3, nothing: null });
    expect(catalog.registry.list().map(({ agentKey }) => agentKey)).toEqual(['test.Clerk', 'test.Boss']);
    expect(catalog.registry.get('test.Boss')?.agentId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('AC-C1 stops the boot over one key on two classes, a class without key, and two agents of one name', () => {
    class Twin extends StandardAgent { static key = 'test.Clerk'; }
    class Nameless extends StandardAgent {}
    expect(() => build({ Clerk, Twin })).toThrow('The key "test.Clerk" is used by Clerk and Twin.');
    expect(() => build({ Nameless })).toThrow('Nameless has no valid static key.');
    expect(() => build({ Clerk, factory: { ...factory, agentKey: 'test.Clerk' } })).toThrow('Two agents are called "test.Clerk".');
  });

  it('registers exported factories by id and key', () => {
    const catalog = build({ factory });
    expect([catalog.factory('test.Batch'), catalog.factory(factory.agentId)]).toEqual([factory, factory]);
    expect(catalog.listFactories()).toEqual([factory]);
    expect(catalog.isAgentKey('test.Batch')).toBe(true);
  });

  it('allows StandardAgent alone when no base is named, and stops the boot over names that no module exports', () => {
    expect(build({ Clerk }).bases().map(({ id }) => id)).toEqual(['StandardAgent']);
    expect(build({ Clerk }, { runtimeBases: ['test.Clerk'] }).bases().map(({ id, name }) => [id, name])).toEqual([['test.Clerk', 'Clerk']]);
    expect(() => build({ Clerk }, { runtimeBases: ['test.Gone'] })).toThrow('RUNTIME_AGENT_BASES names "test.Gone"');
    expect(build({ a: tool('a'), b: tool('b') }, { runtimeTools: ['b'] }).tools().map(({ id }) => id)).toEqual(['b']);
    expect(() => build({ a: tool('a') }, { runtimeTools: ['c'] })).toThrow('RUNTIME_AGENT_TOOLS names "c"');
    expect(() => build({ a: tool('same'), b: tool('same') })).toThrow('Two tools are exported under the name "same".');
  });

  it('AC-C22 names what content refers to and does not exist', () => {
    const catalog = build({ Clerk, a: tool('a') }, { runtimeTools: ['a'] });
    const issues = catalog.issuesOf(agentConfigSchema.parse({ baseClass: 'test.Clerk', tools: ['a', 'b', 'a'], model: 'gone/model' }));
    expect(issues.map(({ path, code }) => [path, code])).toEqual([['/baseClass', 'unknown_base'], ['/tools/1', 'unknown_tool'], ['/tools/2', 'duplicate_tool'], ['/model', 'unknown_model']]);
  });

  it('S20 takes no name of the language for a class', () => {
    const catalog = build({ Clerk });
    for (const baseClass of ['constructor', '__proto__', 'toString', '../x']) expect(catalog.issuesOf(agentConfigSchema.parse({ baseClass }))).toMatchObject([{ code: 'unknown_base' }]);
    expect(catalog.registry.get('constructor')).toBeNull();
  });
});

it('names a module that cannot be loaded', async () => {
  await expect(loadAgentModules(['./no-such-module.js'], { pool: undefined as never })).rejects.toThrow('The module "./no-such-module.js" of AGENT_MODULES cannot be loaded.');
});
