import { ForeseenError } from '../../lib/foreseen-error.ts';
import type { ExtractedArticle } from '../../extraction/extract-article.ts';
import { ExtractionError } from '../../extraction/extraction-error.ts';
import type { UrlReplacement } from '../../extraction/replace-url.ts';
import type { ExtractorRule } from '../../extraction/extraction-rules.ts';
import { tenantOf } from '../../kernel/tenant.ts';
import { expectOk, safeFetch } from '../../lib/safe-fetch.ts';
import { checkpoint } from '../article-run.ts';
import type { ArticleRun, RunningArticle, Step } from '../article-run.ts';
import type { ArticleChanges, LogEntry } from '../../areas/articles/states.ts';
import { textDiff } from '../../text/text-diff.ts';

/** The page is no article of this project: it is older than the project wants, or has no text. */
export class RejectedPageError extends ForeseenError {
  override name = 'RejectedPageError';
  readonly voicing = 'reject';
}

const maxPageBytes = 10e6;

/** Reads the article's page by the project's extractor rules, where that was asked for. */
export const extract: Step = async (run, article) => {
  if (!article.fetchPage) return checkpoint(run, ['queued', 'extracted']);
  if (!article.url) throw new ExtractionError('empty', 'The article has no address that its text could be read from.');
  const rules = await rulesOf(run, article.projectId);
  const replacements = await replacementsOf(run, article.projectId);
  const address = replacements.length === 0 ? article.url : await run.app.extraction.for(tenantOf(article)).replaceUrl(article.url, replacements);
  const page = await readPage(run, article, address, rules);
  const published = page.publishedAt ? new Date(page.publishedAt) : null;
  if (article.articlesFromDate && published && published < article.articlesFromDate && article.sourceType === 'parser') {
    throw new RejectedPageError(`It was published on ${page.publishedAt!.slice(0, 10)}, before the date from which this project takes articles.`);
  }
  const title = article.title !== '' && article.sourceType !== 'parser' && !rules.some(({ rule }) => rule === 'title') ? article.title : page.title || article.title;
  const set: ArticleChanges = { fetchPage: false, title, text: page.text, ...(published && !article.publishedAt && { publishedAt: published }) };
  await checkpoint(run, ['queued', 'extracted'], set, logOf(article, title, page, rules, address));
};

async function readPage({ app, signal }: ArticleRun, article: RunningArticle, url: string, rules: ExtractorRule[]): Promise<ExtractedArticle> {
  const { fetchAllowHosts, articleMaxCharacters } = app.config;
  const response = expectOk(await safeFetch(url, {
    allowHosts: fetchAllowHosts,
    maxBytes: maxPageBytes,
    signal,
    headers: { accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1' },
    ...(article.extractorIpAddress && { localAddress: article.extractorIpAddress }),
  }));
  let page: ExtractedArticle;
  try {
    page = await app.extraction.for(tenantOf(article)).extractArticle(response.bytes, { url: response.url, rules, contentType: response.headers['content-type'] ?? null });
  } catch (error) {
    // What a website's links lead to is often no article at all.
    if (error instanceof ExtractionError && error.kind === 'no-text' && article.sourceType === 'parser') throw new RejectedPageError(error.message, { cause: error });
    throw error;
  }
  if (page.text.length > articleMaxCharacters) {
    throw new ExtractionError('too-complex', `The page's text has ${page.text.length} characters; at most ${articleMaxCharacters} are allowed.`);
  }
  return page;
}

/** Publishers name other addresses in their feeds than those at which the text is best read: a print view, say. */
async function replacementsOf({ app }: ArticleRun, projectId: number): Promise<UrlReplacement[]> {
  const { rows } = await app.db.query<UrlReplacement>('SELECT "source", "destination", "isRegex" FROM "UrlReplacement" WHERE "projectId" = $1 ORDER BY "position", "id"', [projectId]);
  return rows;
}

async function rulesOf({ app }: ArticleRun, projectId: number): Promise<ExtractorRule[]> {
  const { rows } = await app.db.query<ExtractorRule>('SELECT "rule", "selector" FROM "ExtractorRule" WHERE "projectId" = $1 ORDER BY "position", "id"', [projectId]);
  return rows;
}

function logOf(article: RunningArticle, title: string, page: ExtractedArticle, rules: ExtractorRule[], address: string): LogEntry[] {
  const read: LogEntry = { action: 'page read', kind: 'recrawl', text: `${page.text.length.toLocaleString('en')} characters from ${address}`, ...(rules.length > 0 && { rule: rules }) };
  const before = `${article.title}\n\n${article.text}`;
  const diff = article.text === '' ? null : textDiff(before, `${title}\n\n${page.text}`);
  return diff ? [read, { action: 'text changed', kind: 'update', text: page.text, diff }] : [read];
}
