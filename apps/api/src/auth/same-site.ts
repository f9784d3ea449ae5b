import { CrossSiteRequestError } from '../http/errors/cross-site-request-error.ts';
import type { AppRequest } from '../http/request-context.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const CONTENT_TYPES = /^(application\/json|application\/[a-z.+-]*\+json|multipart\/form-data)\b/i;

export const isUnsafe = ({ method }: AppRequest): boolean => !SAFE_METHODS.has(method);

/** An unsafe request with the login cookie must come from our own pages. Errors: CrossSiteRequestError. */
export function refuseForgedRequest(request: AppRequest, publicOrigin: string | null): void {
  const { headers } = request;
  const hasBody = headers['content-length'] !== undefined ? headers['content-length'] !== '0' : headers['transfer-encoding'] !== undefined;
  const isOurs = originSays(request, publicOrigin) === true && headers['x-roster-csrf'] !== undefined;
  const isPlain = !hasBody || CONTENT_TYPES.test(headers['content-type'] ?? '');
  if (!isOurs || !isPlain) throw new CrossSiteRequestError();
}

/** On public routes (login, setup): a browser that says the request comes from elsewhere is refused, a client that says nothing is not. */
export function refuseForeignOrigin(request: AppRequest, publicOrigin: string | null): void {
  if (originSays(request, publicOrigin) === false) throw new CrossSiteRequestError();
}

/** Same origin or not, as the browser states it; null when it states nothing. */
function originSays({ headers, protocol }: AppRequest, publicOrigin: string | null): boolean | null {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (headers.origin === undefined) return null;
  return headers.origin === (publicOrigin ?? `${protocol}://${headers.host ?? ''}`);
}
