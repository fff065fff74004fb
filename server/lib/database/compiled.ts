import { sql, type Compilable, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';

/** A place for a value, which each call puts there. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Where a statement takes the value of this name. */
export const place = <Value>(name: string): RawBuilder<Value> => sql<Value>`${new Place(name)}`;

/** Statements that are kept; their forms come from what callers ask for, so there may be any number. */
const keptMax = 500;

/**
 * Statements that run too often to be built and compiled for each call: one per form. Values outside the form
 * are placeholders.
 */
export class CompiledStatements<Row> {
  readonly #kept = new LRUCache<string, CompiledQuery<Row>>({ max: keptMax });

  /** @param form names all that decides the statement @param values by the names of the places */
  async execute(
    db: Kysely<any>,
    form: string,
    build: () => Compilable<Row>,
    values: Readonly<Record<string, unknown>>,
  ): Promise<Row[]> {
    let compiled = this.#kept.get(form);
    if (!compiled) {
      compiled = build().compile();
      this.#kept.set(form, compiled);
    }
    const parameters = compiled.parameters.map((value) =>
      value instanceof Place ? values[value.name] : value,
    );
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  }
}
