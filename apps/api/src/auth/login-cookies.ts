import { Inject, Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';

import type { Config } from '../config/config.ts';
import { CONFIG } from '../tokens.ts';

const LOGIN_MS = 7 * 24 * 3_600_000;
const BROWSER_MS = 365 * 24 * 3_600_000;

/** Names and flags of our two cookies. `__Host-` binds them to this host and to https; plain http on loopback cannot have it. */
@Injectable()
export class LoginCookies {
  private readonly isHttps: boolean;

  constructor(@Inject(CONFIG) config: Config) {
    this.isHttps = config.publicUrl?.startsWith('https:') ?? false;
  }

  loginToken(request: Request): string | undefined {
    return readCookie(request, this.name('roster'));
  }

  browserToken(request: Request): string | undefined {
    return readCookie(request, this.name('roster-browser'));
  }

  setLogin(response: Response, token: string): void {
    response.cookie(this.name('roster'), token, this.options(LOGIN_MS));
  }

  setBrowser(response: Response, token: string): void {
    response.cookie(this.name('roster-browser'), token, this.options(BROWSER_MS));
  }

  clearLogin(response: Response): void {
    response.clearCookie(this.name('roster'), this.options());
  }

  private name(name: string): string {
    return this.isHttps ? `__Host-${name}` : name;
  }

  private options(maxAge?: number): CookieOptions {
    return { httpOnly: true, secure: this.isHttps, sameSite: 'lax', path: '/', ...(maxAge !== undefined && { maxAge }) };
  }
}

function readCookie({ headers }: Request, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const pair = pairs.find((candidate) => candidate.startsWith(`${name}=`));
  return pair === undefined || pair.length === name.length + 1 ? undefined : pair.slice(name.length + 1);
}
