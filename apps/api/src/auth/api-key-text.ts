/** `rk_<id>_<secret>`: the id finds the row, the secret proves it. */
const FORM = /^rk_([0-9a-f]{32})_([A-Za-z0-9_-]{43})$/;
const ANYWHERE = /rk_[0-9a-f]{32}_[A-Za-z0-9_-]{43}/;

export const formatApiKey = (apiKeyId: string, secret: string): string => `rk_${apiKeyId.replaceAll('-', '')}_${secret}`;

export function parseApiKey(text: string): { apiKeyId: string; secret: string } | null {
  const [, hex, secret] = FORM.exec(text) ?? [];
  if (hex === undefined || secret === undefined) return null;
  return { apiKeyId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), secret };
}

/** URLs end up in logs and histories: a key in one is refused, so that nobody gets used to it. */
export function holdsApiKey(url: string): boolean {
  try {
    return ANYWHERE.test(url) || ANYWHERE.test(decodeURIComponent(url));
  } catch {
    return false; // not decodable: nothing we would understand either
  }
}
