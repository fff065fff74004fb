import { z } from 'zod';
import { readTextDiff, textDiff, type DiffPart } from '../../text/text-diff.ts';
import { shownAs, type Named } from './log-labels.ts';

/** What an entry of a project's log keeps of an action. */
const logBody = z.looseObject({
  changes: z
    .record(z.string(), z.object({ from: z.unknown().optional(), to: z.unknown().optional() }))
    .optional(),
});

/**
 * What was changed from and to, in words: one entry, of a list each of its own; nothing where there was none.
 */
export interface LoggedChange {
  field: string;
  /** What people call the field. */
  label: string;
  from: string[];
  to: string[];
  isList: boolean;
  /** Of a text with several words, what became of each piece. */
  diff: DiffPart[] | null;
}

/** Something else that is known of the action, in words. */
export interface LoggedDetail {
  name: string;
  label: string;
  values: string[];
}

/** What an id is called by people. */
export type NameOf = (kind: Named, id: string | number) => Promise<string>;

/** What an action changed, with names for ids. @throws z.ZodError where this is no entry's body */
export async function changesIn(body: unknown, nameOf: NameOf): Promise<LoggedChange[]> {
  return Promise.all(
    Object.entries(logBody.parse(body).changes ?? {}).map(async ([field, { from, to }]) => ({
      field,
      label: shownAs(field).label,
      from: await wordsOf(field, from, nameOf),
      to: await wordsOf(field, to, nameOf),
      isList: [from, to].some((value) => typeof value === 'object' && value !== null),
      diff: diffOf(from, to),
    })),
  );
}

/** What else is known of it. @throws z.ZodError where this is no entry's body */
export async function detailsIn(body: unknown, nameOf: NameOf): Promise<LoggedDetail[]> {
  const { changes: _, ...details } = logBody.parse(body);
  return Promise.all(
    Object.entries(details).map(async ([name, value]) => ({
      name,
      label: shownAs(name).label,
      values: await wordsOf(name, value, nameOf),
    })),
  );
}

/** What of a list was added or removed, each as often as that; nothing where only the order changed. */
export function beyond(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return list.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Texts with fewer words are shown as one for the other. */
const diffWords = 4;

function diffOf(from: unknown, to: unknown): DiffPart[] | null {
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  if ([from, to].every((text) => text.trim().split(/\s+/).length < diffWords)) return null;
  const diff = textDiff(from, to);
  return diff === null ? null : readTextDiff(diff);
}

async function wordsOf(field: string, value: unknown, nameOf: NameOf): Promise<string[]> {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value))
    return (await Promise.all(value.map((one) => oneLine(field, one, nameOf)))).filter((one) => one !== '');
  // A record is a list of what is in it.
  if (typeof value === 'object')
    return Promise.all(
      Object.entries(value).map(async ([name, part]) => `${name}: ${await oneLine('', part, nameOf)}`),
    );
  return [await oneLine(field, value, nameOf)];
}

/** `URL: https://…, Type: RSS feed` of something with parts. */
async function oneLine(field: string, value: unknown, nameOf: NameOf): Promise<string> {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value))
    return (await Promise.all(value.map((one) => oneLine('', one, nameOf)))).join(', ');
  if (typeof value === 'object')
    return (
      await Promise.all(
        Object.entries(value).map(
          async ([name, part]) => `${shownAs(name).label}: ${await oneLine(name, part, nameOf)}`,
        ),
      )
    ).join(', ');
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const { unit, names } = shownAs(field);
  if (names && (typeof value === 'string' || typeof value === 'number')) return nameOf(names, value);
  if (typeof value === 'number') return [value.toLocaleString('en-US'), ...(unit ? [unit] : [])].join(' ');
  return String(value);
}
