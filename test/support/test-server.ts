// What the global setup tells the test files, by environment variable, because each file runs in a process and a module world of its own.
export const SERVER_ADMIN_URL = 'ROSTER_TEST_ADMIN_URL';
export const SERVER_APP_URL = 'ROSTER_TEST_APP_URL';
export const TEMPLATE_NAME = 'ROSTER_TEST_TEMPLATE';

export function testServerSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error('No test server: run this file in the jest project "db" or "e2e".');
  return value;
}

export function urlOfDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
