import type { Config } from '../config/config.ts';
import type { AppRequest } from './request-context.ts';

/** The address people use: as configured, else as this request came. Without a slash at its end. */
export function publicUrlOf({ protocol, headers }: AppRequest, { publicUrl }: Config): string {
  return publicUrl ?? `${protocol}://${headers.host ?? 'localhost'}`;
}
