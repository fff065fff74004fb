import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../../graphql/builder.ts';
import { connectionById, pageCost } from '../../../graphql/connection-by-id.ts';
import type { Context } from '../../../graphql/context.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { ConflictError, ValidationError } from '../../../kernel/errors.ts';
import { ArticleType, AudioType, TextChangeType } from '../articles/types.ts';
import { UserType } from '../../access/identity/types.ts';
import {
  readChunks,
  readChunkPage,
  readChunkSummary,
  readHighlight,
  readLastEditor,
  readLog,
  readLogEntries,
  readParagraphs,
  readSpokenText,
  recordRights,
} from './detail.ts';
import {
  ArticleLogEntryType,
  ArticleLogKindType,
  ChunkSummaryType,
  ChunkType,
  ParagraphPositionType,
  WordTimingType,
} from './types.ts';
import { changesSince, comparedColumns, readVersions, restoreArticleVersion } from './versions.ts';
import { readWaveform } from './waveform.ts';

refetchable(ArticleLogEntryType, ({ app, actor }, ids, query) => readLogEntries(app, actor, ids, query));
refetchable(ChunkType, ({ app, actor }, ids, query) => readChunks(app, actor, ids, query));

/** Of a log, whose entries hold whole texts. */
const logCost = { field: 200, multiplier: 20 };
const logAccess =
  'Null unless the caller is an administrator or the organization has the `ARTICLE_LOG` feature.';
const rights = (_: object, { actor }: Context) => recordRights(actor);

// What happened to the article.
builder.prismaObjectFields(ArticleType, (t) => ({
  editedBy: t.prismaField({
    type: UserType,
    nullable: true,
    complexity: 20,
    description: 'User who last edited it. Null for an API client, a feed or a page, and if never edited.',
    resolve: (query, { id }, _, { app }) => readLastEditor(app, id, query),
  }),
  log: t.connection({
    type: ArticleLogEntryType,
    nullable: true,
    complexity: pageCost(logCost.field),
    description: `What happened to the article, newest entries first. ${logAccess}`,
    args: {
      kind: t.arg({
        type: ArticleLogKindType,
        required: false,
        description: 'Only entries of this log. Defaults to all.',
      }),
    },
    select: rights,
    resolve: (article, { kind, ...args }, context, info) =>
      connectionById(args, context, (page) =>
        readLog(
          context.app,
          context.actor,
          article,
          kind ?? null,
          queryFromInfo({ context, info, typeName: 'ArticleLogEntry', paths: [['edges', 'node']] }),
          page,
        ),
      ),
  }),
  chunks: t.connection({
    type: ChunkType,
    nullable: true,
    complexity: pageCost(50),
    description: `Chunks of all stored versions, newest version first, each in order. ${logAccess}`,
    args: {
      version: t.arg.string({ required: false, description: 'Only chunks of this version of the article.' }),
      voiced: t.arg.boolean({
        required: false,
        description: 'True for only chunks generated for their version, false for only the others.',
      }),
    },
    select: rights,
    resolve: (article, { version, voiced, ...args }, context) =>
      connectionById(args, context, (page) =>
        readChunkPage(context.app, context.actor, article, page, { version, voiced }),
      ),
  }),
  chunkSummary: t.field({
    type: ChunkSummaryType,
    nullable: true,
    description: `Totals of the chunks. ${logAccess}`,
    select: rights,
    resolve: (article, _, { app, actor }) => readChunkSummary(app, actor, article),
  }),
}));

// How its audio reads it.
builder.prismaObjectFields(ArticleType, (t) => ({
  paragraphs: t.field({
    type: [ParagraphPositionType],
    complexity: { field: 200, multiplier: 10 },
    description: 'Position and timing of each paragraph in the audio. Empty if there is no audio yet.',
    select: { audio: true },
    resolve: (article, _, { app }) => readParagraphs(app, article),
  }),
  spokenText: t.string({
    nullable: true,
    complexity: 100,
    description:
      'Title and text as spoken in the audio, with punctuation and paragraphs. Positions in ' +
      '`highlight` and `paragraphs` refer to it. Null if there is no audio yet.',
    select: { audio: true },
    resolve: (article, _, { app }) => readSpokenText(app, article),
  }),
  highlight: t.field({
    type: [WordTimingType],
    complexity: { field: 500, multiplier: 20 },
    description: 'Position and timing of each spoken word, in order. Empty if there is no audio yet.',
    select: { audio: true },
    resolve: (article, _, { app }) => readHighlight(app, article),
  }),
}));

// The versions of its audio.
builder.prismaObjectFields(ArticleType, (t) => ({
  versions: t.field({
    type: [AudioType],
    nullable: true,
    complexity: { field: 20, multiplier: 10 },
    description:
      'Stored versions of its audio, newest first, including the current one. Null unless the caller may edit the article.',
    select: rights,
    resolve: (article, _, context, info) =>
      readVersions(context.app, context.actor, article, queryFromInfo({ context, info, typeName: 'Audio' })),
  }),
}));

builder.prismaObjectFields(AudioType, (t) => ({
  waveform: t.intList({
    nullable: true,
    complexity: 40,
    description:
      'Loudness over time: 400 values of equally long parts, from 0 to 255 for the loudest. Measured ' +
      'when it is first requested. Null if that is not possible now.',
    select: { version: true },
    resolve: ({ version }, _, { app }) => readWaveform(app, version),
  }),
  isRestorable: t.boolean({
    description: "Whether the version's title and text are stored, so that it can be restored.",
    select: { madeOfTitle: true },
    resolve: ({ madeOfTitle }) => madeOfTitle !== null,
  }),
  changesSince: t.field({
    type: [TextChangeType],
    nullable: true,
    complexity: { field: 100, multiplier: 1 },
    description:
      "What changed in the article's title and text since this version. Null if nothing did, or if the version is not restorable.",
    select: comparedColumns,
    resolve: (audio) => changesSince(audio),
  }),
}));

builder.relayMutationField(
  'restoreArticleVersion',
  {
    description: 'The article and the version to restore.',
    inputFields: (t) => ({
      article: t.id({ description: 'Global ID or database ID of the article.' }),
      version: t.string({ description: '`version` of one of its `versions`.' }),
      revision: t.int({
        required: false,
        description:
          'Revision of the article that the caller has seen. If there is a newer one, the result is a `ConflictError`. Omit it to overwrite.',
      }),
    }),
  },
  {
    description:
      'Restores the title and text of an earlier version of an article, and regenerates its audio. Audio that ' +
      'still exists is not charged again. Requires write access to the project.',
    errors: { types: [...accessErrors, ValidationError, ConflictError] },
    resolve: async (_, { input: { article, ...input } }, { app, actor }) => ({
      article: await restoreArticleVersion(app, actor, { ...input, id: databaseId('Article', article) }),
    }),
  },
  {
    name: 'RestoreArticleVersionSuccess',
    description: 'The version has been restored; its audio follows.',
    outputFields: (t) => ({
      article: t.expose('article', { type: ArticleType, description: 'The article.' }),
    }),
  },
);
