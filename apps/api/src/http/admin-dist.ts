import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the built admin, from `src` and from `dist` alike; null when it was not built. */
export function findAdminDist(): string | null {
  const folder = fileURLToPath(new URL('../../../admin/dist', import.meta.url));
  return existsSync(`${folder}/index.html`) ? folder : null;
}
