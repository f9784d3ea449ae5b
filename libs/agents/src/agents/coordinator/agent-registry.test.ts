import { describe, expect, it } from '@jest/globals';
import { Agent, type AgentClass } from './agent.ts';
import { attributesOf, dedent } from './agent-attributes.ts';
import { AgentRegistry } from './agent-registry.ts';
import { idOf } from './agent-identity.ts';
import { StandardAgent } from './standard-agent.ts';

class HelpDesk extends StandardAgent { static key = 'support.HelpDesk'; }
abstract class Clerk extends StandardAgent { static key = 'support.Clerk'; static abstract = true; static displayName = 'Clerk'; static maxToolCalls = 3; }
class Billing extends Clerk { static override key = 'support.Billing'; }
class Silent extends Agent { static key = 'support.Silent'; }

const registry = (...classes: AgentClass[]): AgentRegistry => {
  const made = new AgentRegistry();
  classes.forEach((agentClass) => made.register(agentClass));
  made.freeze();
  return made;
};

describe('AgentRegistry', () => {
  it('AC-C1 gives a key the same id on every boot', () => {
    expect(idOf(HelpDesk)).toBe('6010b7a9-8b99-5b9b-950f-f2a937fc7924');
    class Pinned extends StandardAgent { static key = 'support.Pinned'; static id = '019aacb1-5c00-7000-8000-000000000001'; }
    expect(registry(Pinned).get('019aacb1-5c00-7000-8000-000000000001')?.agentKey).toBe('support.Pinned');
  });

  it('AC-C1 leaves an abstract class out and takes its subclass, which inherits all but key, id and abstract', () => {
    const made = registry(Clerk, Billing);
    expect(made.list().map(({ agentKey }) => agentKey)).toEqual(['support.Billing']);
    expect(made.get('support.Billing')?.attributes).toMatchObject({ displayName: 'Clerk', maxToolCalls: 3, maxAgentSteps: 6 });
    expect(() => registry(class extends Billing {})).toThrow('no valid static key');
  });

  it('AC-C1 stops boot on a key of two classes, a keyless class, an abstract crew member and a bad limit', () => {
    class Twin extends StandardAgent { static key = 'support.HelpDesk'; }
    expect(() => registry(HelpDesk, Twin)).toThrow('The key "support.HelpDesk" is used by HelpDesk and Twin.');
    expect(() => registry(HelpDesk, HelpDesk)).not.toThrow();
    expect(() => registry(class Nameless extends StandardAgent {})).toThrow('Nameless has no valid static key');
    expect(() => registry(class Lead extends StandardAgent { static key = 'a.Lead'; static agents = [Clerk]; })).toThrow('abstract class Clerk in its crew');
    expect(() => registry(class Wide extends StandardAgent { static key = 'a.Wide'; static toolConcurrency = 33; })).toThrow('1 to 32');
  });

  it('registers the crew, finds by id then key, and is closed after setup', () => {
    class Lead extends StandardAgent { static key = 'support.Lead'; static agents = [Billing, HelpDesk]; }
    const made = registry(Lead);
    expect(made.list()).toHaveLength(3);
    expect(made.get(idOf(Billing))).toBe(made.get('support.Billing'));
    expect(made.get('not-a-uuid')).toBeNull();
    expect(() => made.register(Silent)).toThrow('closed');
    expect(() => new AgentRegistry().get('x')).toThrow('not set up yet');
  });

  it('hides a class without a chat adapter and keeps it to background work; listing calls no adapter', () => {
    expect(registry(Silent).get('support.Silent')?.attributes).toMatchObject({ hidden: true, workerOnly: true });
    expect(registry(HelpDesk).get('support.HelpDesk')?.attributes).toMatchObject({ hidden: false, workerOnly: false });
    expect(() => new (Silent as unknown as new (attributes: object) => Agent)(attributesOf(Silent)).getRunAdapter()).toThrow('Silent does not implement getRunAdapter.');
  });

  it.each([['\n    You help.\n      Be brief.\n  ', 'You help.\n  Be brief.'], ['Plain', 'Plain'], ['First\n    second', 'First\nsecond'], ['  \n ', '']])('dedents %j', (text, expected) => {
    expect(dedent(text)).toBe(expected);
  });

  it('falls back to the default instructions when blank', () => {
    expect(attributesOf(class extends StandardAgent { static key = 'a.b'; static instructions = ' \n '; }).instructions).toBe('You are a helpful assistant.');
  });
});
