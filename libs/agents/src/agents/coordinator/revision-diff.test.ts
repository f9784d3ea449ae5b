import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AgentConfigInput } from '../../contracts/agent-config.ts';
import { digestOf } from '../../kernel/canonical-json.ts';
import { contentHash } from './content-hash.ts';
import { revisionDiff } from './revision-diff.ts';

const content: fc.Arbitrary<AgentConfigInput> = fc.record({
  model: fc.constantFrom('', 'demo/offline', 'openai/x'),
  instructions: fc.constantFrom('', 'One', 'One\nTwo', 'One\nTwo\nThree'),
  modelParams: fc.record({ temperature: fc.constantFrom(0, 0.5, 1), seed: fc.nat({ max: 2 }) }, { requiredKeys: [] }),
  tools: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 }),
  maxHistory: fc.constantFrom(null, 5),
}, { requiredKeys: [] });

describe('content hash and diff', () => {
  it('AC-C20 matches the vector of RFC 8785 JSON', () => {
    expect(digestOf({ b: [true, null, 'é'], a: 1 })).toBe('9488dd13ca33d3291f5a91a1833dfa164811755ffba538c2b340780f8c31a0cb');
  });

  it('AC-C20 key order and defaults never alter the hash', () => {
    expect(contentHash({ model: 'a/b', instructions: 'x' })).toBe(contentHash({ instructions: 'x', model: 'a/b' }));
    expect(contentHash({ instructions: 'x', tools: [], baseClass: 'StandardAgent', modelParams: {} })).toBe(contentHash({ instructions: 'x' }));
    expect(contentHash({ maxHistory: null })).not.toBe(contentHash({}));
  });

  it('AC-C20 lists exactly the changed paths, in order', () => {
    const from: AgentConfigInput = { model: 'a/b', modelParams: { temperature: 0, topP: 1 }, tools: ['x', 'y', 'z'], maxHistory: 5 };
    const to: AgentConfigInput = { model: 'a/c', modelParams: { temperature: 1, topP: 1 }, tools: ['y', 'x', 'w'], approvalAbove: 'high' };
    expect(revisionDiff(from, to).changes).toEqual([
      { path: '/approvalAbove', kind: 'added', after: 'high' },
      { path: '/maxHistory', kind: 'removed', before: 5 },
      { path: '/model', kind: 'changed', before: 'a/b', after: 'a/c' },
      { path: '/modelParams/temperature', kind: 'changed', before: 0, after: 1 },
      expect.objectContaining({ kind: 'moved' }),
      { path: '/tools/2', kind: 'added', after: 'w' },
      { path: '/tools/2', kind: 'removed', before: 'z' },
    ]);
  });

  it('AC-C20 gives line hunks for texts of several lines', () => {
    const { changes } = revisionDiff({ instructions: 'a\nb\nc' }, { instructions: 'a\nB\nc' });
    expect(changes).toMatchObject([{ path: '/instructions', kind: 'changed', hunks: [{ beforeStart: 1, beforeLines: 3, afterStart: 1, afterLines: 3, lines: [' a', '-b', '+B', ' c'] }] }]);
    expect(revisionDiff({ instructions: 'a' }, { instructions: 'b' }).changes[0]).not.toHaveProperty('hunks');
  });

  it('AC-C20 equal hash, identical and no changes are the same thing', () => {
    fc.assert(fc.property(content, content, (from, to) => {
      const { identical, changes } = revisionDiff(from, to);
      expect(identical).toBe(contentHash(from) === contentHash(to));
      expect(identical).toBe(changes.length === 0);
      expect(revisionDiff(from, from).identical).toBe(true);
    }), { numRuns: 300 });
  });
});
