import { Inject, Injectable } from '@nestjs/common';
import { newId } from '@roster/agents/kernel';
import pg from 'pg';

import { AuditLog } from '../audit/audit-log.ts';
import type { Caller } from '../auth/caller.ts';
import { inTransaction } from '../database/transaction.ts';
import { sql } from '../database/sql.ts';
import { ConflictError } from '../http/errors/conflict-error.ts';
import { InvalidValueError } from '../http/errors/invalid-value-error.ts';
import { GroupsService } from './groups.service.ts';
import type { GroupRow } from './present-group.ts';

export interface GroupFields { name: string; description: string; memberIds: string[] }

/** Creates, changes and deletes groups. A member's rights change in the same transaction. */
@Injectable()
export class SaveGroup {
  constructor(@Inject(pg.Pool) private readonly pool: pg.Pool, private readonly groups: GroupsService, private readonly audit: AuditLog) {}

  /** Errors: ConflictError (name taken), InvalidValueError (unknown member). */
  create(fields: GroupFields, caller: Caller): Promise<GroupRow> {
    return inTransaction(this.pool, async (client) => {
      const groupId = newId();
      const inserted = await client.query(sql`INSERT INTO groups (id, name, description) VALUES (${groupId}, ${fields.name}, ${fields.description}) ON CONFLICT (name) DO NOTHING`);
      if (inserted.rowCount === 0) throw nameTaken();
      await setMembers(client, groupId, fields.memberIds);
      await this.audit.record(client, caller, { action: 'group_create', objectKind: 'Group', objectId: groupId, after: { ...fields } });
      return this.groups.find(groupId, caller.ability, client);
    });
  }

  /** Errors: NotFoundError, ConflictError, InvalidValueError. */
  update(groupId: string, change: { [Field in keyof GroupFields]?: GroupFields[Field] | undefined }, caller: Caller): Promise<GroupRow> {
    return inTransaction(this.pool, async (client) => {
      const before = await this.groups.find(groupId, caller.ability, client);
      const { name = before.name, description = before.description, memberIds } = change;
      const taken = await client.query(sql`SELECT 1 FROM groups WHERE name = ${name} AND id <> ${groupId}`);
      if (taken.rowCount !== 0) throw nameTaken();
      await client.query(sql`UPDATE groups SET name = ${name}, description = ${description} WHERE id = ${groupId}`);
      if (memberIds !== undefined) await setMembers(client, groupId, memberIds);
      const after = await this.groups.find(groupId, caller.ability, client);
      await this.audit.record(client, caller, { action: 'group_update', objectKind: 'Group', objectId: groupId, before: fieldsOf(before), after: fieldsOf(after) });
      return after;
    });
  }

  /** Its grants and agent memberships end with it. Errors: NotFoundError. */
  delete(groupId: string, caller: Caller): Promise<GroupRow> {
    return inTransaction(this.pool, async (client) => {
      const group = await this.groups.find(groupId, caller.ability, client);
      await client.query(sql`DELETE FROM grants WHERE subject_kind = 'group' AND subject_id = ${groupId}`);
      await client.query(sql`DELETE FROM agent_members WHERE subject_kind = 'group' AND subject_id = ${groupId}::text`);
      await client.query(sql`DELETE FROM groups WHERE id = ${groupId}`);
      await this.audit.record(client, caller, { action: 'group_delete', objectKind: 'Group', objectId: groupId, before: fieldsOf(group) });
      return group;
    });
  }
}

async function setMembers(client: pg.ClientBase, groupId: string, memberIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(memberIds)];
  const known = await client.query(sql`SELECT 1 FROM users WHERE id = ANY(${wanted}::uuid[])`);
  if (known.rowCount !== wanted.length) throw new InvalidValueError({ memberIds: { code: 'unknown_user', message: 'Not all of these are users.' } });
  await client.query(sql`DELETE FROM group_members WHERE group_id = ${groupId} AND user_id <> ALL(${wanted}::uuid[])`);
  await client.query(sql`INSERT INTO group_members (group_id, user_id) SELECT ${groupId}, unnest(${wanted}::uuid[]) ON CONFLICT DO NOTHING`);
}

const nameTaken = () => new ConflictError('There is a group with this name already.');
const fieldsOf = ({ name, description, member_ids }: GroupRow) => ({ name, description, memberIds: member_ids });
