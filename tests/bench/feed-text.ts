import { createHash } from 'node:crypto';

const words =
  'the harbour council opened a new market today after years of talks about its cost and the mayor said that nobody expected it'.split(
    ' ',
  );

/** Text that does not compress better than what people write. */
export function textOf(seed: string): string {
  const bytes = createHash('shake256', { outputLength: 100 }).update(seed).digest();
  return [...bytes].map((byte) => words[byte % words.length]).join(' ');
}
