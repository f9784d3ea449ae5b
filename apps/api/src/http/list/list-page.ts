/** One page of a list; the interceptor turns it into an array with Content-Range. */
export class ListPage<T> {
  constructor(readonly resource: string, readonly items: readonly T[], readonly position: { offset: number; total: number }) {}

  map<U>(present: (item: T) => U): ListPage<U> {
    return new ListPage(this.resource, this.items.map(present), this.position);
  }

  get contentRange(): string {
    const { offset, total } = this.position;
    return this.items.length === 0 ? `${this.resource} */${total}` : `${this.resource} ${offset}-${offset + this.items.length - 1}/${total}`;
  }
}
