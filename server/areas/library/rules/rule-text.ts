/**
 * A text by which two spellings of the same are found equal: Unicode NFC; without case, so that `ß`, `ẞ` and
 * `SS` are one, and a sigma at the end of a word is any sigma; curled apostrophes straight; every space and
 * line break one plain space; hyphens that only say where a line may or may not break are gone or plain.
 * Accents stay: `schön` is not `schon`, `côté` not `cote`.
 */
export function comparable(text: string): string {
  return (
    withoutCase(text.replace(/[\u00AD\u200B\u2060\uFEFF]/g, ''))
      .replace(/[\u2018\u2019\u02BC\uFF07]/g, "'")
      .replaceAll('\u2011', '-')
      // Single spaces, which are most, stay as they are: a long text takes milliseconds.
      .replace(/\s{2,}|[^\S ]/g, ' ')
  );
}

/** Folds case by lower case first: the capital `ẞ` has no upper case that matches that of `ß`. */
export function withoutCase(text: string): string {
  return text.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}

/** A text that is searched again and again. */
export class SearchableText {
  readonly #text: string;
  #comparable: string | undefined;
  #length: number | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether it contains a part, however both are spelled (see `comparable`). Parts of words count. */
  contains(part: string): boolean {
    this.#comparable ??= comparable(this.#text);
    return this.#comparable.includes(comparable(part).trim());
  }

  /** Characters: code points, so that an emoji of two UTF-16 units is one. */
  get length(): number {
    this.#length ??= this.#text.length - (this.#text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
    return this.#length;
  }
}

/** The labels of a comma-separated list, each once, without those that cannot be seen. */
export function labelsIn(value: string): string[] {
  const labels = value.split(',').map((label) => label.replace(/\s+/g, ' ').trim());
  return [
    ...new Map(
      labels.filter((label) => /[^\s\p{Cf}\p{Cc}]/u.test(label)).map((label) => [comparable(label), label]),
    ).values(),
  ];
}

/** Those of the given labels that are not there yet, however they are spelled. */
export function newLabels(present: readonly string[], given: readonly string[]): string[] {
  const known = new Set(present.map(comparable));
  return given.filter((label) => !known.has(comparable(label)) && known.add(comparable(label)));
}
