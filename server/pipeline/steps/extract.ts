import { sql as raw, type RawBuilder } from 'kysely';
import { persistMessages, noticesColumn } from '../../lib/persisted-message.ts';
import { rejectionMessages, articleLogMessages } from '../messages.ts';
import { extractionMessages } from '../../extraction/messages.ts';
import type { ExtractedArticle } from '../../extraction/extract-article.ts';
import { ExtractionError } from '../../extraction/extraction-error.ts';
import { pageMemory, rememberPage, type PageFigures } from '../../extraction/page-memory.ts';
import { honoursRobots, robotsForbid } from '../../extraction/robots.ts';
import type { ExtractorRule } from '../../extraction/extraction-rules.ts';
import { loadExtractorRules } from '../../areas/library/settings/extractor-rules.ts';
import { loadReplacements } from '../../areas/library/settings/url-replacements.ts';
import { tenantOf } from '../../kernel/tenant.ts';
import { expectOk, safeFetch } from '../../lib/outbound/safe-fetch.ts';
import { json } from '../../lib/database/sql.ts';
import { checkpoint } from '../article-run.ts';
import type { ArticleRun, RunningArticle, Step } from '../article-run.ts';
import { checkPageBelongs, RejectedPageError } from '../check-page-belongs.ts';
import { checkRobots, disallowedError } from '../robots-permission.ts';
import { authorMaxCharacters } from '../../product.ts';
import { articleActions } from '../../areas/articles/articles/article-actions.ts';
import { pictureFrom } from '../../areas/articles/articles/picture.ts';
import {
  removeArticle,
  type ArticleChanges,
  type LogEntry,
} from '../../areas/articles/articles/article-states.ts';
import { isOldArticle, isLowConfidence } from '../../areas/articles/sources/intake-holds.ts';
import { textDiff } from '../../text/text-diff.ts';

const maxPageBytes = 10e6;
/** A page linked on a website that is less likely an article than this is skipped. */
const articleResemblance = 0.25;
/**
 * Kinds of errors that mean that a page has no readable article; a source whose pages are all like that
 * has changed.
 */
const nothingFound: ReadonlySet<string> = new Set(['no-text', 'needs-script', 'needs-consent']);

/** Reads the article's page by the project's extractor rules, if requested. */
export const extract: Step = async (run, article) => {
  if (!article.fetchPage) return checkpoint(run, ['queued', 'extracted']);
  if (!article.url) throw new ExtractionError('empty', extractionMessages.PAGE_ADDRESS_MISSING());
  const rules = await loadExtractorRules(run.app.db.sql, article.projectId);
  const replacements = await loadReplacements(run.app.db.sql, article.projectId);
  const address =
    replacements.length === 0
      ? article.url
      : await run.app.extraction.for(tenantOf(article)).replaceUrl(article.url, replacements);
  const page = await readPage(run, article, address, rules);
  const published = page.publishedAt ? new Date(page.publishedAt) : null;
  if (
    article.articlesFromDate &&
    published &&
    published < article.articlesFromDate &&
    article.sourceType === 'parser'
  ) {
    throw new RejectedPageError(rejectionMessages.PAGE_TOO_OLD({ day: page.publishedAt!.slice(0, 10) }));
  }
  if (isTouched(article, published)) return forget(run, article, page.publishedAt!);
  const own =
    article.foundByPlayer && address === article.url
      ? await checkPageBelongs(run.app, article, page.canonicalUrl)
      : {};
  const title =
    article.title !== '' && article.sourceType !== 'parser' && !rules.some(({ rule }) => rule === 'title')
      ? article.title
      : page.title || article.title;
  const image = pictureFrom(run.app.config, page.leadImage);
  const set: ArticleChanges = {
    fetchPage: false,
    title,
    text: page.text,
    ...(page.author && { author: unlessEdited('author', page.author.slice(0, authorMaxCharacters)) }),
    ...(image && { imageUrl: unlessEdited('imageUrl', image) }),
    confidence: page.confidence,
    isUnsure: isLowConfidence(article.confidenceLimit, page.confidence),
    ...own,
    ...(published && { publishedAt: unlessEdited('publishedAt', published) }),
  };
  await remember(run, article, { length: page.text.length, confidence: page.confidence, path: page.path });
  await checkpoint(run, ['queued', 'extracted'], set, logOf(article, title, page, rules, address));
};

/** How the log tells that an editor changed what the page says, too. */
const edits = {
  author: articleActions.AUTHOR_CHANGED,
  publishedAt: articleActions.DATE_CHANGED,
  imageUrl: articleActions.PICTURE_CHANGED,
} as const;

/**
 * What the page says, unless an editor said otherwise, however long ago or while the page was read. A date
 * that a source gave stays, too.
 */
const unlessEdited = <Value extends string | Date>(
  column: keyof typeof edits,
  said: Value,
): RawBuilder<Value> => {
  const first =
    column === 'publishedAt' ? raw`coalesce("publishedAt", ${said}::timestamptz)` : raw`${said}::text`;
  return raw<Value>`CASE WHEN EXISTS (SELECT 1 FROM "ArticleLog" l WHERE l."articleId" = "Article"."id"
    AND l."action" = ${edits[column]}) THEN ${raw.ref(column)} ELSE ${first} END`;
};

/** Whether a poll took an old page for a new article: see `isOld`. What was there at first is wanted. */
const isTouched = (article: RunningArticle, published: Date | null): boolean =>
  article.run === 1 &&
  article.sourceHash !== null &&
  article.sourceBeganAt !== null &&
  article.addedAt > article.sourceBeganAt &&
  isOldArticle(
    {
      source: { type: article.sourceType!, beganAt: article.sourceBeganAt },
      project: { articlesFromDate: article.articlesFromDate },
    },
    published,
  );

/** Records an unwanted article only as known, and ends its run. */
async function forget({ app }: ArticleRun, article: RunningArticle, published: string): Promise<void> {
  await app.db.transaction((tx) =>
    removeArticle(app, tx, article, {
      action: 'left out',
      told: persistMessages([rejectionMessages.PAGE_OLDER_THAN_WEBSITE({ day: published.slice(0, 10) })]),
    }),
  );
}

/** Reads the page, or where it shows nothing without scripts the other address that it names itself. */
async function readPage(
  run: ArticleRun,
  article: RunningArticle,
  url: string,
  rules: ExtractorRule[],
): Promise<ExtractedArticle> {
  const { articleMaxCharacters } = run.app.config;
  let page: ExtractedArticle;
  try {
    page = await pageAt(run, article, url, rules).catch((error: unknown) => {
      if (!(error instanceof ExtractionError) || error.alternate === null || error.alternate === url)
        throw error;
      // What is wrong with the page itself is what the editor should hear of.
      return pageAt(run, article, error.alternate, rules).catch(() => Promise.reject(error));
    });
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    if (nothingFound.has(error.kind) && article.sourceType === 'rss')
      await remember(run, article, { length: 0, confidence: 0, path: null });
    // What a website's links lead to is often no article at all.
    if ((error.kind === 'no-text' || error.kind === 'disallowed') && article.sourceType === 'parser')
      throw new RejectedPageError(error.told, { cause: error });
    throw error;
  }
  if (page.resemblance < articleResemblance && article.sourceType === 'parser') {
    throw new RejectedPageError(
      rejectionMessages.PAGE_IS_NO_ARTICLE({ confidence: Math.round(100 * page.resemblance) }),
    );
  }
  if (page.text.length > articleMaxCharacters) {
    throw new ExtractionError(
      'too-complex',
      extractionMessages.PAGE_TEXT_TOO_LONG({ characters: page.text.length, limit: articleMaxCharacters }),
    );
  }
  return page;
}

async function pageAt(
  run: ArticleRun,
  article: RunningArticle,
  url: string,
  rules: ExtractorRule[],
): Promise<ExtractedArticle> {
  const { app, signal } = run;
  const isAsked = honoursRobots(article, url);
  if (isAsked) await checkRobots(run, article, url);
  const response = expectOk(
    await safeFetch(url, {
      allowHosts: app.config.fetchAllowHosts,
      maxBytes: maxPageBytes,
      signal,
      headers: { accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1' },
      ...(article.extractorIpAddress && { localAddress: article.extractorIpAddress }),
    }),
  );
  const page = await app.extraction
    .for(tenantOf(article))
    .extractArticle(response.bytes, {
      url: response.url,
      rules,
      contentType: response.headers['content-type'] ?? null,
      withSubtitles: article.readsSubtitles ?? true,
    });
  if (isAsked && robotsForbid(response.headers['x-robots-tag'] ?? null, page.robots))
    throw disallowedError(extractionMessages.PAGE_FORBIDS_USE());
  return page;
}

/** Adds the page to what is known of the source's, so that its editors see when they change. */
async function remember({ app }: ArticleRun, { sourceId }: RunningArticle, page: PageFigures): Promise<void> {
  if (sourceId === null) return;
  await app.db.transaction(async (tx) => {
    const source = await tx
      .selectFrom('Source')
      .select('pageMemory')
      .where('id', '=', sourceId)
      .forUpdate()
      .executeTakeFirst();
    if (!source) return;
    const { memory, notice } = rememberPage(pageMemory.nullable().parse(source.pageMemory), page);
    await tx
      .updateTable('Source')
      .set({
        pageMemory: json(pageMemory, memory),
        pageNotice: notice?.message ?? null,
        pageNotices: noticesColumn(notice && persistMessages([notice])),
      })
      .where('id', '=', sourceId)
      .execute();
  });
}

function logOf(
  article: RunningArticle,
  title: string,
  page: ExtractedArticle,
  rules: ExtractorRule[],
  address: string,
): LogEntry[] {
  const read: LogEntry = {
    action: 'page read',
    kind: 'recrawl',
    told: persistMessages([articleLogMessages.ARTICLE_PAGE_READ({ characters: page.text.length, address })]),
    ...(rules.length > 0 && { rule: rules }),
  };
  const before = `${article.title}\n\n${article.text}`;
  const diff = article.text === '' ? null : textDiff(before, `${title}\n\n${page.text}`);
  return diff ? [read, { action: 'text changed', kind: 'update', text: page.text, diff }] : [read];
}
