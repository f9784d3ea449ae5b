import type { AgentClass } from './agent.ts';
import { defineCodeAgent, type AgentDefinition } from './agent-definition.ts';
import { isAbstract, keyOf } from './agent-identity.ts';
import { attributesOf } from './agent-attributes.ts';
import { ConfigurationError } from './configuration-error.ts';

/**
 * The code agents of a process. Filled at boot, then frozen: later registrations and earlier look-ups throw. Invariant: one
 * key and one id name one class.
 */
export class AgentRegistry {
  private readonly byKey = new Map<string, AgentDefinition>();
  private readonly byId = new Map<string, AgentDefinition>();
  private isFrozen = false;

  /** Registers a class and its crew. The same class again is a no-op; an abstract one is skipped. */
  register(agentClass: AgentClass): void {
    if (this.isFrozen) throw new ConfigurationError('The agent registry is closed.', 'Register agents before the application starts.');
    if (isAbstract(agentClass)) return;
    const known = this.byKey.get(keyOf(agentClass));
    if (known?.agentClass === agentClass) return;
    if (known) throw new ConfigurationError(`The key "${known.agentKey}" is used by ${known.agentClass.name} and ${agentClass.name}.`, 'Give each agent class its own static key.');
    this.add(defineCodeAgent(agentClass));
    for (const member of attributesOf(agentClass).agents) this.registerMember(agentClass, member);
  }

  freeze(): void {
    this.isFrozen = true;
  }

  /** By id, then by key. */
  get(idOrKey: string): AgentDefinition | null {
    this.assertReady();
    return this.byId.get(idOrKey) ?? this.byKey.get(idOrKey) ?? null;
  }

  /** By display name, then key. */
  list(): readonly AgentDefinition[] {
    this.assertReady();
    return [...this.byKey.values()].sort((a, b) => a.attributes.displayName.localeCompare(b.attributes.displayName) || a.agentKey.localeCompare(b.agentKey));
  }

  private registerMember(owner: AgentClass, member: AgentClass): void {
    if (isAbstract(member)) throw new ConfigurationError(`${owner.name} has the abstract class ${member.name} in its crew.`);
    this.register(member);
  }

  private add(definition: AgentDefinition): void {
    const taken = this.byId.get(definition.agentId);
    if (taken) throw new ConfigurationError(`${taken.agentClass.name} and ${definition.agentClass.name} have the same id.`);
    this.byKey.set(definition.agentKey, definition);
    this.byId.set(definition.agentId, definition);
  }

  private assertReady(): void {
    if (!this.isFrozen) throw new ConfigurationError('The agent registry is not set up yet.');
  }
}
