import type { App } from '../../../../kernel/app.ts';
import type { Sql } from '../../../../lib/database/db.ts';

/**
 * Records which of an article's sounds are voiced once more, so that its next plan has others for them: the
 * same service speaks again where it never says the same twice, else the voice that steps in. A second take
 * is the last one.
 * @returns whether there is any, and the article still plays or waits with this version
 */
export async function recordSecondTakes(
  { speech }: Pick<App, 'speech'>,
  tx: Sql,
  article: { articleId: number; run: number; version: string; failoverVoice: string | null },
  failed: readonly { key: string; provider: string; text: string }[],
): Promise<boolean> {
  const otherwise = failed.filter(
    ({ provider }) => article.failoverVoice !== null || speech.provider(provider)?.varies,
  );
  if (otherwise.length === 0) return false;
  const present = await tx
    .selectFrom('Article')
    .select('id')
    .where('id', '=', article.articleId)
    .where('run', '=', article.run)
    .where('version', '=', article.version)
    .where('status', 'in', ['ready', 'waiting'])
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!present) return false;
  const before = await tx
    .selectFrom('SecondTake')
    .select('text')
    .where('articleId', '=', article.articleId)
    .execute();
  const takes = new Map(
    otherwise
      .filter(({ text }) => !before.some((take) => take.text === text))
      .map(({ key, text }) => [key, { articleId: article.articleId, segmentKey: key, text }]),
  );
  if (takes.size === 0) return false;
  await tx
    .insertInto('SecondTake')
    .values([...takes.values()])
    .execute();
  return true;
}

/** The sounds of an article that are voiced otherwise, by what they would be otherwise. */
export async function secondTakesOf(sql: Sql, articleId: number): Promise<ReadonlySet<string>> {
  const rows = await sql
    .selectFrom('SecondTake')
    .select('segmentKey')
    .where('articleId', '=', articleId)
    .execute();
  return new Set(rows.map(({ segmentKey }) => segmentKey));
}
