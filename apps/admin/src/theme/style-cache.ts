import createCache from '@emotion/cache';

/** Styles are inserted under the nonce of this response's content security policy, which vite wrote into a meta element. */
export function createStyleCache() {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  return createCache({ key: 'roster', ...(nonce ? { nonce } : {}) });
}
