import { describe, expect, it } from '@jest/globals';
import { newId } from '@roster/agents/kernel';

import { formatApiKey, holdsApiKey, parseApiKey } from './api-key-text.ts';
import { newSecret } from './secrets.ts';

describe('the text of an API key', () => {
  it('gives back the id and the secret it was made of, whatever signs the secret has', () => {
    for (let round = 0; round < 200; round++) {
      const [apiKeyId, secret] = [newId(), newSecret()];
      expect(parseApiKey(formatApiKey(apiKeyId, secret))).toEqual({ apiKeyId, secret });
    }
  });

  it('is found in a URL, plain and encoded', () => {
    const key = formatApiKey(newId(), newSecret());
    expect(holdsApiKey(`/api/me?key=${key}`)).toBe(true);
    expect(holdsApiKey(`/api/me?key=${key.replace('_', '%5F')}`)).toBe(true);
    expect(holdsApiKey('/api/api-keys?q=rk_')).toBe(false);
    expect(holdsApiKey('/%')).toBe(false);
  });
});
