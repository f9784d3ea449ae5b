import type { RequestHandler } from 'express';

const OPEN_ROUTES = ['/api/chat', '/api/threads', '/api/human-requests', '/v1'];
const ALLOWED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, X-Roster-End-User';
const EXPOSED_HEADERS = 'Content-Range, ETag, X-Next-Cursor, X-Total-Capped, x-roster-thread-id, x-roster-run-id, x-roster-message-id, Idempotency-Replayed, Retry-After';

/** CORS_ORIGINS opens the chat routes to browsers that hold an API key, never to cookies. Any other preflight is an unknown route. */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  return (request, response, next) => {
    const origin = request.headers.origin;
    const isOpen = origin !== undefined && origins.includes(origin) && OPEN_ROUTES.some((route) => request.path === route || request.path.startsWith(`${route}/`));
    if (isOpen) {
      response.vary('Origin');
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
      response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
      if (request.method === 'OPTIONS') {
        response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
        response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
        response.status(204).end();
        return;
      }
    }
    next();
  };
}
