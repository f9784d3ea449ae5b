import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { agentConfigSchema, type AgentConfigInput } from '../../contracts/agent-config.ts';
import { UnknownModelError } from '../../kernel/model-error.ts';
import { defineTool } from '../../kernel/tool.ts';
import { contentHash } from './content-hash.ts';
import { contentIssues, defineRuntimeAgent, runtimeCatalogue } from './runtime-agent.ts';
import { StandardAgent } from './standard-agent.ts';

class Member extends StandardAgent { static key = 'team.Member'; }
class Base extends StandardAgent { static key = 'team.Base'; static model = 'demo/offline'; static modelParams = { temperature: 0.2, topP: 1 }; static instructions = 'Base rules.'; static agents = [Member]; static approvalRequired = ['pay_*']; }
const lookup = defineTool({ name: 'lookup', description: '', risk: 'safe', idempotent: true, input: z.object({}), execute: async () => null });
const catalogue = runtimeCatalogue([Base], { 'shop.lookup': lookup });
const row = { id: '019aacb1-5c00-7000-8000-000000000001', name: 'FAQ', description: 'Answers', hidden: false, workerOnly: false };
const revision = (content: AgentConfigInput, number = 1) => ({ id: `r${number}`, number, content: agentConfigSchema.parse(content), contentHash: contentHash(content) });

describe('defineRuntimeAgent', () => {
  it('lays the revision over the base class and keeps its crew', () => {
    const definition = defineRuntimeAgent(row, revision({ baseClass: 'team.Base', modelParams: { temperature: 1 }, tools: ['shop.lookup'], maxChatSteps: 3, approvalRequired: ['refund'] }), catalogue);
    expect(definition).toMatchObject({ kind: 'runtime', agentId: row.id, agentKey: row.id, revision: { number: 1 } });
    expect(definition.attributes).toMatchObject({ displayName: 'FAQ', model: 'demo/offline', modelParams: { temperature: 1, topP: 1 }, instructions: 'Base rules.', maxChatSteps: 3, maxAgentSteps: 6, approvalRequired: ['pay_*', 'refund'], agents: [Member] });
    expect(definition.revisionTools).toEqual([lookup]);
  });

  it('AC-C23 two revisions affect neither each other nor the class', () => {
    const [one, two] = ['One.', 'Two.'].map((instructions, index) => defineRuntimeAgent(row, revision({ baseClass: 'team.Base', instructions }, index + 1), catalogue));
    expect([one!.attributes.instructions, two!.attributes.instructions, Base.instructions]).toEqual(['One.', 'Two.', 'Base rules.']);
    expect(() => { (one!.attributes as { model: string }).model = 'x'; }).toThrow();
  });

  it.each<[AgentConfigInput, string]>([[{}, 'The base class "StandardAgent" of FAQ is not available.'], [{ baseClass: 'team.Base', tools: ['gone'] }, 'The tool "gone" of FAQ does not exist.']])('AC-C22 %j is a configuration error', (content, message) => {
    expect(() => defineRuntimeAgent(row, revision(content), catalogue)).toThrow(expect.objectContaining({ code: 'configuration_error', message }) as unknown as Error);
  });

  it('AC-C22 refuses stored content of another shape', () => {
    expect(() => defineRuntimeAgent(row, { ...revision({}), content: { surprise: true } }, catalogue)).toThrow('The stored content of FAQ is not valid');
  });

  it('leaves StandardAgent when nothing is allow-listed', () => {
    expect([...runtimeCatalogue([], {}).bases.keys()]).toEqual(['StandardAgent']);
  });

  it('names by path what keeps content from being published', () => {
    const models = { assertAvailable: (model: string) => { throw new UnknownModelError(model); } };
    const content = agentConfigSchema.parse({ baseClass: 'no.Base', model: 'x/y', tools: ['shop.lookup', 'gone', 'shop.lookup'] });
    expect(contentIssues(content, catalogue, models).map(({ path, code }) => `${path} ${code}`)).toEqual(['/baseClass unknown_base', '/tools/1 unknown_tool', '/tools/2 duplicate_tool', '/model unknown_model']);
  });

  it('content refuses unknown keys and bad limits', () => {
    expect(agentConfigSchema.safeParse({ prompt: 'x' }).success).toBe(false);
    expect(agentConfigSchema.safeParse({ toolConcurrency: 33 }).success).toBe(false);
    expect(agentConfigSchema.safeParse({ maxToolCalls: null, maxHistory: null }).success).toBe(true);
  });
});
