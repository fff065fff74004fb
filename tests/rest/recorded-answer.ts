import { createHash } from 'node:crypto';
import type { RestAnswer } from '../support/server.ts';

/** Of longer bodies a hash is kept, with how they begin. */
const bodyMax = 3_000;

/** What is another in each run: instants, keys, hashes. Rows count from 1. */
const unsteady: [RegExp, string][] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\.\d+Z?/g, '<time>'],
  // Default dates depend on today.
  [/(?<="date_(?:from|to)":)"\d{4}-\d\d-\d\d"/g, '"<day>"'],
  [/\b[0-9a-f]{32,}\b/g, '<hash>'],
  [/\bstudio-[\w-]+/g, 'studio-<random>'],
  [/(?<="slug":)"[0-9a-z]{12}"/g, '"<slug>"'],
  [/\b(?:pk|pt)_[\w-]+/g, '<key>'],
  [/\b[0-9a-f]{8}\b/g, '<random>'],
];

/**
 * Returns status, kind and body of a response as sent, with placeholders for what varies between runs.
 * @param names placeholders for texts of this run
 */
export function wordForWord(
  { status, headers, text }: RestAnswer,
  names: readonly (readonly [text: string, name: string])[],
): string {
  const named = names.reduce((body, [value, name]) => body.replaceAll(value, name), text);
  const steady = unsteady.reduce((body, [pattern, name]) => body.replaceAll(pattern, name), named);
  const body =
    steady.length <= bodyMax
      ? steady
      : `${steady.slice(0, bodyMax)}… ${steady.length} characters, ${createHash('sha256').update(steady).digest('hex')}`;
  return [`${status} ${headers.get('content-type') ?? ''}`.trim(), body].join('\n').trim();
}
