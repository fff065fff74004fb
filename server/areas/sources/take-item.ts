import type { Source } from '../../../prisma/generated/client/client.ts';
import { begin, writeLog, type LogEntry } from '../articles/states.ts';
import { textDiff } from '../../text/text-diff.ts';
import type { App } from '../../kernel/app.ts';
import { cleanText } from '../articles/input.ts';
import type { Project } from '../projects/access.ts';
import type { FoundItem } from './found-item.ts';
import { articleEvent } from '../articles/events.ts';

export interface Origin {
  source: Source;
  project: Project;
}

/** What is known of an item that was found before. */
export interface KnownItem {
  id: number;
  guid: string;
  sourceHash: string | null;
  rssAutoUpdate: boolean;
  deleted: boolean;
}

/** Items of the source that are articles already, deleted ones too, by guid. */
export async function knownItems(app: App, sourceId: number, guids: string[]): Promise<Map<string, KnownItem>> {
  const { rows } = await app.db.query<KnownItem>(
    `SELECT id, guid, "sourceHash", "rssAutoUpdate", "deletedAt" IS NOT NULL AS deleted FROM "Article" WHERE "sourceId" = $1 AND guid = ANY($2)`,
    [sourceId, guids],
  );
  return new Map(rows.map((row) => [row.guid, row]));
}

/**
 * Makes an article of an item and begins to voice it. Does nothing when another poller was faster.
 * @param text of the item; where the page is to be read, it stands in until then
 */
export async function takeItem(app: App, { source, project }: Origin, item: FoundItem, text: string): Promise<void> {
  const { text: stored, error } = fitted(app, text);
  await app.db.transaction(async (sql) => {
    const { rows } = await sql.query<{ id: number }>(
      `INSERT INTO "Article" ("projectId", "sourceId", guid, url, title, text, labels, "fetchPage", "rssAutoUpdate", "sourceHash", "publishedAt", status, error)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT ("sourceId", guid) DO NOTHING RETURNING id`,
      [
        project.id, source.id, item.guid, item.url, item.title, stored, item.labels, item.fetchPage, project.autoupdate, item.hash, item.publishedAt,
        error && !item.fetchPage ? 'errored' : 'waiting', item.fetchPage ? null : error,
      ],
    );
    const article = rows[0];
    if (!article) return;
    await app.pubsub.publish(sql, articleEvent, { kind: 'added', articleId: article.id, projectId: project.id });
    if (error && !item.fetchPage) await writeLog(sql, article.id, [{ action: 'found', text: error }]);
    else await begin(app, sql, { articleId: article.id, why: source.type === 'rss' ? 'found in the feed' : 'found on the website' });
  });
}

/** Takes over what the feed now says of an article, and voices it where that is spoken. The text of a page is read again. */
export async function updateItem(app: App, articleId: number, item: FoundItem, text: string): Promise<void> {
  await app.db.transaction(async (sql) => {
    const { rows } = await sql.query<{ title: string; text: string; sourceHash: string | null }>(
      'SELECT title, text, "sourceHash" FROM "Article" WHERE id = $1 AND "deletedAt" IS NULL AND "rssAutoUpdate" FOR UPDATE',
      [articleId],
    );
    const before = rows[0];
    if (!before || before.sourceHash === item.hash) return;
    const { text: stored, error } = fitted(app, text);
    const after = { title: item.title, text: item.fetchPage || error ? before.text : stored };
    await sql.query('UPDATE "Article" SET title = $2, text = $3, url = coalesce($4, url), "sourceHash" = $5, "updatedAt" = now() WHERE id = $1', [
      articleId, after.title, after.text, item.url, item.hash,
    ]);
    const log: LogEntry[] = (['title', 'text'] as const).flatMap((field) => {
      const diff = textDiff(before[field], after[field]);
      return diff ? [{ action: `${field} changed in the feed`, kind: 'update' as const, diff }] : [];
    });
    if (error) log.push({ action: 'text changed in the feed', kind: 'update', text: error });
    await writeLog(sql, articleId, log);
    const spoken = after.title !== before.title || after.text !== before.text;
    if (spoken || item.fetchPage) await begin(app, sql, { articleId, why: 'changed in the feed', fetchPage: item.fetchPage });
  });
}

/** Marks items as known that are not taken: rows that exist for nobody, as those of deleted articles. */
export async function rememberItems(app: App, { source, project }: Origin, items: FoundItem[]): Promise<void> {
  if (items.length === 0) return;
  await app.db.query(
    `INSERT INTO "Article" ("projectId", "sourceId", guid, title, text, labels, "deletedAt")
     SELECT $1, $2, guid, '', '', '{}', now() FROM unnest($3::text[]) AS given(guid) ON CONFLICT ("sourceId", guid) DO NOTHING`,
    [project.id, source.id, items.map(({ guid }) => guid)],
  );
}

/** A text that is too long is not voiced in part: the article says so. */
function fitted(app: App, text: string): { text: string; error: string | null } {
  const clean = cleanText(text);
  const max = app.config.articleMaxCharacters;
  if (clean.length <= max) return { text: clean, error: null };
  return { text: clean.slice(0, max).toWellFormed(), error: `The text has ${clean.length} characters, more than the ${max} that an article may have.` };
}
