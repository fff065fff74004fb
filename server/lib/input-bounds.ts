/** What may be sent with one operation: more than anything needs that people or programs send. */
export const inputMax = { values: 10_000, depth: 50 } as const;

/**
 * Why something that was sent is too much to be read, as a sentence; null: it is not. More values would be
 * read for seconds, and what lies deeper exhausts the stack of whatever reads it.
 */
export function inputProblem(sent: unknown): string | null {
  let values = 0;
  const left: { value: unknown; depth: number }[] = [{ value: sent, depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    if (depth >= inputMax.depth) return `The input is nested more than ${inputMax.depth} levels deep.`;
    const elements: unknown[] = Array.isArray(value) ? value : Object.values(value);
    values += elements.length;
    if (values > inputMax.values) return `The input contains more than ${inputMax.values} values.`;
    for (const element of elements) left.push({ value: element, depth: depth + 1 });
  }
  return null;
}
