import { ArticleStatus } from '../../../prisma/generated/client/enums.ts';
import { z } from 'zod';
import { extractorRuleTypes } from '../../extraction/extraction-rules.ts';
import { builder } from '../../graphql/builder.ts';
import type { ParagraphPosition } from '../../text/paragraph-positions.ts';
import type { ChunkSummary, HighlightedWord } from './detail.ts';
import { readTextDiff, type DiffPart } from '../../text/text-diff.ts';
import { ExtractorRuleKindType } from '../projects/types.ts';
import type { ArticleEvent } from './watch.ts';

/** GraphQL types that other areas lead to. */
export const ArticleType = builder.prismaObject('Article', {
  description: 'A text that is read aloud. Visible to all who can read the project.',
  select: { id: true },
});

/** An article's place in a list. */
export interface ArticleEdge {
  id: number;
  addedAt: Date;
}

export const ArticleEdgeType = builder.objectRef<ArticleEdge>('ProjectArticlesConnectionEdge');

/** Where a version's file lies. */
export const pathOf = (version: string, extension = 'mp3'): string => `/download/audio/${version}.${extension}`;

export const ArticleStatusType = builder.enumType('ArticleStatus', {
  description: 'Status of an article on its way to audio.',
  values: {
    [ArticleStatus.waiting]: { description: 'The article is waiting to be voiced.' },
    [ArticleStatus.processing]: { description: 'The article is being voiced.' },
    [ArticleStatus.retry]: { description: 'A temporary problem occurred. Another attempt follows.' },
    [ArticleStatus.ready]: { description: 'The article can be played.' },
    [ArticleStatus.errored]: { description: 'The article failed and is not retried automatically. See `error`.' },
    [ArticleStatus.rejected]: { description: "The project's rules or settings reject the article." },
    [ArticleStatus.limit_reached]: { description: "The project's daily limit has been reached. Voicing continues after midnight UTC." },
  } as const,
});

export const ArticleQaFilterType = builder.enumType('ArticleQaFilter', {
  description: 'Which articles, by their status of review.',
  values: {
    new: { description: 'To be reviewed, for whatever reason.' },
    sampled: { description: 'To be reviewed, because they became ready.' },
    error: { description: 'To be reviewed, because they failed.' },
    reviewed: { description: 'Reviewed.' },
    none: { description: 'Not chosen for review.' },
  } as const,
});

export const HighResFormatType = builder.enumType('HighResFormat', {
  description: 'Format of a high-resolution file.',
  values: {
    mp3: { description: 'MP3, 320 kbit/s, with tags.' },
    wav: { description: 'Uncompressed WAV, 16 bits, for further editing.' },
  } as const,
});

export const HighResStatusType = builder.enumType('HighResStatus', {
  description: 'State of a high-resolution file.',
  values: {
    ok: { description: 'The file is available.' },
    processing: { description: 'The file is being made. Ask again.' },
    failed: { description: 'The file could not be made. Asking again starts another attempt.' },
  } as const,
});

export const TeaserType = builder
  .objectRef<{ version: string; durationMs: number }>('Teaser')
  .implement({
    description: "The beginning of an article, for listeners without a subscription, followed by the project's invitation to subscribe.",
    fields: (t) => ({
      version: t.exposeString('version', { description: 'Base name of the file. It does not reveal the name of the full audio.' }),
      url: t.string({
        description: 'URL of the MP3 file.',
        resolve: ({ version }, _, { app }) => `${app.config.publicUrl}${pathOf(version)}`,
      }),
      durationMs: t.exposeFloat('durationMs', { description: 'Duration in milliseconds, exact to the sample.' }),
    }),
  });

export const AudioType = builder.prismaObject('Audio', {
  description: 'A finished audio file. It never changes; a new version has a new name.',
  select: { version: true },
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Base name of the file, derived from what it is made of.' }),
    url: t.string({
      description: 'URL of the MP3 file.',
      resolve: ({ version }, _, { app }) => `${app.config.publicUrl}${pathOf(version)}`,
    }),
    durationMs: t.exposeFloat('durationMs', { description: 'Duration in milliseconds, exact to the sample.' }),
    bytes: t.exposeInt('bytes', { description: 'Size of the file in bytes.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the file was finished.' }),
    teaser: t.field({
      type: TeaserType,
      nullable: true,
      description: 'Teaser for listeners without a subscription. Null when the project has no paywall or the article is too short for one.',
      select: { teaser: true, teaserMs: true },
      resolve: ({ teaser, teaserMs }) => (teaser === null ? null : { version: teaser, durationMs: teaserMs! }),
    }),
    transcriptUrl: t.string({
      description: 'URL of the transcript with timings, in WebVTT.',
      resolve: ({ version }, _, { app }) => `${app.config.publicUrl}${pathOf(version, 'vtt')}`,
    }),
  }),
});

const TextChangeKindType = builder.enumType('TextChangeKind', {
  description: 'What an edit did to a piece of text.',
  values: {
    kept: { description: 'It is in both.' },
    removed: { description: 'It was removed.' },
    added: { description: 'It was added.' },
  } as const,
});

export const TextChangeType = builder
  .objectRef<DiffPart>('TextChange')
  .implement({
    description: 'A piece of text, and whether an edit kept, removed or added it.',
    fields: (t) => ({
      kind: t.field({
        type: TextChangeKindType,
        description: 'What the edit did to it.',
        resolve: ({ added, removed }) => (added ? 'added' : removed ? 'removed' : 'kept'),
      }),
      text: t.exposeString('value', { description: 'The text.' }),
    }),
  });

const appliedRules = z.array(z.object({ rule: z.enum(extractorRuleTypes), selector: z.string() }));

const AppliedRuleType = builder
  .objectRef<z.infer<typeof appliedRules>[number]>('AppliedExtractorRule')
  .implement({
    description: 'An extractor rule as it was when the page was read.',
    fields: (t) => ({
      type: t.expose('rule', { type: ExtractorRuleKindType, description: 'Rule type.' }),
      selector: t.exposeString('selector', { description: 'CSS selector. For the charset rule, the name of an encoding.' }),
    }),
  });

export const ArticleLogKindType = builder.enumType('ArticleLogKind', {
  description: 'A log of an article.',
  values: {
    log: { description: 'Actions on the article.' },
    update: { description: 'Changes of its title, text, address and labels.' },
    recrawl: { description: 'Readings of its page.' },
  } as const,
});

export const ArticleLogEntryType = builder.prismaObject('ArticleLog', {
  name: 'ArticleLogEntry',
  description: 'An entry in a log of an article.',
  select: { id: true },
  fields: (t) => ({
    id: t.globalID({
      description: 'Global ID. Cannot be passed to `node`.',
      resolve: (entry) => ({ id: entry.id, type: 'ArticleLogEntry' }),
    }),
    databaseId: t.exposeInt('id', { description: 'Database ID of the entry.' }),
    date: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
    action: t.exposeString('action', { description: 'What happened, in a few words.' }),
    user: t.relation('user', { nullable: true, description: 'User who did it. Null for a program or Parlance itself.' }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'Details. Shortened in older entries of a very long log. Null when there are none.',
    }),
    diff: t.exposeString('diff', {
      nullable: true,
      description:
        'Word-by-word difference, as JSON `[{value, added?, removed?}]`. Null when there is nothing to compare, and in older entries of ' +
        'a very long log.',
      deprecationReason: 'Use `changes`, which is typed.',
    }),
    changes: t.field({
      type: [TextChangeType],
      nullable: true,
      description: 'The changes, piece by piece. Null if there is nothing to compare or, with an error, if the record cannot be read.',
      select: { diff: true },
      resolve: ({ diff }) => (diff === null ? null : readTextDiff(diff)),
    }),
    extractorRules: t.field({
      type: [AppliedRuleType],
      nullable: true,
      description: 'Extractor rules with which a page was read. Null if the project had none, or if the entry is about something else.',
      select: { rule: true },
      resolve: ({ rule }) => (rule === null ? null : appliedRules.parse(rule)),
    }),
    rule: t.expose('rule', {
      type: 'JSON',
      nullable: true,
      description: 'Applied rules. Null when there were none.',
      deprecationReason: 'Use `extractorRules`, which is typed.',
    }),
  }),
});

export const ChunkType = builder.prismaObject('Chunk', {
  description: 'A part of an article that is voiced on its own, usually a sentence.',
  fields: (t) => ({
    id: t.globalID({ description: 'Global ID. Cannot be passed to `node`.', resolve: (chunk) => ({ id: chunk.id, type: 'Chunk' }) }),
    databaseId: t.exposeInt('id', { description: 'Database ID of the chunk.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the chunk was created.' }),
    charactersVoiced: t.exposeInt('charactersVoiced', { description: 'Characters charged. Zero when its audio already existed.' }),
    audioKey: t.exposeString('segmentKey', { description: "Key of the chunk's audio. Chunks with the same key sound the same." }),
    audioUrl: t.string({
      description: "URL of the chunk's audio.",
      resolve: ({ segmentKey }, _, { app }) => `${app.config.publicUrl}${pathOf(segmentKey)}`,
    }),
    chunkText: t.exposeString('text', { description: 'Text as it is spoken.' }),
    writtenText: t.string({
      description: 'Text as it stands in the article. Differs from `chunkText` where normalization spelled something out.',
      select: { text: true, written: true },
      resolve: ({ text, written }) => written ?? text,
    }),
    isCached: t.exposeBoolean('isCached', { description: 'Whether its audio already existed.' }),
    changes: t.field({
      type: [TextChangeType],
      nullable: true,
      description:
        'Changes compared to the chunk at the same place in the previous version, piece by piece. Null if it is unchanged, if there ' +
        'was none or, with an error, if the record cannot be read.',
      select: { diff: true },
      resolve: ({ diff }) => (diff === null ? null : readTextDiff(diff)),
    }),
    diff: t.exposeString('diff', {
      nullable: true,
      description:
        'Difference from the corresponding chunk of the previous version, as JSON `[{value, added?, removed?}]`. Null when they are the ' +
        'same or there was none.',
      deprecationReason: 'Use `changes`, which is typed.',
    }),
    version: t.exposeString('version', { description: 'Article version; older than the audio unless it is the base name of its file.' }),
  }),
});

export const ChunkSummaryType = builder
  .objectRef<ChunkSummary>('ChunkSummary')
  .implement({
    description: 'Totals of the chunks of the playable version or, without one, of the newest version.',
    fields: (t) => ({
      totalChunks: t.exposeInt('totalChunks', { description: 'Number of chunks.' }),
      totalCharactersVoiced: t.exposeInt('totalCharactersVoiced', { description: 'Characters charged for the chunks.' }),
    }),
  });

export const WordTimingType = builder
  .objectRef<HighlightedWord>('WordTiming')
  .implement({
    description: 'A spoken word with its position and timing.',
    fields: (t) => ({
      word: t.exposeString('word', { description: 'The word as it is written.' }),
      start: t.exposeInt('start', { description: 'Start of the word in the spoken text (title and text), in UTF-16 code units.' }),
      length: t.exposeInt('length', { description: 'Length in UTF-16 code units.' }),
      startMs: t.exposeFloat('startMs', { description: 'Start in milliseconds from the beginning of the audio.' }),
      endMs: t.exposeFloat('endMs', { description: 'End in milliseconds from the beginning of the audio.' }),
    }),
  });

export const ParagraphPositionType = builder
  .objectRef<ParagraphPosition>('ParagraphPosition')
  .implement({
    description: 'A paragraph, heading, list item or title, with its position and timing.',
    fields: (t) => ({
      start: t.exposeInt('start', { description: 'Start of the paragraph in the spoken text (title and text), in UTF-16 code units.' }),
      length: t.exposeInt('length', { description: 'Length in UTF-16 code units.' }),
      startMs: t.exposeFloat('startMs', { description: 'Start in milliseconds from the beginning of the audio.' }),
      endMs: t.exposeFloat('endMs', { description: 'End in milliseconds from the beginning of the audio.' }),
    }),
  });

export const ArticleEventKindType = builder.enumType('ArticleEventKind', {
  description: 'Kind of an article event.',
  values: {
    added: { description: 'The article was added.' },
    changed: { description: 'Something changed, including the status. Also sent as the current state when a subscription starts.' },
    deleted: { description: 'The article was deleted.' },
  } as const,
});

export const ArticleEventType = builder
  .objectRef<ArticleEvent>('ArticleEvent')
  .implement({
    description: 'A change to an article.',
    fields: (t) => ({
      kind: t.expose('kind', { type: ArticleEventKindType, description: 'What happened.' }),
      article: t.expose('article', { type: ArticleType, nullable: true, description: 'The updated article. Null when it was deleted.' }),
      deletedId: t.globalID({
        nullable: true,
        description: 'Global ID of the deleted article. Null for other events.',
        resolve: ({ kind, articleId }) => (kind === 'deleted' ? { id: articleId, type: 'Article' } : null),
      }),
    }),
  });
