import { randomBytes } from 'node:crypto';

import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** For everything but the admin's page: an API answer is never a document. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

export function securityHeaders({ isHttps }: { isHttps: boolean }): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: false,
      referrerPolicy: { policy: 'no-referrer' },
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      frameguard: { action: 'deny' },
      strictTransportSecurity: isHttps ? { maxAge: 31_536_000 } : false,
    }),
    (_request, response, next) => {
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('Content-Security-Policy', API_POLICY);
      next();
    },
  ];
}

export const newNonce = (): string => randomBytes(16).toString('base64');

/** The admin's page (security.md section 5.5). The nonce goes to the style engine. */
export function adminPolicy(nonce: string): string {
  return [
    "default-src 'none'", "script-src 'self'", `style-src 'self' 'nonce-${nonce}'`, "connect-src 'self'", "img-src 'self' data: blob:", "font-src 'self'",
    "worker-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
  ].join('; ');
}
