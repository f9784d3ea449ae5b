import type { SqlPieces } from '@roster/permissions/rules-to-sql';

/** A statement or a piece of one. pg takes it as it is: `client.query(sql\`…\`)`. */
export class Sql {
  constructor(readonly strings: readonly string[], readonly parts: readonly unknown[]) {}

  get text(): string {
    return this.flatten().text;
  }

  get values(): unknown[] {
    return this.flatten().values;
  }

  private flatten(first = 1): { text: string; values: unknown[] } {
    let text = this.strings[0] ?? '';
    const values: unknown[] = [];
    this.parts.forEach((part, index) => {
      if (part instanceof Sql) {
        const inner = part.flatten(first + values.length);
        text += inner.text;
        values.push(...inner.values);
      } else {
        values.push(part);
        text += `$${first + values.length - 1}`;
      }
      text += this.strings[index + 1] ?? '';
    });
    return { text, values };
  }
}

/** The only way to write SQL outside the engine's store: every `${value}` is a parameter, every `${sql\`…\`}` a nested piece. `undefined` is a bug, not NULL. */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  if (parts.includes(undefined)) throw new Error('undefined is no SQL value: say null where NULL is meant.');
  return new Sql(strings, parts);
}

/** Planned once per connection: for statements on the way to a reply's first word. One name is one text: nothing in it may vary but its values. */
export const prepared = (name: string, { text, values }: Sql): { name: string; text: string; values: unknown[] } => ({ name, text, values });

/** Text that stands in our source: a column, an order. Never anything that came from outside. */
export const sqlText = (sourceText: string): Sql => new Sql([sourceText], []);

/** A condition that @roster/permissions made from an ability. */
export const sqlCondition = ({ strings, values }: SqlPieces): Sql => new Sql(strings, values);

export function joinSql(pieces: readonly Sql[], separator: string): Sql {
  if (pieces.length === 0) return sqlText('');
  return new Sql(['', ...pieces.slice(1).map(() => separator), ''], pieces);
}
