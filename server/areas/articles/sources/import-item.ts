import { databaseTime } from '../../../lib/database/database-clock.ts';
import { persistMessages, noticesColumn, type PersistedMessage } from '../../../lib/persisted-message.ts';
import { itemMessages } from './messages.ts';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import { hasAddress, storedAddress } from '../articles/addresses.ts';
import { scheduleRelease } from '../articles/schedule-embargo.ts';
import { pictureOfItem } from '../articles/picture.ts';
import { beginRun, writeLog, type LogEntry } from '../articles/article-states.ts';
import { addressKey } from '../../../text/address-key.ts';
import { textDiff } from '../../../text/text-diff.ts';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf, now } from '../../../lib/database/sql.ts';
import { cleanText } from '../articles/input.ts';
import type { Project } from '../../access/project-access/access.ts';
import type { SourceItem } from './source-item.ts';
import { articleEvent } from '../articles/events.ts';

export interface Origin {
  source: Selectable<Tables['Source']>;
  project: Project;
}

/** An item's text, or why it has none. */
export interface ItemText {
  text: string;
  error: PersistedMessage | null;
}

/** The source was corrected, or switched off, while it was read: what was read is no longer asked for. */
export class SourceChangedError extends Error {
  override name = 'SourceChangedError';
}

/** What is known of an item that was found before. */
export interface ExistingItem {
  id: number;
  guid: string;
  sourceHash: string | null;
  rssAutoUpdate: boolean;
  deleted: boolean;
}

/** Items of the source that are articles already, deleted ones too, by guid. */
export async function readExistingItems(
  app: App,
  sourceId: number,
  guids: string[],
): Promise<Map<string, ExistingItem>> {
  const rows = await app.db.sql
    .selectFrom('Article')
    .select((eb) => [
      'id',
      eb.ref('guid').$notNull().as('guid'),
      'sourceHash',
      'rssAutoUpdate',
      eb('deletedAt', 'is not', null).as('deleted'),
    ])
    .where('sourceId', '=', sourceId)
    .where('guid', '=', anyOf(guids, 'text'))
    .execute();
  return new Map(rows.map((row) => [row.guid, { ...row, deleted: Boolean(row.deleted) }]));
}

/**
 * Articles that the source brought before its type changed or under another spelling of their address, or
 * that a program or person added under it, by what their items are called now: they are the same where their
 * pages are. From now on they are known by that, and nothing comes twice. Items that share a page are not
 * looked for.
 * @param items all that it has now
 * @param already those of them that are known, by guid
 */
export async function linkExistingItems(
  app: App,
  { source: { id: sourceId }, project }: Origin,
  items: readonly SourceItem[],
  already: ReadonlyMap<string, ExistingItem>,
): Promise<Map<string, ExistingItem>> {
  const byPage = Map.groupBy(items, ({ url }) => url && addressKey(url));
  const known = new Map<string, ExistingItem>();
  const pages = [...byPage].flatMap(([page, [item, another]]) =>
    page && !another && !already.has(item!.guid) ? [page] : [],
  );
  if (pages.length === 0) return known;
  const taken = new Set([...already.values()].map(({ id }) => id));
  const rows = await app.db.sql
    .selectFrom('Article')
    .select((eb) => ['id', 'addressKey', 'rssAutoUpdate', eb('deletedAt', 'is not', null).as('deleted')])
    .where('projectId', '=', project.id)
    .where('sourceId', '=', sourceId)
    .where(hasAddress(pages))
    .orderBy((eb) => eb('deletedAt', 'is not', null))
    .orderBy('id', 'desc')
    .execute();
  for (const { id, addressKey: page, rssAutoUpdate, deleted } of rows) {
    const [item] = byPage.get(page) ?? [];
    if (!item || taken.has(id) || known.has(item.guid)) continue;
    const { guid, hash } = item;
    await giveIdentifier(app, sourceId, id, item);
    known.set(guid, { id, guid, sourceHash: hash, rssAutoUpdate, deleted: Boolean(deleted) });
  }
  return known;
}

/**
 * Articles of a feed whose items it calls otherwise by now, though they say the same: they are known by their
 * new identifiers from now on. What several items or several articles say is not looked for.
 * @param already those that are known, by guid
 */
export async function recognizeItems(
  app: App,
  sourceId: number,
  items: readonly SourceItem[],
  already: ReadonlyMap<string, ExistingItem>,
): Promise<Map<string, ExistingItem>> {
  const known = new Map<string, ExistingItem>();
  const unknown = new Map(items.filter(({ guid }) => !already.has(guid)).map((item) => [item.hash, item]));
  if (unknown.size === 0) return known;
  const taken = new Set([...already.values()].map(({ id }) => id));
  const rows = await app.db.sql
    .selectFrom('Article')
    .select((eb) => ['id', 'sourceHash', 'rssAutoUpdate', eb('deletedAt', 'is not', null).as('deleted')])
    .where('sourceId', '=', sourceId)
    .where('sourceHash', '=', anyOf([...unknown.keys()], 'text'))
    .orderBy((eb) => eb('deletedAt', 'is not', null))
    .orderBy('id')
    .execute();
  for (const { id, sourceHash, rssAutoUpdate, deleted } of rows) {
    const item = unknown.get(sourceHash ?? '');
    if (!item || taken.has(id) || known.has(item.guid)) continue;
    const { guid, hash } = item;
    await giveIdentifier(app, sourceId, id, item);
    known.set(guid, { id, guid, sourceHash: hash, rssAutoUpdate, deleted: Boolean(deleted) });
  }
  return known;
}

/** Gives an article the identifier and hash of an item, unless another article of the source has it. */
async function giveIdentifier(
  app: App,
  sourceId: number,
  articleId: number,
  { guid, hash }: SourceItem,
): Promise<void> {
  await app.db.sql
    .updateTable('Article')
    .set({ guid, sourceHash: hash })
    .where('id', '=', articleId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('Article as a')
            .select('a.id')
            .where('a.sourceId', '=', sourceId)
            .where('a.guid', '=', guid),
        ),
      ),
    )
    .execute();
}

/**
 * Creates an article from an item and starts to generate its audio. Does nothing when another poller was
 * faster.
 * @param item without a hash if it doesn't come from the source
 * @param given fields of the item; if the page is to be read, its text is used until then
 * @param options.isBurst whether it is only read, and then held for an editor
 * @param options.admit for an item found by a player and not by the source: whether it may be created, called
 * within the transaction
 * @returns whether it was created
 * @throws SourceChangedError
 */
export async function importItem(
  app: App,
  origin: Origin,
  item: Omit<SourceItem, 'hash'> & { hash: string | null },
  given: ItemText,
  { isBurst, admit }: { isBurst: boolean; admit?: (sql: Sql) => Promise<boolean> },
): Promise<boolean> {
  const { source, project } = origin;
  const { text, error } = fitted(app, given);
  return app.db.transaction(async (sql) => {
    if (admit && !(await admit(sql))) return false;
    await requireUnchanged(sql, origin);
    const { guid, url, title, labels, fetchPage, publishedAt } = item;
    const isErrored = error !== null && !fetchPage;
    const publishAt = scheduledFor(publishedAt);
    const article = await sql
      .insertInto('Article')
      .values({
        projectId: project.id,
        sourceId: source.id,
        guid,
        ...storedAddress(url),
        title,
        text,
        labels,
        // Retrying an unreadable item reads its page.
        fetchPage: fetchPage || (isErrored && text === '' && url !== null),
        rssAutoUpdate: project.autoupdate,
        foundByPlayer: admit !== undefined,
        sourceHash: item.hash,
        publishedAt,
        publishAt,
        isEmbargoed: publishAt !== null,
        imageUrl: pictureOfItem(app.config, item.item),
        isBurst,
        status: isErrored ? 'errored' : 'waiting',
        error: isErrored ? error.text : null,
        errorNotices: noticesColumn(isErrored ? error : null),
      })
      .onConflict((conflict) => conflict.columns(['sourceId', 'guid']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!article) return false;
    await app.pubsub.publish(sql, articleEvent, {
      kind: 'added',
      articleId: article.id,
      projectId: project.id,
    });
    if (publishAt) {
      await scheduleRelease(app, sql, article.id, publishAt);
      await writeLog(sql, article.id, [
        {
          action: 'embargo changed',
          kind: 'update',
          told: persistMessages([itemMessages.ITEM_SCHEDULED({ day: publishAt.toISOString().slice(0, 10) })]),
        },
      ]);
    }
    if (isErrored) await writeLog(sql, article.id, [{ action: 'found', told: error }]);
    else
      await beginRun(app, sql, {
        articleId: article.id,
        why: admit
          ? 'found by a player'
          : source.type === 'rss'
            ? 'found in the feed'
            : 'found on the website',
      });
    return true;
  });
}

/** Clocks differ by less. */
const clockMs = 5 * 60_000;

/** When an article is published that its source dates ahead; null: at once. */
function scheduledFor(publishedAt: Date | null): Date | null {
  const isAhead = publishedAt !== null && publishedAt.getTime() > databaseTime().getTime() + clockMs;
  return isAhead ? publishedAt : null;
}

/** @throws SourceChangedError where another address is to be read by now, or none */
async function requireUnchanged(sql: Sql, { source, project }: Origin): Promise<void> {
  const unchanged = await sql
    .selectFrom('Source as s')
    .innerJoin('Project as p', 'p.id', 's.projectId')
    .select('s.id')
    .where('s.id', '=', source.id)
    .where('s.type', '=', source.type)
    .where('s.url', 'is not distinct from', source.url)
    .where('p.deletedAt', 'is', null)
    .$if(source.url === null, (query) =>
      query
        .where('p.autoAddArticles', '=', project.autoAddArticles)
        .where('p.mainUrl', 'is not distinct from', project.mainUrl),
    )
    // A change of it waits until what is taken is stored.
    .forShare('s')
    .executeTakeFirst();
  if (!unchanged) throw new SourceChangedError(`Source ${source.id} has changed.`);
}

/**
 * Applies the feed's current data to an article, and regenerates audio if spoken text changed. The text of
 * a page is read again.
 */
export async function updateItem(
  app: App,
  articleId: number,
  item: SourceItem,
  given: ItemText,
): Promise<void> {
  await app.db.transaction(async (sql) => {
    const before = await sql
      .selectFrom('Article')
      .select(['title', 'text', 'sourceHash'])
      .where('id', '=', articleId)
      .where('deletedAt', 'is', null)
      .where('rssAutoUpdate', '=', true)
      .forUpdate()
      .executeTakeFirst();
    if (!before || before.sourceHash === item.hash) return;
    const { text: stored, error } = fitted(app, given);
    const after = { title: item.title, text: item.fetchPage || error ? before.text : stored };
    await sql
      .updateTable('Article')
      .set({
        ...after,
        ...(item.url !== null && storedAddress(item.url)),
        sourceHash: item.hash,
        updatedAt: now(),
      })
      .where('id', '=', articleId)
      .execute();
    const log: LogEntry[] = (['title', 'text'] as const).flatMap((field) => {
      const diff = textDiff(before[field], after[field]);
      return diff ? [{ action: `${field} changed in the feed`, kind: 'update' as const, diff }] : [];
    });
    if (error) log.push({ action: 'text changed in the feed', kind: 'update', told: error });
    await writeLog(sql, articleId, log);
    const spoken = after.title !== before.title || after.text !== before.text;
    if (spoken || item.fetchPage)
      await beginRun(app, sql, { articleId, why: 'changed in the feed', fetchPage: item.fetchPage });
  });
}

/**
 * Marks items as known without importing them: their rows count as deleted articles, so that they are not
 * visible.
 */
export async function rememberItems(
  app: App,
  { source, project }: Origin,
  items: SourceItem[],
): Promise<void> {
  if (items.length === 0) return;
  const deletedAt = databaseTime();
  await app.db.prisma.article.createMany({
    data: items.map(({ guid, hash, publishedAt }) => ({
      projectId: project.id,
      sourceId: source.id,
      guid,
      sourceHash: hash,
      publishedAt,
      title: '',
      text: '',
      deletedAt,
    })),
    skipDuplicates: true,
  });
}

/** A text that is too long is not generated in part: the article fails with a message. */
function fitted(app: App, { text, error }: ItemText): ItemText {
  const clean = cleanText(text);
  const max = app.config.articleMaxCharacters;
  if (clean.length <= max) return { text: clean, error };
  return {
    text: clean.slice(0, max).toWellFormed(),
    error: persistMessages([itemMessages.ITEM_TEXT_TOO_LONG({ characters: clean.length, limit: max })]),
  };
}
