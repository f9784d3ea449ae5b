/** Chosen by the model's name (`mock/text?n=200&gap=20`, with or without `mock/`) or by the header `x-mock-scenario`. */
export interface Scenario { name: string; params: Scalars; source: string }

export class Scalars {
  readonly #values: URLSearchParams;
  constructor(query: string) {
    this.#values = new URLSearchParams(query);
  }
  text(name: string, fallback: string): string {
    return this.#values.get(name) ?? fallback;
  }
  optional(name: string): string | undefined {
    return this.#values.get(name) ?? undefined;
  }
  number(name: string, fallback: number): number {
    const value = Number(this.#values.get(name) ?? fallback);
    if (Number.isNaN(value)) throw new Error(`Parameter ${name} of the scenario is not a number.`);
    return value;
  }
}

export function scenarioOf(source: string): Scenario {
  const [name = '', query = ''] = source.replace(/^mock\//u, '').split(/\?(.*)/su);
  return { name, params: new Scalars(query), source };
}
