import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineTool, type EffectTool } from '../../kernel/tool.ts';
import { instantiate, type AgentClass } from './agent.ts';
import { defineCodeAgent, type AgentDefinition } from './agent-definition.ts';
import { configurationHash } from './content-hash.ts';
import { StandardAgent } from './standard-agent.ts';
import { possibleTools, type ToolAssemblyPorts } from './tool-assembly.ts';

const tool = (name: string): EffectTool => defineTool({ name, description: name, risk: 'safe', idempotent: true, input: z.object({}), execute: async () => null });
const logged: string[] = [];
const ports: ToolAssemblyPorts = { access: { can: async () => true }, events: { events: async () => [] }, digestLimit: 6000, maxDelegationDepth: 5, log: (_level, event) => logged.push(event) };
const assemble = (definition: AgentDefinition) =>
  possibleTools({ definition, ports, agent: instantiate(definition.agentClass, definition.attributes) }, { threadId: null, principal: { kind: 'system', name: 'test' } });
const names = async (agentClass: AgentClass, revisionTools: EffectTool[] = []) => (await assemble({ ...defineCodeAgent(agentClass), revisionTools })).map(({ name }) => name);

class Billing extends StandardAgent { static key = 'a.Billing'; static displayName = 'Billing'; }
class OtherBilling extends StandardAgent { static key = 'b.Billing'; static displayName = 'billing!'; }

describe('tool assembly', () => {
  it('AC-C3 takes class tools, then subagents, then those of the revision, arrays flattened, nothing left out silently', async () => {
    class Desk extends StandardAgent { static key = 'a.Desk'; static agents = [Billing]; static tools = [() => [tool('one'), tool('two')], async () => tool('three'), () => null, () => undefined]; }
    expect(await names(Desk, [tool('zeta'), tool('alpha')])).toEqual(['one', 'two', 'three', 'billing', 'zeta', 'alpha']);
  });

  it('AC-C3 makes names valid and refuses two own tools of one name, naming both origins', async () => {
    class Desk extends StandardAgent { static key = 'a.Desk'; static tools = [tool('shop.look up'), tool('x'.repeat(70))]; }
    expect(await names(Desk)).toEqual(['shop_look_up', expect.stringMatching(/^x{55}_[0-9a-f]{8}$/)]);
    await expect(names(Desk, [tool('shop_look_up')])).rejects.toThrow('Two tools are named "shop_look_up" (class, revision).');
  });

  it('AC-C4 a subagent gives way to a taken name with the hex of its id', async () => {
    class Desk extends StandardAgent { static key = 'a.Desk'; static agents = [Billing, OtherBilling]; }
    const [first, second] = await names(Desk);
    expect(first).toBe('billing');
    expect(second).toBe(`billing_${defineCodeAgent(OtherBilling).agentId.slice(0, 6)}`);
  });

  it('AC-C5 skips itself and repeated members of the crew', async () => {
    class Desk extends StandardAgent { static key = 'a.Desk'; static displayName = 'Desk'; static agents: AgentClass[] = []; }
    Desk.agents = [Desk, Billing, Billing];
    expect(await names(Desk)).toEqual(['billing']);
  });

  it('refuses more than 128 tools and a provider that throws, whose words stay in the log', async () => {
    class Crowd extends StandardAgent { static key = 'a.Crowd'; static tools = [() => Array.from({ length: 129 }, (_, index) => tool(`t${index}`))]; }
    await expect(names(Crowd)).rejects.toThrow('at most 128 tools, not 129');
    class Failing extends StandardAgent { static key = 'a.Failing'; static tools = [() => { throw new Error('planted secret'); }]; }
    await expect(names(Failing)).rejects.toThrow('A tool provider of Unnamed Agent failed.');
    expect(logged).toContain('tool_provider_failed');
  });

  it('the configuration hash tells prompt, model, tools and crew apart, and nothing else', async () => {
    class Desk extends StandardAgent { static key = 'a.Desk'; static agents = [Billing]; static tools = [tool('one')]; }
    const definition = defineCodeAgent(Desk);
    const tools = await assemble(definition);
    const base = { definition, codeVersion: '1', model: 'demo/offline', systemPrompt: 'Hi', tools };
    expect(configurationHash(base)).toBe(configurationHash({ ...base, definition: defineCodeAgent(Desk) }));
    const others = [{ ...base, model: 'a/b' }, { ...base, systemPrompt: 'Ho' }, { ...base, tools: [...tools].reverse() }, { ...base, codeVersion: '2' }];
    expect(new Set([base, ...others].map(configurationHash)).size).toBe(5);
  });
});
