export interface Chunk {
  heading: string;
  body: string;
}

/** Splits Markdown at its headings; text before the first one belongs to the title. */
export function chunksOf(title: string, markdown: string): Chunk[] {
  const sections = markdown.split(/^#{1,6} +/mu);
  return sections.flatMap((section, index) => {
    const [heading, body] = index === 0 ? [title, section] : splitHeading(section);
    return body.trim() === '' ? [] : [{ heading, body: body.trim() }];
  });
}

function splitHeading(section: string): [heading: string, body: string] {
  const end = section.indexOf('\n');
  return end < 0 ? [section.trim(), ''] : [section.slice(0, end).trim(), section.slice(end + 1)];
}
