import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../../graphql/builder.ts';
import { connectionById, pageCost } from '../../../graphql/connection-by-id.ts';
import type { Context } from '../../../graphql/context.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { ArticleType } from '../articles/types.ts';
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
    description: 'User who last edited it. Null for a program, the feed or the page, and if never edited.',
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
    description: `Chunks of all versions that are kept, newest version first, each in order. ${logAccess}`,
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
