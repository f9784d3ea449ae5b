import { describe, expect, it } from '@jest/globals';
import { canonicalJson, digestOf } from './canonical-json.ts';

describe('canonicalJson', () => {
  it('AC-C20 gives the content hash of the published vector', () => {
    expect(digestOf({ b: [true, null, 'é'], a: 1 })).toBe('9488dd13ca33d3291f5a91a1833dfa164811755ffba538c2b340780f8c31a0cb');
  });

  it('AC-C20 does not depend on the order of keys', () => {
    expect(canonicalJson({ a: 1, b: { c: 2, d: 3 } })).toBe(canonicalJson({ b: { d: 3, c: 2 }, a: 1 }));
  });
});
