import { reservedAgentSlugs } from '@roster/agents/contracts';

const MAX_LENGTH = 64;

/** "Größe & Maß" → "grosse-mass": what people type into addresses. */
export function slugOf(name: string): string {
  const ascii = name.replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = ascii.replace(/[^a-z0-9]+/g, '-').slice(0, MAX_LENGTH).replace(/^-+|-+$/g, '');
  return slug === '' ? 'agent' : slug;
}

/** The slug itself, or the first of slug-2, slug-3, … that nobody has. */
export function freeSlug(slug: string, isTaken: (candidate: string) => boolean): string {
  const isUsable = (candidate: string) => !(reservedAgentSlugs as readonly string[]).includes(candidate) && !isTaken(candidate);
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`;
    const candidate = `${slug.slice(0, MAX_LENGTH - suffix.length).replace(/-+$/, '')}${suffix}`;
    if (isUsable(candidate)) return candidate;
  }
}
