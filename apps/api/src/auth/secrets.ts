import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as 43 URL-safe characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** How every secret of 256 random bits is kept: it needs no slow hash. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret, 'utf8').digest();
