import { sql as raw } from 'kysely';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf } from '../../../lib/database/sql.ts';
import { addressKey } from '../../../text/address-key.ts';

/** Articles per transaction that fills keys: few, because other changes to them wait in the meantime. */
const batch = 500;

/**
 * Returns the columns of an article's address: the address as given, and a key that all its spellings share.
 * Always store both. An empty key: the text is not a web address.
 */
export const storedAddress = (url: string | null): { url: string | null; addressKey: string | null } => ({
  url,
  addressKey: url === null ? null : (addressKey(url) ?? ''),
});

/** Returns the key of a text that is a web address as browsers copy it; null for other texts. */
export const webAddressKey = (text: string): string | null =>
  /^https?:\/\//i.test(text) ? addressKey(text) : null;

/** That an article's page is one of these. @param keys of `addressKey` */
export const hasAddress = (keys: readonly string[]) =>
  // As the index has it: an address can be too long for one.
  raw<boolean>`md5("addressKey") = ${anyOf(
    raw<string[]>`ARRAY(SELECT md5(one) FROM unnest(${keys}::text[]) one)`,
    'text',
  )}`;

/** The newest article of a page in a project, however its address is spelled; null: there is none. */
export async function articleAt(
  { db }: Pick<App, 'db'>,
  projectId: number,
  address: string,
): Promise<number | null> {
  const key = addressKey(address);
  if (key === null) return null;
  const articles = db.sql
    .selectFrom('Article')
    .select('id')
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(1);
  const found =
    (await articles.where(hasAddress([key])).executeTakeFirst()) ??
    // Written by a release that knows no keys, and not reached by `fillAddressKeys` yet: as it was written.
    (await articles
      .where('addressKey', 'is', null)
      .where(raw<string>`md5("url")`, '=', raw<string>`md5(${address})`)
      .executeTakeFirst());
  return found?.id ?? null;
}

/**
 * Finds the newest article of a project with a GUID: of a feed's item, of a website's page, or given by API.
 * @param guid as articles store it
 */
export async function articleWithGuid(
  { db }: Pick<App, 'db'>,
  projectId: number,
  guid: string,
): Promise<number | null> {
  const articles = db.sql
    .selectFrom('Article')
    .select('id')
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .where('guid', '=', guid)
    .orderBy('id', 'desc')
    .limit(1);
  const found =
    (await articles
      // The index of GUIDs is by source.
      .where('sourceId', 'in', (eb) =>
        eb.selectFrom('Source').select('Source.id').where('Source.projectId', '=', projectId),
      )
      .executeTakeFirst()) ?? (await articles.where('sourceId', 'is', null).executeTakeFirst());
  return found?.id ?? null;
}

/**
 * Fills the keys of articles without one: those from before keys existed, and those that a release without
 * keys still writes during an upgrade. The newest come first, because readers request them.
 * @returns their number
 */
export async function fillAddressKeys({ db }: Pick<App, 'db'>, signal: AbortSignal): Promise<number> {
  for (let count = 0; ;) {
    signal.throwIfAborted();
    const filled = await db.transaction(fillSome);
    count += filled;
    if (filled < batch) return count;
  }
}

async function fillSome(tx: Sql): Promise<number> {
  const rows = await tx
    .selectFrom('Article')
    .select((eb) => ['id', eb.ref('url').$notNull().as('url')])
    .where('addressKey', 'is', null)
    .where('url', 'is not', null)
    .orderBy('id', 'desc')
    .limit(batch)
    // Another process may be at it.
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  const keys = rows.map(({ url }) => storedAddress(url).addressKey);
  await raw`UPDATE "Article" a SET "addressKey" = made.key
    FROM unnest(${ids}::int[], ${keys}::text[]) AS made(id, key) WHERE a."id" = made.id`.execute(tx);
  return rows.length;
}
