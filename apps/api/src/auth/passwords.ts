import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import { OverloadedError } from '../http/errors/overloaded-error.ts';

const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;
/** Each hash takes 32 MiB and most of a core: more at once would starve everything else. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 64;

/** Stored as `scrypt$<salt>$<hash>` in base64url; the cost is fixed above. */
@Injectable()
export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  /** What the password of somebody who does not exist is compared with, so that it costs the same. */
  private readonly nobodysSalt = randomBytes(16);

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    return `scrypt$${salt.toString('base64url')}$${(await this.derive(password, salt)).toString('base64url')}`;
  }

  /** `stored` null: nobody has this account; the answer is false after the same work. */
  async matches(password: string, stored: string | null): Promise<boolean> {
    const [, salt, hash] = stored?.split('$') ?? [];
    const derived = await this.derive(password, salt === undefined ? this.nobodysSalt : Buffer.from(salt, 'base64url'));
    return hash !== undefined && timingSafeEqual(derived, Buffer.from(hash, 'base64url'));
  }

  private async derive(password: string, salt: Buffer): Promise<Buffer> {
    await this.enter();
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)));
      });
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < MAX_AT_ONCE) {
      this.running++;
      return;
    }
    if (this.waiting.length >= MAX_WAITING) throw new OverloadedError();
    await new Promise<void>((resolve) => this.waiting.push(resolve)); // leave() hands its place over
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running--;
  }
}
