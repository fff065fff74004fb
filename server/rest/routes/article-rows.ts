import { graphql } from '../document.ts';
import { dateObject } from '../rest-dates.ts';
import { day, flag, integer, list, oneOf, optionalText, read, text, words } from '../request-input.ts';
import { withRestNames } from '../grouped-settings.ts';
import { row, type Call } from '../row.ts';
import { failureBody } from '../status.ts';
import { ruleReply, type ExtractorRuleType } from './extractor-rows.ts';

/** Fields of lists, without the text. */
export const articleRowFields = graphql(
  `fragment ArticleRow on Article { databaseId title url status file labels error addedAt rssAutoUpdate recrawlTime: recrawlAt }`,
);

/** The whole article, for the edit screen. */
export const articleFields = graphql(`fragment ArticleFields on Article {
  ...ArticleRow text revision source { databaseId type }
  log(kind: LOG, first: 1000) { ...Log }
  updateLog: log(kind: UPDATE, first: 1000) { ...Log }
  recrawlLog: log(kind: RECRAWL, first: 1000) { ...Log }
}
fragment Log on ArticleLogConnection {
  edges { node { databaseId date: createdAt action text changes { kind text } extractorRules { type selector } user { name } } }
}`);

/** That the path's article is one of the path's project, before anything is done to it. */
const belongs = (
  { article }: { article?: { project: { databaseId: number } } },
  { params }: Call<'id'>,
): boolean => String(article?.project.databaseId) === params.id;

/** `none`, or nothing, where a filter is unset. */
export const unsetFilter = (value: unknown): unknown =>
  value === 'none' || value === '' ? undefined : value;
const statuses = oneOf('ready', 'processing', 'retry', 'waiting', 'errored', 'rejected', 'limit_reached');
const qaStatuses = oneOf('new', 'sampled', 'error', 'reviewed');

export const articleRows = [
  row({
    method: 'GET',
    path: '/api/projects/{id}/articles',
    document:
      graphql(`query articles($id: ID!, $offset: Int, $query: String, $dateFrom: Date, $dateTo: Date, $status: ArticleStatus, $qaStatus: ArticleQaFilter) {
      project(id: $id) {
        balance
        articles(first: 20, offset: $offset, search: $query, dateFrom: $dateFrom, dateTo: $dateTo, status: $status, qaStatus: $qaStatus) {
          totalCount edges { node { ...ArticleRow text } }
        }
      }
    }`),
    variables: ({ params, query }) => {
      const given = Object.fromEntries(
        Object.entries(query).filter(([, value]) => unsetFilter(value) !== undefined),
      );
      const { date_from, date_to, qastatus, ...rest } = read(given, {
        offset: integer,
        query: text,
        date_from: day,
        date_to: day,
        status: statuses,
        qastatus: qaStatuses,
      });
      return { ...params, ...rest, dateFrom: date_from, dateTo: date_to, qaStatus: qastatus };
    },
    fail: (failure) => failureBody(withRestNames(failure, { query: 'search' })),
    reply: ({ project: { balance, articles } }) => ({
      articles: articles.edges.map(({ node }) => articleReply(node)),
      total: articles.totalCount,
      balance,
    }),
  }),
  row({
    method: 'POST',
    path: '/api/projects/{id}/articles',
    document: graphql(`mutation createArticle($input: CreateArticleInput!) {
      createArticle(input: $input) { __typename ...Failed ... on CreateArticleSuccess { article { ...ArticleFields } } }
    }`),
    variables: ({ params, body }) => ({
      input: {
        project: params.id,
        title: '',
        text: '',
        ...read(body, { title: words, text, url: optionalText, labels: list(words), guid: optionalText }),
      },
    }),
    reply: ({ createArticle }) => ({ result: 'ok', article: articleReply(createArticle.article) }),
  }),
  row({
    method: 'GET',
    path: '/api/projects/{id}/articles/{articleId}',
    document: graphql(
      `query article($articleId: ID!) { article(id: $articleId) { project { databaseId } ...ArticleFields } }`,
    ),
    variables: ({ params }) => params,
    belongs,
    reply: ({ article }) => ({ article: articleReply(article) }),
  }),
  row({
    method: 'PUT',
    path: '/api/projects/{id}/articles/{articleId}',
    document: graphql(`query ofProject($articleId: ID!) { article(id: $articleId) { project { databaseId } } }
      mutation updateArticle($input: UpdateArticleInput!) {
      updateArticle(input: $input) { __typename ...Failed ... on UpdateArticleSuccess { article { ...ArticleFields } } }
    }`),
    variables: ({ params, body }) => ({
      ...params,
      input: {
        id: params.articleId,
        ...read(body, {
          revision: integer,
          title: text,
          text,
          url: optionalText,
          labels: list(words),
          rssAutoUpdate: flag,
        }),
      },
    }),
    belongs,
    reply: ({ updateArticle }) => ({ result: 'ok', article: articleReply(updateArticle.article) }),
  }),
  row({
    method: 'POST',
    path: '/api/projects/{id}/articles/{articleId}/recrawl',
    document: graphql(`query ofProject($articleId: ID!) { article(id: $articleId) { project { databaseId } } }
      mutation recrawlArticle($input: RecrawlArticleInput!) {
      recrawlArticle(input: $input) { __typename ...Failed ... on RecrawlArticleSuccess { article { ...ArticleRow } } }
    }`),
    variables: ({ params }) => ({ ...params, input: { id: params.articleId } }),
    belongs,
    reply: ({ recrawlArticle }) => ({ result: 'ok', article: articleReply(recrawlArticle.article) }),
  }),
  row({
    method: 'DELETE',
    path: '/api/projects/{id}/articles/{articleId}',
    document: graphql(`query ofProject($articleId: ID!) { article(id: $articleId) { project { databaseId } } }
      mutation deleteArticle($input: DeleteArticleInput!) { deleteArticle(input: $input) { __typename ...Failed } }`),
    variables: ({ params }) => ({ ...params, input: { id: params.articleId } }),
    belongs,
  }),
  row({
    method: 'GET',
    path: '/api/projects/{id}/articles/{articleId}/chunks',
    document: graphql(`query chunks($articleId: ID!) {
      article(id: $articleId) {
        project { databaseId }
        chunkSummary { totalChunks: chunks totalCharactersVoiced: charactersCharged }
        chunks(first: 20000) {
          edges { node { databaseId createdAt charactersVoiced: charactersCharged audioKey chunkText: spokenText isCached changes { kind text } version } }
        }
      }
    }`),
    variables: ({ params }) => params,
    belongs,
    // Empty without permission.
    reply: ({ article: { chunkSummary, chunks } }) => ({
      result: 'ok',
      summary: chunkSummary ?? { totalChunks: 0, totalCharactersVoiced: 0 },
      chunks: (chunks?.edges ?? []).map(
        ({ node: { databaseId, createdAt, changes, version, ...chunk } }) => ({
          id: databaseId,
          createdAt: dateObject(createdAt),
          ...chunk,
          diff: diffOf(changes),
          version,
        }),
      ),
    }),
  }),
  row({
    method: 'GET',
    path: '/api/projects/{id}/articles/{articleId}/highlight',
    document: graphql(
      `query highlight($articleId: ID!) { article(id: $articleId) { project { databaseId } highlight { word start length startMs endMs } } }`,
    ),
    variables: ({ params }) => params,
    belongs,
    reply: ({ article }) => ({ data: article.highlight }),
  }),
  row({
    method: 'GET',
    path: '/articles/{id}/download',
    description: 'Requests a high-resolution file (44.1 kHz) of the article, and returns its progress.',
    document: graphql(`mutation download($input: RequestHighResInput!) {
      requestHighRes(input: $input) { __typename ...Failed ... on RequestHighResSuccess { status progress url error } }
    }`),
    variables: ({ params, query }) => ({
      input: { article: params.id, format: query['format'] === 'wav' ? ('wav' as const) : ('mp3' as const) },
    }),
    // Asked every 3 seconds until `status` is `ok`; `progress` in percent.
    reply: ({ requestHighRes: { status, progress, url, error } }) =>
      status === 'failed' ? { status: 'fail', url, progress, message: error } : { status, url, progress },
  }),
];

interface ListedArticle {
  databaseId: number;
  title: string;
  url: string | null;
  status: string;
  file: string | null;
  labels: string[];
  error: string | null;
  addedAt: string;
  rssAutoUpdate: boolean;
  recrawlTime: string | null;
}

interface LogEntry {
  databaseId: number;
  date: string;
  action: string;
  text: string | null;
  changes: Change[] | null;
  extractorRules: { type: ExtractorRuleType; selector: string }[] | null;
  user: { name: string } | null;
}

interface Change {
  kind: 'added' | 'kept' | 'removed';
  text: string;
}

interface Log {
  edges: { node: LogEntry }[];
}

/** Additional fields of the edit screen. */
interface WholeArticle {
  text: string;
  /** Send it back with an update that must not overwrite another person's changes. */
  revision: number;
  source: { databaseId: number; type: string } | null;
  log: Log | null;
  updateLog: Log | null;
  recrawlLog: Log | null;
}

export function articleReply({
  databaseId,
  title,
  url,
  text: article,
  status,
  file,
  labels,
  error,
  addedAt,
  rssAutoUpdate,
  recrawlTime,
  ...more
}: ListedArticle & Partial<WholeArticle>) {
  const { revision, source, log, updateLog, recrawlLog } = more;
  return {
    id: databaseId,
    title,
    url,
    text: article,
    status,
    file,
    labels,
    errors: error ? [error] : [],
    added: dateObject(addedAt),
    rssAutoUpdate,
    recrawlTime: dateObject(recrawlTime),
    revision,
    source: source && { id: source.databaseId, type: source.type },
    // Empty without permission.
    log: log === null ? [] : log?.edges.map(logReply),
    updateLog: updateLog === null ? [] : updateLog?.edges.map(logReply),
    recrawlLog: recrawlLog === null ? [] : recrawlLog?.edges.map(logReply),
  };
}

const logReply = ({ node }: Log['edges'][number]) => ({
  id: node.databaseId,
  date: dateObject(node.date),
  user: node.user?.name ?? null,
  action: node.action,
  text: node.text,
  diff: diffOf(node.changes),
  rule: node.extractorRules?.map(ruleReply) ?? null,
});

/** Changes in the format of older clients: `[{value, added?, removed?}]`, in JSON. */
const diffOf = (changes: Change[] | null): string | null =>
  changes &&
  JSON.stringify(
    changes.map(({ kind, text: value }) => ({ value, ...(kind !== 'kept' && { [kind]: true }) })),
  );
