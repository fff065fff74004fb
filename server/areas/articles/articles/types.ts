import { ArticleStatus, HoldReason } from '../../../../prisma/generated/client/enums.ts';
import { builder } from '../../../graphql/builder.ts';
import type { LastVoicing } from './last-voicing.ts';
import type { DiffPart } from '../../../text/text-diff.ts';
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
export const pathOf = (version: string, extension = 'mp3'): string =>
  `/download/audio/${version}.${extension}`;

export const HoldReasonType = builder.enumType('HoldReason', {
  description: 'Why an article is on hold.',
  values: {
    [HoldReason.rule]: { description: 'A processing rule set its status to waiting. See `heldBy`.' },
    [HoldReason.burst]: { description: 'It arrived with more articles than its source usually brings.' },
    [HoldReason.low_confidence]: {
      description: "The confidence of its extraction is below its source's `confidenceLimit`.",
    },
    [HoldReason.review]: {
      description: 'It is selected for review. `submitReview` releases it, `releaseArticle` does not.',
    },
    [HoldReason.doubtful_passages]: {
      description: 'Passages of its audio are probably read wrongly. See `doubtfulPassage`.',
    },
    [HoldReason.draft]: { description: 'It is a draft of the studio.' },
  } as const,
});

export const ArticleStatusType = builder.enumType('ArticleStatus', {
  description: 'Status of an article on its way to audio.',
  values: {
    [ArticleStatus.waiting]: { description: 'The article is queued for audio.' },
    [ArticleStatus.processing]: { description: 'The audio is being generated.' },
    [ArticleStatus.retry]: { description: 'A temporary problem occurred. Another attempt follows.' },
    [ArticleStatus.ready]: { description: 'The article can be played.' },
    [ArticleStatus.errored]: {
      description: 'The article failed and is not retried automatically. See `error`.',
    },
    [ArticleStatus.rejected]: { description: "The project's rules or settings reject the article." },
    [ArticleStatus.limit_reached]: {
      description: "The project's daily limit has been reached. Generation continues after midnight UTC.",
    },
  } as const,
});

export const ArticleQaFilterType = builder.enumType('ArticleQaFilter', {
  description: 'Filter for articles by review status.',
  values: {
    new: { description: 'To be reviewed, for any reason.' },
    sampled: { description: 'To be reviewed, because they became ready.' },
    error: { description: 'To be reviewed, because they failed.' },
    reviewed: { description: 'Reviewed.' },
    none: { description: 'Not chosen for review.' },
  } as const,
});

export const ArticleSortType = builder.enumType('ArticleSort', {
  description: 'Sort order of articles. Equal articles are sorted by ID.',
  values: {
    added: { description: 'When the article was added.' },
    title: { description: 'Title, regardless of accents and case.' },
    duration: { description: 'Duration of the playable audio. Articles without audio count as 0.' },
    status: {
      description:
        'Status in the order of `ArticleStatus`. Within a status, newest first (oldest first when descending).',
    },
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
    processing: { description: 'The file is being created. Check again.' },
    failed: { description: 'The file could not be created. Request it again to retry.' },
  } as const,
});

export const TeaserType = builder
  .objectRef<{ version: string; durationMs: number }>('Teaser')
  .implement({
    description:
      "The beginning of an article, for listeners without a subscription, followed by the project's invitation to subscribe.",
    fields: (t) => ({
      version: t.exposeString('version', {
        description: 'Base name of the file. It does not reveal the name of the full audio.',
      }),
      url: t.field({
        type: 'URL',
        description: 'URL of the MP3 file.',
        resolve: ({ version }, _, { app }) => `${app.config.publicUrl}${pathOf(version)}`,
      }),
      durationMs: t.exposeFloat('durationMs', {
        description: 'Duration in milliseconds, exact to the sample.',
      }),
    }),
  });

export const AudioType = builder.prismaObject('Audio', {
  description: 'A finished audio file. It never changes; a new version has a new name.',
  select: { version: true },
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Base name of the file, derived from its inputs.' }),
    url: t.field({
      type: 'URL',
      description: 'URL of the MP3 file.',
      resolve: ({ version }, _, { app }) => `${app.config.publicUrl}${pathOf(version)}`,
    }),
    durationMs: t.exposeFloat('durationMs', {
      description: 'Duration in milliseconds, exact to the sample.',
    }),
    bytes: t.exposeInt('bytes', { description: 'Size of the file in bytes.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the file was finished.' }),
    teaser: t.field({
      type: TeaserType,
      nullable: true,
      description:
        'Teaser for listeners without a subscription. Null if the project has no paywall or the ' +
        'article is too short for one.',
      select: { teaser: true, teaserMs: true },
      resolve: ({ teaser, teaserMs }) =>
        teaser === null ? null : { version: teaser, durationMs: teaserMs! },
    }),
    transcriptUrl: t.field({
      type: 'URL',
      description: 'URL of the transcript with timings, in WebVTT.',
      resolve: ({ version }, _, { app }) => `${app.config.publicUrl}${pathOf(version, 'vtt')}`,
    }),
  }),
});

const TextChangeKindType = builder.enumType('TextChangeKind', {
  description: 'Effect of an edit on a piece of text.',
  values: {
    kept: { description: 'Unchanged.' },
    removed: { description: 'Removed.' },
    added: { description: 'Added.' },
  } as const,
});

export const TextChangeType = builder
  .objectRef<DiffPart>('TextChange')
  .implement({
    description: 'A piece of text, and whether an edit kept, removed or added it.',
    fields: (t) => ({
      kind: t.field({
        type: TextChangeKindType,
        description: 'Effect of the edit.',
        resolve: ({ added, removed }) => (added ? 'added' : removed ? 'removed' : 'kept'),
      }),
      text: t.exposeString('value', { description: 'The text.' }),
    }),
  });

export const LastVoicingType = builder
  .objectRef<LastVoicing>('LastVoicing')
  .implement({
    description: "What generating an article's audio cost, and what it saved by reusing sentences.",
    fields: (t) => ({
      sentencesVoiced: t.exposeInt('sentences', { description: 'Number of sentences generated.' }),
      charactersVoiced: t.exposeInt('characters', { description: 'Number of characters generated.' }),
      charactersSaved: t.exposeInt('saved', {
        description: 'Number of characters that did not have to be regenerated.',
      }),
    }),
  });

export const ArticleEventKindType = builder.enumType('ArticleEventKind', {
  description: 'Kind of an article event.',
  values: {
    added: { description: 'The article was added.' },
    changed: {
      description:
        'Something changed, including the status. Also sent as the current state when a subscription starts.',
    },
    deleted: { description: 'The article was deleted.' },
  } as const,
});

export const ArticleEventType = builder
  .objectRef<ArticleEvent>('ArticleEvent')
  .implement({
    description: 'A change to an article.',
    fields: (t) => ({
      kind: t.expose('kind', { type: ArticleEventKindType, description: 'What happened.' }),
      article: t.expose('article', {
        type: ArticleType,
        nullable: true,
        description: 'The updated article. Null if it was deleted.',
      }),
      deletedId: t.globalID({
        nullable: true,
        description: 'Global ID of the deleted article. Null for other events.',
        resolve: ({ kind, articleId }) => (kind === 'deleted' ? { id: articleId, type: 'Article' } : null),
      }),
    }),
  });
