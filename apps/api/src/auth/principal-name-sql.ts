/** SQL for what people call a principal, from the expression of its JSON: the name of a user, a key or the system. Null when it is gone. */
export const principalNameSql = (principal: string): string => `coalesce(
  (SELECT u.name FROM users u WHERE u.id = (${principal}->>'userId')::uuid), (SELECT k.name FROM api_keys k WHERE k.id = (${principal}->>'apiKeyId')::uuid), ${principal}->>'name')`;
