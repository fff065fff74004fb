import { randomBytes } from 'node:crypto';
import type { Sql } from '../../../lib/database/db.ts';
import { channelMessages } from './messages.ts';
import type { Message } from '../../../lib/declare-messages.ts';

/** What a slug looks like. One of digits alone would be taken for an id. */
const pattern = /^(?!\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Why a channel cannot have a slug, or null. One that another channel had stays that one's: its subscribers
 * know it.
 */
export async function slugProblem(sql: Sql, slug: string): Promise<Message | null> {
  if (!pattern.test(slug)) return channelMessages.SLUG_INVALID();
  return (await taken(sql, [slug])).size > 0 ? channelMessages.SLUG_TAKEN() : null;
}

/** A slug that no channel has or had, made of the project's name and the kind. */
export async function freeSlug(sql: Sql, projectName: string, kind: string): Promise<string> {
  const name = projectName
    .normalize('NFKD')
    .replace(/ß/g, 'ss')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
    .replace(/-$/, '');
  const first = [name, kind].filter(Boolean).join('-');
  const candidates = [first, ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${first}-${number}`)];
  const known = await taken(sql, candidates);
  return candidates.find((slug) => !known.has(slug)) ?? `${first}-${randomBytes(4).toString('hex')}`;
}

async function taken(sql: Sql, slugs: string[]): Promise<Set<string>> {
  const rows = await sql.selectFrom('Channel').select('slug').where('slug', 'in', slugs).execute();
  return new Set(rows.map(({ slug }) => slug));
}
