/** What may be sent with one operation: more than anything needs that people or programs send. */
export const inputMax = { values: 10_000, depth: 50 } as const;

const tooDeep = `The input is nested more than ${inputMax.depth} levels deep.`;
const tooMany = `The input contains more than ${inputMax.values} values.`;

/**
 * Returns why an input is too large to be read, as a sentence; null: it is not. More values would take
 * seconds to read, and deeper nesting exhausts the reader's stack.
 */
export function inputProblem(sent: unknown): string | null {
  let values = 0;
  const left: { value: unknown; depth: number }[] = [{ value: sent, depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if (depth >= inputMax.depth) return tooDeep;
    const elements: unknown[] = Array.isArray(value) ? value : Object.values(value);
    values += elements.length;
    if (values > inputMax.values) return tooMany;
    for (const element of elements) left.push({ value: element, depth: depth + 1 });
  }
  return null;
}

const [quote, backslash, comma, ampersand] = [0x22, 0x5c, 0x2c, 0x26];
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * The same of JSON before it is parsed: each value takes many times the memory of the two characters that it
 * may be written with. Counts commas and brackets outside of strings, which are skipped whole. What is
 * somewhat too much passes here; `inputProblem` counts exactly.
 * @param json UTF-8
 */
export function jsonProblem(json: Uint8Array): string | null {
  let [values, depth] = [0, 0];
  for (let at = 0; at < json.length; at++) {
    const code = json[at]!;
    if (code === quote) {
      at = endOfString(json, at);
      if (at === -1) return null;
    } else if (opening.has(code)) {
      if (++depth > inputMax.depth) return tooDeep;
      values++;
    } else if (closing.has(code)) depth--;
    else if (code === comma) values++;
    if (values > 2 * inputMax.values) return tooMany;
  }
  return null;
}

/** The same of an urlencoded form. */
export function formProblem(form: Uint8Array): string | null {
  let fields = 1;
  for (let at = form.indexOf(ampersand); at !== -1; at = form.indexOf(ampersand, at + 1))
    if (++fields > inputMax.values) return tooMany;
  return null;
}

/** Where the quotation mark is that ends a string; -1: nowhere. */
function endOfString(json: Uint8Array, start: number): number {
  for (let at = json.indexOf(quote, start + 1); at !== -1; at = json.indexOf(quote, at + 1)) {
    let before = at;
    while (json[before - 1] === backslash) before--;
    if ((at - before) % 2 === 0) return at;
  }
  return -1;
}
