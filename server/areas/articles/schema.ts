import type { Chunk } from '../../../prisma/generated/client/client.ts';
import { ArticleStatus } from '../../../prisma/generated/client/enums.ts';
import { builder } from '../../graphql/builder.ts';
import { nullIfNotFound } from '../../graphql/errors.ts';
import { databaseId } from '../../graphql/ids.ts';
import { countCap } from '../../product.ts';
import type { App } from '../app.ts';
import { UserType } from '../identity/types.ts';
import type { Project } from '../projects/access.ts';
import { loadBatched } from '../projects/batch-loader.ts';
import { ProjectType } from '../projects/types.ts';
import { ArticleSourceType } from '../sources/types.ts';
import { readArticle } from './articles.ts';
import {
  readAudioFiles, readChunks, readChunkSummary, readHighlight, readLog, readTexts, type ArticleLogEntry, type AudioFile, type ChunkSummary, type HighlightedWord,
} from './detail.ts';
import { countArticles, cursorOf, listArticles, type ArticleFilter, type ArticlePage } from './list.ts';
import { mayReadLogs } from './policy.ts';
import { ArticleEdgeType, ArticleType } from './types.ts';
import './mutations.ts';
import './subscriptions.ts';

const ArticleStatusType = builder.enumType('ArticleStatus', {
  description: 'How far an article has come on its way to being heard.',
  values: {
    [ArticleStatus.waiting]: { description: 'It will be voiced.' },
    [ArticleStatus.processing]: { description: 'It is being voiced.' },
    [ArticleStatus.retry]: { description: 'Something passing stood in the way; another attempt follows.' },
    [ArticleStatus.ready]: { description: 'It can be played.' },
    [ArticleStatus.errored]: { description: 'It will not succeed by itself: see the error.' },
    [ArticleStatus.rejected]: { description: "The project's rules say that it is no article." },
    [ArticleStatus.limit_reached]: { description: "The project's characters of the day are used up; it goes on after midnight UTC." },
  } as const,
});

const AudioType = builder.objectRef<AudioFile>('Audio').implement({
  description: 'A finished sound file. It never changes: another version has another name.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Base name of the file; says what it is made of.' }),
    url: t.string({ description: 'Address of the MP3 file.', resolve: ({ version }, _, { app }) => `${app.config.publicUrl}${pathOf(version)}` }),
    durationMs: t.exposeFloat('durationMs', { description: 'Milliseconds, exact to the sample.' }),
    bytes: t.exposeInt('bytes', { description: 'Size of the file.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was finished.' }),
    transcriptUrl: t.string({
      description: 'Address of the transcript with its times, WebVTT.',
      resolve: ({ version }, _, { app }) => `${app.config.publicUrl}${pathOf(version, 'vtt')}`,
    }),
  }),
});

const ArticleLogEntryType = builder.objectRef<ArticleLogEntry>('ArticleLogEntry').implement({
  description: 'Something that happened to an article.',
  fields: (t) => ({
    id: t.globalID({ description: 'Unique among all things; not refetched.', resolve: (entry) => ({ id: entry.id, type: 'ArticleLogEntry' }) }),
    databaseId: t.exposeInt('id', { description: 'The id in the database.' }),
    date: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
    action: t.exposeString('action', { description: 'What happened, in a few words.' }),
    user: t.expose('user', { type: UserType, nullable: true, description: 'Who did it; null: a program, or Parlance itself.' }),
    text: t.exposeString('text', { nullable: true, description: 'Details; null: none.' }),
    diff: t.exposeString('diff', {
      nullable: true,
      description: 'What changed, word by word: JSON `[{value, added?, removed?}]`; null: nothing to compare.',
    }),
    rule: t.expose('rule', { type: 'JSON', nullable: true, description: 'The rule that was applied, with its source and destination; null: none.' }),
  }),
});

const ChunkType = builder.objectRef<Chunk>('Chunk').implement({
  description: 'A part of an article that is voiced by itself, usually a sentence.',
  fields: (t) => ({
    id: t.globalID({ description: 'Unique among all things; not refetched.', resolve: (chunk) => ({ id: chunk.id, type: 'Chunk' }) }),
    databaseId: t.exposeInt('id', { description: 'The id in the database.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was cut.' }),
    charactersVoiced: t.exposeInt('charactersVoiced', { description: 'Characters paid for it; 0 where its sound was there already.' }),
    audioKey: t.exposeString('segmentKey', { description: 'Says what decides its sound; the same key sounds the same.' }),
    audioUrl: t.string({ description: 'Address of its sound alone.', resolve: ({ segmentKey }, _, { app }) => `${app.config.publicUrl}/download/chunk/${segmentKey}.mp3` }),
    chunkText: t.exposeString('text', { description: 'As it is spoken.' }),
    isCached: t.exposeBoolean('isCached', { description: 'Whether its sound was there already.' }),
    diff: t.exposeString('diff', {
      nullable: true,
      description: 'Against the chunk in its place in the version before, JSON `[{value, added?, removed?}]`; null: the same, or none.',
    }),
    version: t.exposeString('version', { description: "The version of the article that it is part of; an older one unless it is the audio file's base name." }),
  }),
});

const ChunkSummaryType = builder.objectRef<ChunkSummary>('ChunkSummary').implement({
  description: 'All chunks of an article together.',
  fields: (t) => ({
    totalChunks: t.exposeInt('totalChunks', { description: 'How many, of every version.' }),
    totalCharactersVoiced: t.exposeInt('totalCharactersVoiced', { description: 'Characters paid for them.' }),
  }),
});

const WordTimingType = builder.objectRef<HighlightedWord>('WordTiming').implement({
  description: 'A spoken word and when it sounds.',
  fields: (t) => ({
    word: t.exposeString('word', { description: 'As it is written.' }),
    start: t.exposeInt('start', { description: 'Where it begins in the spoken text (title and text), in UTF-16 units.' }),
    length: t.exposeInt('length', { description: 'Its length, in UTF-16 units.' }),
    startMs: t.exposeFloat('startMs', { description: 'Milliseconds from the start of the audio.' }),
    endMs: t.exposeFloat('endMs', { description: 'Milliseconds from the start of the audio.' }),
  }),
});

const byVersion = (audio: AudioFile): string => audio.version;
const byId = (row: { id: number }): number => row.id;
const readSources = (app: App, ids: readonly number[]) => app.db.prisma.source.findMany({ where: { id: { in: [...ids] } } });
const pathOf = (version: string, extension = 'mp3'): string => `/download/audio/${version}.${extension}`;
const logAccess = 'For administrators, and with the feature article-log; for others';

builder.node(ArticleType, {
  name: 'Article',
  description: 'A text that is read aloud. Seen by all who may read its project.',
  id: { resolve: (article) => article.id },
  loadOne: (id, { app, actor }) => nullIfNotFound(readArticle(app, actor, databaseId('Article', id))),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The id in addresses and in REST.' }),
    project: t.expose('project', { type: ProjectType, description: 'The project that it belongs to.' }),
    source: t.field({
      type: ArticleSourceType,
      nullable: true,
      description: 'Where it came from; null: that source is gone, or there was none.',
      resolve: async ({ sourceId }, _, context) => (sourceId === null ? null : ((await loadBatched(context, readSources, byId, sourceId))[0] ?? null)),
    }),
    title: t.exposeString('title', { description: 'Spoken before the text.' }),
    url: t.exposeString('url', { nullable: true, description: "Its page, which the web player knows it by; null: none." }),
    text: t.string({
      description: 'What is read aloud, paragraphs separated by blank lines; may hold `<voice>` tags. Empty: its page was not read yet.',
      resolve: async ({ id, text }, _, context) => text ?? (await loadBatched(context, readTexts, byId, id))[0]?.text ?? '',
    }),
    status: t.expose('status', { type: ArticleStatusType, description: 'How far it has come.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why it is errored or waits for another attempt, in words for an editor; null: it does not.' }),
    labels: t.exposeStringList('labels', { description: 'What editors or the source called it.' }),
    file: t.string({ nullable: true, description: 'Path of the MP3 file that can be played; null: none yet.', resolve: ({ audio }) => audio && pathOf(audio) }),
    audio: t.field({
      type: AudioType,
      nullable: true,
      description: 'The file that can be played; null: none yet. While a new version is made, it is the one before.',
      resolve: async ({ audio }, _, context) => (audio === null ? null : ((await loadBatched(context, readAudioFiles, byVersion, audio))[0] ?? null)),
    }),
    rssAutoUpdate: t.exposeBoolean('rssAutoUpdate', { description: 'Whether it follows changes of its item in the feed.' }),
    recrawlTime: t.expose('recrawlTime', { type: 'DateTime', nullable: true, description: 'When its page is read again; null: nobody asked for that.' }),
    addedAt: t.expose('addedAt', { type: 'DateTime', description: 'When it came in; the order of the lists.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When anything of it, its status too, last changed.' }),
    publishedAt: t.expose('publishedAt', { type: 'DateTime', nullable: true, description: 'When the publisher published it; null: not known.' }),
    canEdit: t.boolean({ description: 'Whether the caller may change it.', resolve: ({ project }) => project.rights.has('editArticles') }),
    canReadLogs: t.boolean({ description: 'Whether the caller sees its log and chunks.', resolve: ({ project }) => mayReadLogs(project) }),
    log: t.field({ type: [ArticleLogEntryType], description: `What was done to it, newest first. ${logAccess} empty.`, resolve: (article, _, { app }) => readLog(app, article, 'log') }),
    updateLog: t.field({
      type: [ArticleLogEntryType],
      description: `What changed in it, newest first. ${logAccess} empty.`,
      resolve: (article, _, { app }) => readLog(app, article, 'update'),
    }),
    recrawlLog: t.field({
      type: [ArticleLogEntryType],
      description: `How its page was read, newest first. ${logAccess} empty.`,
      resolve: (article, _, { app }) => readLog(app, article, 'recrawl'),
    }),
    chunks: t.field({
      type: [ChunkType],
      description: `Its chunks of every version that is kept, newest version first, each in order. ${logAccess} empty.`,
      resolve: (article, _, { app }) => readChunks(app, article),
    }),
    chunkSummary: t.field({ type: ChunkSummaryType, description: `All its chunks together. ${logAccess} zeroes.`, resolve: (article, _, { app }) => readChunkSummary(app, article) }),
    highlight: t.field({ type: [WordTimingType], description: 'When each word of the file sounds; empty: there is none yet.', resolve: (article, _, { app }) => readHighlight(app, article) }),
  }),
});

ArticleEdgeType.implement({
  description: "An article's place in a list.",
  fields: (t) => ({
    cursor: t.string({ description: 'For `after` and `before`.', resolve: cursorOf }),
    node: t.field({ type: ArticleType, description: 'The article.', resolve: (article) => article }),
  }),
});

/** Of a list only what is asked for is read. */
interface ArticleList {
  project: Project;
  filter: ArticleFilter;
  page: ArticlePage;
  count?: ReturnType<typeof countArticles>;
}

const ConnectionType = builder.objectRef<ArticleList>('ProjectArticlesConnection').implement({
  description: "A page of a project's articles, newest first.",
  fields: (t) => ({
    edges: t.field({ type: [ArticleEdgeType], description: 'The articles with their places.', resolve: ({ page }) => page.articles }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      description: 'Where the page stands.',
      resolve: ({ page: { articles, hasNextPage, hasPreviousPage } }) => {
        const [first, last] = [articles[0], articles.at(-1)];
        return { hasNextPage, hasPreviousPage, startCursor: first ? cursorOf(first) : null, endCursor: last ? cursorOf(last) : null };
      },
    }),
    totalCount: t.int({
      description: `How many match; ${countCap} where there are more.`,
      resolve: async (list, _, { app, actor }) => (await (list.count ??= countArticles(app, actor, list.project, list.filter))).count,
    }),
    totalIsCapped: t.boolean({
      description: 'Whether more match than were counted.',
      resolve: async (list, _, { app, actor }) => (await (list.count ??= countArticles(app, actor, list.project, list.filter))).isCapped,
    }),
  }),
});

builder.objectField(ProjectType, 'articles', (t) =>
  t.field({
    type: ConnectionType,
    description: 'Its articles, newest first, 20 unless asked for more, at most 100.',
    args: {
      first: t.arg.int({ required: false, description: 'How many from the start, `after` or `offset`.' }),
      after: t.arg.string({ required: false, description: 'Cursor after which they stand.' }),
      last: t.arg.int({ required: false, description: 'How many before the end or `before`.' }),
      before: t.arg.string({ required: false, description: 'Cursor before which they stand.' }),
      offset: t.arg.int({ required: false, description: 'How many to leave out, for page numbers. Not together with a cursor.' }),
      query: t.arg.string({ required: false, description: 'In the title: anywhere with three characters or more, at the beginning of a word with fewer.' }),
      dateFrom: t.arg({ type: 'Date', required: false, description: 'First day (UTC) on which they were added.' }),
      dateTo: t.arg({ type: 'Date', required: false, description: 'Last day (UTC) on which they were added.' }),
      status: t.arg({ type: ArticleStatusType, required: false, description: 'Only those.' }),
      qaStatus: t.arg.string({ required: false, description: '`new`: not reviewed yet; `reviewed`.' }),
    },
    resolve: async (project, { query, dateFrom, dateTo, status, qaStatus, ...paging }, { app, actor }) => {
      const filter = { query, dateFrom, dateTo, status, qaStatus };
      return { project, filter, page: await listArticles(app, actor, project, filter, paging) };
    },
  }),
);

builder.queryFields((t) => ({
  article: t.field({
    type: ArticleType,
    nullable: true,
    description: 'An article by global or database id; null: it does not exist or you may not read it.',
    args: { id: t.arg.id({ description: 'Global or database id.' }) },
    resolve: (_, { id }, { app, actor }) => nullIfNotFound((async () => readArticle(app, actor, databaseId('Article', id)))()),
  }),
}));
