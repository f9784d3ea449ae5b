import type { ListColumns } from '../http/list/list-columns.ts';

export const userColumns = {
  id: { sql: 'users.id', type: 'uuid' },
  email: { sql: 'users.email', type: 'text', search: true },
  name: { sql: 'users.name', type: 'text', search: true },
  role: { sql: 'users.role', type: 'text' },
  status: { sql: 'users.status', type: 'text' },
  createdAt: { sql: 'users.created_at', type: 'time' },
  lastLoginAt: { sql: 'users.last_login_at', type: 'time' },
} as const satisfies ListColumns;
