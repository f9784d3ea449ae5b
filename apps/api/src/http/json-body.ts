import express, { type RequestHandler } from 'express';

import type { HttpConfig } from '../config/config.ts';
import { InvalidRequestError } from './errors/invalid-request-error.ts';

const MAX_DEPTH = 64;

type BodyLimits = Pick<HttpConfig, 'bodyLimitBytes' | 'chatBodyLimitBytes'>;

/** Reads JSON bodies within the route's limit. Compressed bodies are refused, so that the limit is the memory used. */
export function jsonBody({ bodyLimitBytes, chatBodyLimitBytes }: BodyLimits): RequestHandler {
  const ordinary = parser(bodyLimitBytes);
  const chat = parser(chatBodyLimitBytes);
  return (request, response, next) => (isChatRoute(request.path) ? chat : ordinary)(request, response, next);
}

function isChatRoute(path: string): boolean {
  return path === '/api/chat' || path.startsWith('/api/chat/') || path.startsWith('/v1/');
}

function parser(limit: number): RequestHandler {
  return express.json({ limit, inflate: false, strict: false, type: ['application/json', 'application/*+json'], verify: (...[, , bytes, encoding]) => refuseUnreadable(bytes, encoding) });
}

/** Other encodings would hide the nesting from a look at the bytes. */
function refuseUnreadable(bytes: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw new InvalidRequestError('The body must be UTF-8.');
  refuseDepth(bytes);
}

/** Counted on the raw bytes, before anything recursive sees the value. */
function refuseDepth(bytes: Buffer): void {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (isInString) {
      if (byte === 0x5c) index++; // backslash: the next byte is escaped
      else if (byte === 0x22) isInString = false;
    } else if (byte === 0x22) isInString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > MAX_DEPTH) throw new InvalidRequestError(`The JSON is nested deeper than ${MAX_DEPTH} levels.`);
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
}
