/** Lets up to `limit` calls of a batch run at once; an exclusive one runs alone. First come, first served. */
export class CallSlots {
  readonly #limit: number;
  readonly #queue: { exclusive: boolean; start: () => void }[] = [];
  #running = 0;
  #exclusive = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(exclusive: boolean, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => { this.#queue.push({ exclusive, start }); this.#next(); });
    try {
      return await work();
    } finally {
      this.#running--;
      this.#exclusive = false;
      this.#next();
    }
  }

  #next(): void {
    for (let head = this.#queue[0]; head && this.#fits(head.exclusive); head = this.#queue[0]) {
      this.#queue.shift();
      this.#running++;
      this.#exclusive = head.exclusive;
      head.start();
    }
  }

  #fits(exclusive: boolean): boolean {
    return exclusive ? this.#running === 0 : !this.#exclusive && this.#running < this.#limit;
  }
}
