import { z } from 'zod';

/** What an entry of a project's log keeps of an action. */
const logBody = z.looseObject({
  changes: z.record(z.string(), z.object({ from: z.unknown().optional(), to: z.unknown().optional() })).optional(),
});

/** What was changed from and to, in words: one entry, of a list each of its own; nothing where there was none. */
export interface LoggedChange {
  field: string;
  from: string[];
  to: string[];
}

/** Something else that is known of the action, in words. */
export interface LoggedDetail {
  name: string;
  values: string[];
}

/** What an action changed. @throws z.ZodError where this is no entry's body */
export function changesIn(body: unknown): LoggedChange[] {
  return Object.entries(logBody.parse(body).changes ?? {}).map(([field, { from, to }]) => ({ field, from: words(from), to: words(to) }));
}

/** What else is known of it. @throws z.ZodError where this is no entry's body */
export function detailsIn(body: unknown): LoggedDetail[] {
  const { changes: _, ...details } = logBody.parse(body);
  return Object.entries(details).map(([name, value]) => ({ name, values: words(value) }));
}

function words(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value.map(oneLine) : [oneLine(value)];
}

/** `type: rss, url: https://…` of something with parts. */
function oneLine(value: unknown): string {
  if (Array.isArray(value)) return value.map(oneLine).join(', ');
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${oneLine(part)}`)
    .join(', ');
}
