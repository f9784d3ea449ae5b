/** What a list can be sorted and filtered by. `sql` is text of our source. */
export interface ListColumn {
  sql: string;
  type: 'text' | 'uuid' | 'number' | 'boolean' | 'time';
  /** Part of the search by `q`. */
  search?: true;
}

/** Wire name -> column. Every resource declares its own; `id` is always there, because every order ends with it. */
export type ListColumns = { readonly id: ListColumn } & Readonly<Record<string, ListColumn>>;
