/**
 * A map for what visitors send, which forgets everything once it is full: what it remembers costs time to
 * find out again, and nothing else.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;

  /** @param max entries */
  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.#max && !this.has(key)) this.clear();
    return super.set(key, value);
  }
}
