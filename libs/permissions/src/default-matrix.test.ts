import { describe, expect, it } from '@jest/globals';
import { abilityFor, type AbilityFacts } from './ability.ts';
import { agentStandings, type AgentStanding } from './default-matrix.ts';
import { decide } from './explain.ts';
import { Operation } from './operations.ts';
import type { AgentFacts } from './subjects.ts';

const AGENT = '018f0000-0000-7000-8000-00000000000a';
const USER = '018f0000-0000-7000-8000-000000000001';

// The table of coordinator.md section 4, written a second time by hand: columns as there, Y = allowed.
const TABLE: Record<string, Record<AgentStanding, 'Y' | '-'>> = {
  ...rows(['view_agent', 'chat', 'upload_file', 'view_file', 'delete_file'], 'Y Y - Y Y Y'),
  ...rows(['view_instructions', 'pin_revision', 'pause_agent', 'reindex'], '- Y - - Y -'),
  ...rows(['update_agent', 'publish_agent', 'delete_agent', 'manage_agent_access'], '- - - - Y -'),
};

describe('AC-C15 the default matrix of agents', () => {
  const cells = Object.entries(TABLE).flatMap(([operation, row]) => agentStandings.map((standing) => ({ operation: operation as Operation, standing, expected: row[standing] === 'Y' })));

  it.each(cells)('AC-C15 $standing may $operation: $expected', ({ operation, standing, expected }) => {
    expect(decide(abilityFor(principalWith(standing)), operation, agentOf(standing)).allowed).toBe(expected);
  });

  it.each(agentStandings.filter((standing) => !['code:operator', 'database:manager'].includes(standing)))('AC-C15 an inactive agent is invisible to %s', (standing) => {
    expect(decide(abilityFor(principalWith(standing)), Operation.VIEW_AGENT, { ...agentOf(standing), active: false }).allowed).toBe(false);
  });

  it.each(['code:operator', 'database:manager'] as const)('AC-C15 an inactive agent is seen by %s and never chats', (standing) => {
    const ability = abilityFor(principalWith(standing));
    const inactive = { ...agentOf(standing), active: false };
    expect(decide(ability, Operation.VIEW_AGENT, inactive).allowed).toBe(true);
    expect(decide(ability, Operation.CHAT, inactive).allowed).toBe(false);
  });

  it('AC-C15 an administrator may everything, but an inactive agent never chats', () => {
    const ability = abilityFor({ ...person(), role: 'admin' });
    for (const operation of Object.keys(TABLE) as Operation[]) expect(decide(ability, operation, agentOf('database:nonMember')).allowed).toBe(true);
    expect(decide(ability, Operation.CHAT, { ...agentOf('database:nonMember'), active: false }).allowed).toBe(false);
  });

  it.each([['user', false], ['operator', true], ['admin', true]] as const)('AC-C15 %s may create agents: %s', (role, expected) => {
    expect(abilityFor({ ...person(), role }).can(Operation.CREATE_AGENT, 'Agent')).toBe(expected);
  });
});

function rows(operations: readonly string[], cells: string): typeof TABLE {
  const marks = cells.split(' ') as ('Y' | '-')[];
  const row = Object.fromEntries(agentStandings.map((standing, index) => [standing, marks[index]])) as Record<AgentStanding, 'Y' | '-'>;
  return Object.fromEntries(operations.map((operation) => [operation, row]));
}

function person(): AbilityFacts {
  return { principal: { kind: 'user', userId: USER }, role: 'user', userId: USER, groupIds: [], agentMemberships: [], memoryMemberships: [], grants: [], classChains: [] };
}

function principalWith(standing: AgentStanding): AbilityFacts {
  switch (standing) {
    case 'code:user':
    case 'database:nonMember':
    case 'public:nonMember': return person();
    case 'code:operator': return { ...person(), role: 'operator' };
    case 'database:member': return { ...person(), agentMemberships: [{ agentId: AGENT, canManage: false }] };
    case 'database:manager': return { ...person(), agentMemberships: [{ agentId: AGENT, canManage: true }] };
  }
}

function agentOf(standing: AgentStanding): AgentFacts {
  return { subject: 'Agent', agentId: AGENT, kind: standing.startsWith('code') ? 'code' : 'database', isPublic: standing.startsWith('public'), active: true };
}
