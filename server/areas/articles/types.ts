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
export const ArticleType = builder.prismaObject('Article', { description: 'A text that is read aloud. Seen by all who may read its project.', select: { id: true } });

/** An article's place in a list. */
export interface ArticleEdge {
  id: number;
  addedAt: Date;
}

export const ArticleEdgeType = builder.objectRef<ArticleEdge>('ProjectArticlesConnectionEdge');

/** Where a version's file lies. */
export const pathOf = (version: string, extension = 'mp3'): string => `/download/audio/${version}.${extension}`;

export const ArticleStatusType = builder.enumType('ArticleStatus', {
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

export const HighResFormatType = builder.enumType('HighResFormat', {
  description: 'What a high-resolution file is.',
  values: {
    mp3: { description: 'MP3, 320 kbit/s, with its tags.' },
    wav: { description: 'Uncompressed, 16 bits; for further work on the sound.' },
  } as const,
});

export const HighResStatusType = builder.enumType('HighResStatus', {
  description: 'State of a high-resolution file.',
  values: { ok: { description: 'The file is available.' }, processing: { description: 'The file is being made. Ask again.' }, failed: { description: 'The file could not be made. Asking again starts another attempt.' } } as const,
});

export const TeaserType = builder.objectRef<{ version: string; durationMs: number }>('Teaser').implement({
  description: "The beginning of an article, for listeners without a subscription, with the project's invitation to subscribe.",
  fields: (t) => ({
    version: t.exposeString('version', { description: "Base name of the file; says nothing about the whole article's." }),
    url: t.string({ description: 'Address of the MP3 file.', resolve: ({ version }, _, { app }) => `${app.config.publicUrl}${pathOf(version)}` }),
    durationMs: t.exposeFloat('durationMs', { description: 'Milliseconds, exact to the sample.' }),
  }),
});

export const AudioType = builder.prismaObject('Audio', {
  description: 'A finished sound file. It never changes: another version has another name.',
  select: { version: true },
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Base name of the file; says what it is made of.' }),
    url: t.string({ description: 'Address of the MP3 file.', resolve: ({ version }, _, { app }) => `${app.config.publicUrl}${pathOf(version)}` }),
    durationMs: t.exposeFloat('durationMs', { description: 'Milliseconds, exact to the sample.' }),
    bytes: t.exposeInt('bytes', { description: 'Size of the file.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was finished.' }),
    teaser: t.field({
      type: TeaserType,
      nullable: true,
      description: 'What is heard without a subscription; null: the project has no paywall, or the article is too short for one.',
      select: { teaser: true, teaserMs: true },
      resolve: ({ teaser, teaserMs }) => (teaser === null ? null : { version: teaser, durationMs: teaserMs! }),
    }),
    transcriptUrl: t.string({
      description: 'Address of the transcript with its times, WebVTT.',
      resolve: ({ version }, _, { app }) => `${app.config.publicUrl}${pathOf(version, 'vtt')}`,
    }),
  }),
});

const TextChangeKindType = builder.enumType('TextChangeKind', {
  description: 'Which of two texts a stretch belongs to.',
  values: { kept: { description: 'To both.' }, removed: { description: 'To the older one.' }, added: { description: 'To the newer one.' } } as const,
});

const TextChangeType = builder.objectRef<DiffPart>('TextChange').implement({
  description: 'A stretch of text, and whether an edit kept, removed or added it.',
  fields: (t) => ({
    kind: t.field({ type: TextChangeKindType, description: 'What the edit did with it.', resolve: ({ added, removed }) => (added ? 'added' : removed ? 'removed' : 'kept') }),
    text: t.exposeString('value', { description: 'The stretch itself.' }),
  }),
});

const appliedRules = z.array(z.object({ rule: z.enum(extractorRuleTypes), selector: z.string() }));

const AppliedRuleType = builder.objectRef<z.infer<typeof appliedRules>[number]>('AppliedExtractorRule').implement({
  description: 'An extractor rule as it was when the page was read.',
  fields: (t) => ({
    type: t.expose('rule', { type: ExtractorRuleKindType, description: 'What it does.' }),
    selector: t.exposeString('selector', { description: 'A CSS selector; of the charset rule: the name of an encoding.' }),
  }),
});

export const ArticleLogKindType = builder.enumType('ArticleLogKind', {
  description: "A log of an article.",
  values: {
    log: { description: 'Actions on the article.' },
    update: { description: 'Changes of its title, text, address and labels.' },
    recrawl: { description: 'Readings of its page.' },
  } as const,
});

export const ArticleLogEntryType = builder.prismaObject('ArticleLog', {
  name: 'ArticleLogEntry',
  description: 'Something that happened to an article.',
  select: { id: true },
  fields: (t) => ({
    id: t.globalID({ description: 'Unique among all things; not refetched.', resolve: (entry) => ({ id: entry.id, type: 'ArticleLogEntry' }) }),
    databaseId: t.exposeInt('id', { description: 'The id in the database.' }),
    date: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
    action: t.exposeString('action', { description: 'What happened, in a few words.' }),
    user: t.relation('user', { nullable: true, description: 'Who did it; null: a program, or Parlance itself.' }),
    text: t.exposeString('text', { nullable: true, description: 'Details, of which older entries of a very long log have the beginning; null: none.' }),
    diff: t.exposeString('diff', {
      nullable: true,
      description: 'What changed, word by word: JSON `[{value, added?, removed?}]`; null: nothing to compare, or an older entry of a very long log.',
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
      type: 'JSON', nullable: true, description: 'The rules that were applied; null: none.', deprecationReason: 'Use `extractorRules`, which is typed.',
    }),
  }),
});

export const ChunkType = builder.prismaObject('Chunk', {
  description: 'A part of an article that is voiced by itself, usually a sentence.',
  fields: (t) => ({
    id: t.globalID({ description: 'Unique among all things; not refetched.', resolve: (chunk) => ({ id: chunk.id, type: 'Chunk' }) }),
    databaseId: t.exposeInt('id', { description: 'The id in the database.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was cut.' }),
    charactersVoiced: t.exposeInt('charactersVoiced', { description: 'Characters paid for it; 0 where its sound was there already.' }),
    audioKey: t.exposeString('segmentKey', { description: 'Says what decides its sound; the same key sounds the same.' }),
    audioUrl: t.string({ description: 'Address of its sound alone.', resolve: ({ segmentKey }, _, { app }) => `${app.config.publicUrl}${pathOf(segmentKey)}` }),
    chunkText: t.exposeString('text', { description: 'As it is spoken.' }),
    isCached: t.exposeBoolean('isCached', { description: 'Whether its sound was there already.' }),
    changes: t.field({
      type: [TextChangeType],
      nullable: true,
      description: 'Changes compared to the chunk at the same place in the previous version, piece by piece. Null if it is unchanged, if there was none or, with an error, if the record cannot be read.',
      select: { diff: true },
      resolve: ({ diff }) => (diff === null ? null : readTextDiff(diff)),
    }),
    diff: t.exposeString('diff', {
      nullable: true,
      description: 'Against the chunk in its place in the version before, JSON `[{value, added?, removed?}]`; null: the same, or none.',
      deprecationReason: 'Use `changes`, which is typed.',
    }),
    version: t.exposeString('version', { description: "The version of the article that it is part of; an older one unless it is the audio file's base name." }),
  }),
});

export const ChunkSummaryType = builder.objectRef<ChunkSummary>('ChunkSummary').implement({
  description: 'The chunks of the version that can be played, together; without one, those of the newest.',
  fields: (t) => ({
    totalChunks: t.exposeInt('totalChunks', { description: 'How many.' }),
    totalCharactersVoiced: t.exposeInt('totalCharactersVoiced', { description: 'Characters paid for them.' }),
  }),
});

export const WordTimingType = builder.objectRef<HighlightedWord>('WordTiming').implement({
  description: 'A spoken word and when it sounds.',
  fields: (t) => ({
    word: t.exposeString('word', { description: 'As it is written.' }),
    start: t.exposeInt('start', { description: 'Where it begins in the spoken text (title and text), in UTF-16 units.' }),
    length: t.exposeInt('length', { description: 'Its length, in UTF-16 units.' }),
    startMs: t.exposeFloat('startMs', { description: 'Milliseconds from the start of the audio.' }),
    endMs: t.exposeFloat('endMs', { description: 'Milliseconds from the start of the audio.' }),
  }),
});

export const ParagraphPositionType = builder.objectRef<ParagraphPosition>('ParagraphPosition').implement({
  description: 'A paragraph, heading, list item or title, and when it sounds.',
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'Where it begins in the spoken text (title and text), in UTF-16 units.' }),
    length: t.exposeInt('length', { description: 'Its length, in UTF-16 units.' }),
    startMs: t.exposeFloat('startMs', { description: 'Milliseconds from the start of the audio.' }),
    endMs: t.exposeFloat('endMs', { description: 'Milliseconds from the start of the audio.' }),
  }),
});

export const ArticleEventKindType = builder.enumType('ArticleEventKind', {
  description: 'What happened.',
  values: {
    added: { description: 'It is new.' },
    changed: { description: 'Anything of it, its status too; also how it stands when watching begins.' },
    deleted: { description: 'It is gone.' },
  } as const,
});

export const ArticleEventType = builder.objectRef<ArticleEvent>('ArticleEvent').implement({
  description: 'Something that happened to an article.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ArticleEventKindType, description: 'What happened.' }),
    article: t.expose('article', { type: ArticleType, nullable: true, description: 'As it is now; null: deleted.' }),
    deletedId: t.globalID({
      nullable: true,
      description: 'Its global id; null unless it is deleted.',
      resolve: ({ kind, articleId }) => (kind === 'deleted' ? { id: articleId, type: 'Article' } : null),
    }),
  }),
});
