import { expect, it } from '@jest/globals';

import { freeSlug, slugOf } from './slug.ts';

it('makes a slug of any name', () => {
  expect(['FAQ Agent', 'Größe & Maß', '  --x--  ', '顧客', 'a'.repeat(80)].map(slugOf)).toEqual(['faq-agent', 'grosse-mass', 'x', 'agent', 'a'.repeat(64)]);
});

it('never takes a word that a route uses, nor a slug somebody has', () => {
  const taken = new Set(['faq', 'faq-2', 'a'.repeat(64)]);
  const free = (slug: string) => freeSlug(slug, (candidate) => taken.has(candidate));
  expect(['runtimes', 'tools', 'faq', 'new', 'a'.repeat(64)].map(free)).toEqual(['runtimes-2', 'tools-2', 'faq-3', 'new', `${'a'.repeat(62)}-2`]);
});
