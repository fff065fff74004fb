import { createHash } from 'node:crypto';

/** What tells an item apart from the others: see `FeedItem.guid`. */
export function identityOf(given: string | null, url: string | null, title: string, text: string | null): string {
  return given ?? url ?? `sha256:${createHash('sha256').update(`${title}\n${text ?? ''}`).digest('hex')}`;
}

export function distinct(values: readonly string[]): string[] {
  return [...new Set(values.filter((value) => value !== ''))];
}

/** Bytes, where a number is given that can be bytes. */
export function lengthOf(value: unknown): number | null {
  const length = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof length === 'number' && Number.isSafeInteger(length) && length >= 0 ? length : null;
}
