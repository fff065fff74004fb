import { z } from 'zod';
import { extractorRuleTypes } from '../../../extraction/extraction-rules.ts';
import { builder } from '../../../graphql/builder.ts';
import { noticesDescription, noticesIn, NoticeType } from '../../../graphql/notice-type.ts';
import { codesEnum } from '../../../graphql/words-enum.ts';
import { parseEnum } from '../../../lib/parse-enum.ts';
import type { ParagraphPosition } from '../../../text/paragraph-positions.ts';
import { readTextDiff } from '../../../text/text-diff.ts';
import { articleActions, type ArticleAction } from '../articles/article-actions.ts';
import { pathOf, TextChangeType } from '../articles/types.ts';
import { ExtractorRuleTypeType } from '../../library/settings/types.ts';
import type { ChunkSummary, HighlightedWord } from './detail.ts';

const logKind = z.enum(['log', 'update', 'recrawl']);

const appliedRules = z.array(z.object({ rule: z.enum(extractorRuleTypes), selector: z.string() }));

const AppliedRuleType = builder
  .objectRef<z.infer<typeof appliedRules>[number]>('AppliedExtractorRule')
  .implement({
    description: 'An extractor rule as it was when the page was read.',
    fields: (t) => ({
      type: t.expose('rule', { type: ExtractorRuleTypeType, description: 'Rule type.' }),
      selector: t.exposeString('selector', {
        description: 'CSS selector. For the charset rule, the name of an encoding.',
      }),
    }),
  });

export const ArticleLogKindType = builder.enumType('ArticleLogKind', {
  description: 'A log of an article.',
  values: {
    log: { description: 'Actions on the article.' },
    update: {
      description: 'Changes of its title, text, URL, labels, author, picture, publication date and embargo.',
    },
    recrawl: { description: 'Crawls of its page.' },
  } as const,
});

const ArticleLogActionType = builder.enumType('ArticleLogAction', {
  description: 'What happened to an article.',
  values: codesEnum<ArticleAction>(articleActions),
});

export const ArticleLogEntryType = builder.prismaObject('ArticleLog', {
  name: 'ArticleLogEntry',
  description: 'An entry in a log of an article.',
  select: { id: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Database ID of the entry, as used in REST.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
    kind: t.field({
      type: ArticleLogKindType,
      description: 'Log of the entry.',
      select: { kind: true },
      resolve: ({ kind }) => logKind.parse(kind),
    }),
    version: t.exposeString('version', {
      nullable: true,
      description:
        'Article version of the entry. Null if none, and in entries from before versions were ' + 'recorded.',
    }),
    code: t.field({
      type: ArticleLogActionType,
      nullable: true,
      description: "What happened. Null if another release wrote the entry and this one can't read it.",
      select: { action: true },
      resolve: ({ action }) => parseEnum(articleActions, action),
    }),
    action: t.exposeString('action', {
      description: 'The action in a few English words. Programs should use `code`.',
    }),
    user: t.relation('user', {
      nullable: true,
      description: 'User who did it. Null for an API client or Parlance itself.',
    }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'Details. Shortened in older entries of a very long log. Null if none.',
    }),
    textNotices: t.field({
      type: [NoticeType],
      nullable: true,
      description: noticesDescription('text'),
      select: { textNotices: true },
      resolve: ({ textNotices }) => noticesIn(textNotices),
    }),
    changes: t.field({
      type: [TextChangeType],
      nullable: true,
      description:
        'The changes, piece by piece. Null if there is nothing to compare or, with an error, if the record cannot be read.',
      select: { diff: true },
      resolve: ({ diff }) => (diff === null ? null : readTextDiff(diff)),
    }),
    extractorRules: t.field({
      type: [AppliedRuleType],
      nullable: true,
      description:
        'Extractor rules used to read a page. Null if the project had none, or the entry is about ' +
        'something else.',
      select: { rule: true },
      resolve: ({ rule }) => (rule === null ? null : appliedRules.parse(rule)),
    }),
  }),
});

export const ChunkType = builder.prismaObject('Chunk', {
  description: 'A part of an article with audio of its own, usually a sentence.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Database ID of the chunk, as used in REST.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the chunk was created.' }),
    charactersCharged: t.exposeInt('charactersVoiced', {
      description: 'Characters charged. Zero if its audio already existed.',
    }),
    audioKey: t.exposeString('segmentKey', {
      description: "Key of the chunk's audio. Chunks with the same key have the same audio.",
    }),
    audioUrl: t.field({
      type: 'URL',
      description: "URL of the chunk's audio.",
      resolve: ({ segmentKey }, _, { app }) => `${app.config.publicUrl}${pathOf(segmentKey)}`,
    }),
    spokenText: t.exposeString('text', { description: 'Text as it is spoken.' }),
    text: t.string({
      description:
        'Text as written in the article. Differs from `spokenText` where normalization spelled ' +
        'something out.',
      select: { text: true, written: true },
      resolve: ({ text, written }) => written ?? text,
    }),
    isCached: t.exposeBoolean('isCached', { description: 'Whether its audio already existed.' }),
    changes: t.field({
      type: [TextChangeType],
      nullable: true,
      description:
        'Changes from the chunk at the same place in the previous version. Null if it is unchanged, ' +
        'if there was none or, with an error, if the record cannot be read.',
      select: { diff: true },
      resolve: ({ diff }) => (diff === null ? null : readTextDiff(diff)),
    }),
    version: t.exposeString('version', {
      description: 'Article version. Older than the audio unless it equals the base name of its file.',
    }),
  }),
});

export const ChunkSummaryType = builder
  .objectRef<ChunkSummary>('ChunkSummary')
  .implement({
    description: 'Totals of the stored chunks of all versions, as their lists show them.',
    fields: (t) => ({
      chunks: t.exposeInt('totalChunks', { description: 'Number of chunks.' }),
      charactersCharged: t.exposeInt('totalCharactersVoiced', {
        description: 'Characters charged for the chunks.',
      }),
    }),
  });

export const WordTimingType = builder
  .objectRef<HighlightedWord>('WordTiming')
  .implement({
    description: 'A spoken word with its position and timing.',
    fields: (t) => ({
      word: t.exposeString('word', { description: 'The word as written.' }),
      start: t.exposeInt('start', {
        description: 'Start of the word in the spoken text (title and text), in UTF-16 code units.',
      }),
      length: t.exposeInt('length', { description: 'Length in UTF-16 code units.' }),
      startMs: t.exposeFloat('startMs', {
        description: 'Start in milliseconds from the beginning of the audio.',
      }),
      endMs: t.exposeFloat('endMs', { description: 'End in milliseconds from the beginning of the audio.' }),
    }),
  });

export const ParagraphPositionType = builder
  .objectRef<ParagraphPosition>('ParagraphPosition')
  .implement({
    description: 'A paragraph, heading, list item or title, with its position and timing.',
    fields: (t) => ({
      start: t.exposeInt('start', {
        description: 'Start of the paragraph in the spoken text (title and text), in UTF-16 code units.',
      }),
      length: t.exposeInt('length', { description: 'Length in UTF-16 code units.' }),
      startMs: t.exposeFloat('startMs', {
        description: 'Start in milliseconds from the beginning of the audio.',
      }),
      endMs: t.exposeFloat('endMs', { description: 'End in milliseconds from the beginning of the audio.' }),
    }),
  });
