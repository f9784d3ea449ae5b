import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import express, { type RequestHandler } from 'express';

import { adminPolicy, newNonce } from './security-headers.ts';

const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** The built admin on the same port: `/` is its page with a fresh nonce, hashed assets are kept by browsers for good. Its routes live behind `#`. */
export function adminPage(distFolder: string): RequestHandler[] {
  const template = readFileSync(join(distFolder, 'index.html'), 'utf8');
  const files = express.static(distFolder, {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    setHeaders: (response, path) => response.setHeader('Cache-Control', /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'),
  });
  return [
    (request, response, next) => {
      if (request.path !== '/' || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
      const nonce = newNonce();
      response.setHeader('Content-Security-Policy', adminPolicy(nonce));
      response.type('html').send(template.replaceAll(NONCE_PLACEHOLDER, nonce));
    },
    (request, response, next) => (request.path === '/index.html' ? next() : files(request, response, next)),
  ];
}
