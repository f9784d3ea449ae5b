import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@roster/agents/kernel';
import { abilityFor, type AbilityFacts, type Grant } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import { rulesToSql } from '@roster/permissions/rules-to-sql';
import type { AgentFacts } from '@roster/permissions/subjects';
import fc from 'fast-check';

import { sql, sqlCondition } from '../../apps/api/src/database/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

const agentIds = [newId(), newId(), newId(), newId()];
const USER = newId();

describe('AC-C15 lists in SQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.pool().query('CREATE TABLE facts ("agentId" uuid, kind text, "isPublic" boolean, active boolean)');
    for (const facts of everyAgent()) await database.pool().query(sql`INSERT INTO facts VALUES (${facts.agentId}, ${facts.kind}, ${facts.isPublic}, ${facts.active})`);
  });
  afterAll(() => database.drop());

  it('AC-C15 hold exactly the rows that a direct question allows, for any rights', async () => {
    await fc.assert(fc.asyncProperty(rights(), fc.constantFrom(Operation.VIEW_AGENT, Operation.CHAT, Operation.UPDATE_AGENT, Operation.VIEW_INSTRUCTIONS), async (facts, operation) => {
      const ability = abilityFor(facts);
      const fields = { agentId: '"agentId"', kind: 'kind', isPublic: '"isPublic"', active: 'active' };
      const { rows } = await database.pool().query<Omit<AgentFacts, 'subject'>>(sql`SELECT * FROM facts WHERE ${sqlCondition(rulesToSql(ability, { operation, subject: 'Agent', fields }))}`);
      const listed = rows.map((row) => JSON.stringify({ subject: 'Agent', ...row })).sort();
      expect(listed).toEqual(everyAgent().filter((agent) => ability.can(operation, agent)).map((agent) => JSON.stringify(agent)).sort());
    }), { numRuns: 200 });
  });

  it('refuses a fact the list gives no column for, instead of letting everything through', () => {
    const ability = abilityFor({ principal: { kind: 'user', userId: USER }, role: 'user', userId: USER, groupIds: [], agentMemberships: [], memoryMemberships: [], grants: [], classChains: [] });
    expect(() => rulesToSql(ability, { operation: Operation.CHAT, subject: 'Agent', fields: {} })).toThrow('no SQL expression');
  });
});

function everyAgent(): AgentFacts[] {
  return agentIds.flatMap((agentId) => (['code', 'database'] as const).flatMap((kind) => [true, false].flatMap((isPublic) => [true, false].map((active): AgentFacts => ({ subject: 'Agent', agentId, kind, isPublic, active })))));
}

function rights(): fc.Arbitrary<AbilityFacts> {
  const agentId = fc.constantFrom(...agentIds);
  const grant = fc.record({
    grantId: fc.uuid(), subjectKind: fc.constantFrom('user', 'group', 'api_key'), operation: fc.constantFrom(Operation.VIEW_AGENT, Operation.CHAT, Operation.UPDATE_AGENT),
    effect: fc.constantFrom('allow', 'deny'), agentId: fc.option(agentId),
  }) as fc.Arbitrary<Grant>;
  const keyScope = fc.record({ operations: fc.subarray([Operation.VIEW_AGENT, Operation.CHAT]), agentIds: fc.oneof(fc.constant('all' as const), fc.subarray(agentIds)) });
  return fc.record({
    role: fc.constantFrom('user' as const, 'operator' as const, 'admin' as const),
    agentMemberships: fc.array(fc.record({ agentId, canManage: fc.boolean() }), { maxLength: 3 }),
    grants: fc.array(grant, { maxLength: 4 }),
    keyScope: fc.option(keyScope, { nil: undefined }),
  }).map(({ keyScope: scope, ...rest }): AbilityFacts => ({
    ...rest, userId: USER, groupIds: [], memoryMemberships: [], classChains: [],
    ...(scope ? { principal: { kind: 'apiKey', apiKeyId: USER }, keyScope: scope } : { principal: { kind: 'user', userId: USER } }),
  }));
}
