import { dateObject } from '../rest-dates.ts';
import { day, flag, integer, list, oneOf, optionalText, read, text } from '../request-input.ts';
import { failed, type Call, type Data, type Row } from '../row.ts';

const pageSize = 20;

/** What the table shows. */
const articleRowFields = `fragment ArticleRow on Article { databaseId title url status file labels error addedAt rssAutoUpdate recrawlTime }`;

/** The whole article, for the edit screen. */
const articleFields = `fragment ArticleFields on Article {
  ...ArticleRow text source { databaseId type }
  log { ...LogEntry } updateLog { ...LogEntry } recrawlLog { ...LogEntry }
} ${articleRowFields}
fragment LogEntry on ArticleLogEntry { databaseId date action text diff rule user { name } }`;

/** That the path's article is one of the path's project, before anything is done to it. */
const articleOfProject = `query articleOfProject($articleId: ID!) { article(id: $articleId) { project { databaseId } } }`;
const belongs = ({ article }: Data, { params }: Call): boolean => String(article.project.databaseId) === params['id'];
const ofProject = (selection: string): string => `query article($articleId: ID!) { article(id: $articleId) { project { databaseId } ${selection} } }`;

/** `none`, or nothing, where a filter is unset. */
const unset = (value: unknown): unknown => (value === 'none' || value === '' ? undefined : value);
const statuses = oneOf('ready', 'processing', 'retry', 'waiting', 'errored', 'rejected', 'limit_reached');

export const articleRows: Row[] = [
  {
    method: 'GET',
    path: '/api/projects/{id}/articles',
    document: `query articles($id: ID!, $offset: Int, $query: String, $dateFrom: Date, $dateTo: Date, $status: ArticleStatus, $qaStatus: String) {
      project(id: $id) {
        balance
        articles(first: ${pageSize}, offset: $offset, query: $query, dateFrom: $dateFrom, dateTo: $dateTo, status: $status, qaStatus: $qaStatus) {
          totalCount edges { node { ...ArticleRow } }
        }
      }
    } ${articleRowFields}`,
    variables: ({ params, query }) => {
      const given = Object.fromEntries(Object.entries(query).filter(([, value]) => unset(value) !== undefined));
      const { date_from, date_to, qastatus, ...rest } = read(given, {
        offset: integer, query: text, date_from: day, date_to: day, status: statuses, qastatus: text,
      });
      return { ...params, ...rest, dateFrom: date_from, dateTo: date_to, qaStatus: qastatus };
    },
    reply: ({ project: { balance, articles } }) => ({
      articles: articles.edges.map(({ node }: Data) => articleReply(node)),
      total: articles.totalCount,
      balance,
    }),
  },
  {
    method: 'POST',
    path: '/api/projects/{id}/articles',
    document: `mutation createArticle($input: CreateArticleInput!) {
      createArticle(input: $input) { ${failed} ... on CreateArticleSuccess { article { ...ArticleFields } } }
    } ${articleFields}`,
    variables: ({ params, body }) => ({
      input: { project: params['id'], title: '', text: '', ...read(body, { title: text, text, url: optionalText, labels: list(text) }) },
    }),
    reply: ({ createArticle }) => ({ result: 'ok', article: articleReply(createArticle.article) }),
  },
  {
    method: 'GET',
    path: '/api/projects/{id}/articles/{articleId}',
    document: `${ofProject('...ArticleFields')} ${articleFields}`,
    variables: ({ params }) => params,
    belongs,
    reply: ({ article }) => ({ article: articleReply(article) }),
  },
  {
    method: 'PUT',
    path: '/api/projects/{id}/articles/{articleId}',
    document: `${articleOfProject} mutation updateArticle($input: UpdateArticleInput!) {
      updateArticle(input: $input) { ${failed} ... on UpdateArticleSuccess { article { ...ArticleFields } } }
    } ${articleFields}`,
    variables: ({ params, body }) => ({
      ...params,
      input: { id: params['articleId'], ...read(body, { title: text, text, url: optionalText, labels: list(text), rssAutoUpdate: flag }) },
    }),
    belongs,
    reply: ({ updateArticle }) => ({ result: 'ok', article: articleReply(updateArticle.article) }),
  },
  {
    method: 'POST',
    path: '/api/projects/{id}/articles/{articleId}/recrawl',
    document: `${articleOfProject} mutation recrawlArticle($input: RecrawlArticleInput!) {
      recrawlArticle(input: $input) { ${failed} ... on RecrawlArticleSuccess { article { ...ArticleRow } } }
    } ${articleRowFields}`,
    variables: ({ params }) => ({ ...params, input: { id: params['articleId'] } }),
    belongs,
    reply: ({ recrawlArticle }) => ({ result: 'ok', article: articleReply(recrawlArticle.article) }),
  },
  {
    method: 'DELETE',
    path: '/api/projects/{id}/articles/{articleId}',
    document: `${articleOfProject} mutation deleteArticle($input: DeleteArticleInput!) { deleteArticle(input: $input) { ${failed} } }`,
    variables: ({ params }) => ({ ...params, input: { id: params['articleId'] } }),
    belongs,
  },
  {
    method: 'GET',
    path: '/api/projects/{id}/articles/{articleId}/chunks',
    document: ofProject(`chunkSummary { totalChunks totalCharactersVoiced }
      chunks { databaseId createdAt charactersVoiced audioKey chunkText isCached diff version }`),
    variables: ({ params }) => params,
    belongs,
    reply: ({ article: { chunkSummary, chunks } }) => ({
      result: 'ok',
      summary: chunkSummary,
      chunks: chunks.map(({ databaseId, createdAt, ...chunk }: Data) => ({ id: databaseId, createdAt: dateObject(createdAt), ...chunk })),
    }),
  },
  {
    method: 'GET',
    path: '/api/projects/{id}/articles/{articleId}/highlight',
    document: ofProject(`highlight { word start length startMs endMs }`),
    variables: ({ params }) => params,
    belongs,
    reply: ({ article }) => ({ data: article.highlight }),
  },
  {
    method: 'GET',
    path: '/articles/{id}/download',
    document: `mutation download($input: RequestHighResInput!) {
      requestHighRes(input: $input) { ${failed} ... on RequestHighResSuccess { status progress url error } }
    }`,
    variables: ({ params, query }) => ({ input: { ...params, format: query['format'] === 'wav' ? 'wav' : 'mp3' } }),
    reply: ({ requestHighRes }) => downloadReply(requestHighRes),
  },
];

/** Asked every 3 seconds until `status` is `ok`; `progress` in percent. */
function downloadReply({ status, progress, url, error }: Data): Data {
  return status === 'failed' ? { status: 'fail', url, progress, message: error } : { status, url, progress };
}

function articleReply({ databaseId, title, url, text: words, status, file, labels, error, addedAt, rssAutoUpdate, recrawlTime, ...more }: Data): Data {
  const { source, log, updateLog, recrawlLog } = more;
  return {
    id: databaseId,
    title,
    url,
    text: words,
    status,
    file,
    labels,
    errors: error ? [error] : [],
    added: dateObject(addedAt),
    rssAutoUpdate,
    recrawlTime: dateObject(recrawlTime),
    source: source && { id: source.databaseId, type: source.type },
    log: log?.map(logReply),
    updateLog: updateLog?.map(logReply),
    recrawlLog: recrawlLog?.map(logReply),
  };
}

const logReply = ({ databaseId, date, user, ...entry }: Data): Data => ({ id: databaseId, date: dateObject(date), user: user?.name ?? null, ...entry });
