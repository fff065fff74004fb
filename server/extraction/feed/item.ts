import { createHash } from 'node:crypto';
import { instantOf } from '../dates.ts';
import type { XmlElement } from './xml.ts';

/** More than any item has that people read. */
export const maxEnclosures = 100;
export const maxLabels = 200;
/** Of a label, and of an author's name. */
export const labelCharacters = 500;

/** What tells an item apart from the others: see `FeedItem.guid`. */
export function identityOf(
  given: string | null,
  url: string | null,
  title: string,
  text: string | null,
): string {
  return (
    given ??
    url ??
    `sha256:${createHash('sha256')
      .update(`${title}\n${text ?? ''}`)
      .digest('hex')}`
  );
}

/**
 * Of more items than are read, the newest, in the feed's order: some feeds list the oldest first. What has no
 * date counts as new; where hardly anything has one, the first are taken.
 */
export function newestOf<Item>(
  items: readonly Item[],
  most: number,
  dateOf: (item: Item) => string | null,
): Item[] {
  if (items.length <= most) return [...items];
  const instants = items.map((item) => {
    const date = dateOf(item);
    return date === null ? null : new Date(instantOf(date)).getTime();
  });
  const dated = instants.filter((instant) => instant !== null && Number.isFinite(instant)).length;
  if (2 * dated < items.length) return items.slice(0, most);
  const newest = items
    .map((_, at) => at)
    .sort((a, b) => (instants[b] ?? Infinity) - (instants[a] ?? Infinity) || a - b)
    .slice(0, most);
  return newest.sort((a, b) => a - b).map((at) => items[at] as Item);
}

export function distinct(values: readonly string[]): string[] {
  return [...new Set(values.filter((value) => value !== ''))];
}

/** Bytes, where a number is given that can be bytes. */
export function lengthOf(value: unknown): number | null {
  const length = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof length === 'number' && Number.isSafeInteger(length) && length >= 0 ? length : null;
}

/**
 * A language as BCP 47 wants it, from what feeds write: `en_US.UTF-8` → `en-US`; null if it is invalid. The
 * first of several.
 */
export function languageTag(value: string | null | undefined): string | null {
  const [tag = ''] = (value ?? '').slice(0, 100).split(/[,;.@]/);
  const language = tag.trim().replaceAll('_', '-');
  return /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(language) ? language : null;
}

/** The language that the first of these says itself, other than what holds it. */
export function innerLanguage(
  elements: readonly (XmlElement | null | undefined)[],
  { language }: XmlElement,
): string | null {
  const own = elements.find((element) => element && element.language !== language);
  return languageTag(own?.language);
}

/** A name that comes as `Name (mail)`, `mail (Name)` or `Name <mail>`, without the mail. */
export function personOf(text: string): string {
  const [, before, inside] =
    /^([^()<>]*)[(<]([^()<>]*)[)>]$/.exec(text.slice(0, labelCharacters).trim()) ?? [];
  if (before === undefined || inside === undefined) return text.slice(0, labelCharacters).trim();
  const isMail = (part: string): boolean => /^(?:mailto:)?[^\s@]+@[^\s@]+$/i.test(part.trim());
  if (isMail(inside) && before.trim() !== '') return before.trim();
  return isMail(before) && inside.trim() !== '' ? inside.trim() : text.slice(0, labelCharacters).trim();
}
