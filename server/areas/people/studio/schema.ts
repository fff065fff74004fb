import { queryFromInfo } from '@pothos/plugin-prisma';
import { nullIfNotFound } from '../../../graphql/error-types.ts';
import { builder } from '../../../graphql/builder.ts';
import { pageCost } from '../../../graphql/connection-by-id.ts';
import { noticesDescription, noticesIn, NoticeType } from '../../../graphql/notice-type.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { ViewerType } from '../../access/identity/types.ts';
import { VoiceLanguageType, VoiceType } from '../../library/voices/types.ts';
import { callToActionOf, downloadNameOf, pausesOf } from './audio-input.ts';
import { countAudios, isOutOfMinutes, listAudios, readAudio, readOwnAudios } from './audios.ts';
import { embedOf, pageUrl } from './embed-url.ts';
import { hasOnlyStudio, ownStudio } from './open-studio.ts';
import { sentencesOf } from './sentence-sounds.ts';
import {
  soundPath,
  StudioAudioEventType,
  StudioAudioStatusType,
  StudioAudioType,
  StudioSentenceType,
  StudioType,
  StudioUsageType,
} from './types.ts';
import { studioLanguages } from './offered-voices.ts';
import { usageOf } from './studio-usage.ts';
import { watchAudio, watchAudios } from './watch-audios.ts';

refetchable(StudioAudioType, ({ app, actor }, ids, query) => readOwnAudios(app, actor, ids, query));

const StudioPauseType = builder
  .objectRef<{ end: number; ms: number }>('StudioPause')
  .implement({
    description: 'A custom pause after one sentence.',
    fields: (t) => ({
      end: t.exposeInt('end', { description: 'End of the sentence in the text, in UTF-16 code units.' }),
      ms: t.exposeInt('ms', { description: 'Length of the pause in milliseconds.' }),
    }),
  });

const playable = {
  article: { select: { text: true, playable: { select: { version: true, bytes: true, durationMs: true } } } },
} as const;

/** Article statuses as shown to the audio's owner. */
const statuses = {
  waiting: 'waiting',
  processing: 'processing',
  retry: 'processing',
  limit_reached: 'waiting',
  ready: 'ready',
  errored: 'errored',
  rejected: 'rejected',
} as const;

// What is spoken, and how.
builder.prismaObjectFields(StudioAudioType, (t) => ({
  slug: t.exposeString('slug', { description: 'Name of the audio in URLs.' }),
  text: t.string({
    description: 'The text, with voice tags for passages in a different voice.',
    select: { article: { select: { text: true } } },
    resolve: ({ article }) => article.text,
  }),
  title: t.string({
    description: 'First line of the text. At most 100 characters.',
    select: { article: { select: { title: true } } },
    resolve: ({ article }) => article.title,
  }),
  language: t.exposeString('language', { description: 'BCP 47 language tag, such as `en-US`.' }),
  voice: t.exposeString('voice', { description: 'Voice, as `provider:name`.' }),
  voiceDetails: t.field({
    type: VoiceType,
    nullable: true,
    description: 'The voice. Null if it is no longer available.',
    select: { voice: true, language: true },
    resolve: ({ voice, language }, _, { app }) =>
      app.speech.findVoice(voice, language) ?? app.speech.findVoice(voice),
  }),
  style: t.exposeString('style', { nullable: true, description: 'Speaking style. Null if none.' }),
  pauses: t.field({
    type: [StudioPauseType],
    description: 'Custom pauses after single sentences.',
    select: { pauses: true },
    resolve: ({ pauses }) => pausesOf(pauses),
  }),
}));

// How far it is.
builder.prismaObjectFields(StudioAudioType, (t) => ({
  status: t.field({
    type: StudioAudioStatusType,
    description: 'Status.',
    select: { isDraft: true, article: { select: { status: true } } },
    resolve: ({ isDraft, article }) => (isDraft ? 'draft' : statuses[article.status]),
  }),
  error: t.string({
    nullable: true,
    description: 'Why audio generation failed. Null unless the status is errored.',
    select: { article: { select: { error: true } } },
    resolve: ({ article }) => article.error,
  }),
  errorNotices: t.field({
    type: [NoticeType],
    nullable: true,
    description: noticesDescription('error'),
    select: { article: { select: { errorNotices: true } } },
    resolve: ({ article }) => noticesIn(article.errorNotices),
  }),
  outOfMinutes: t.boolean({
    description:
      'Whether audio generation stopped because the allowance is used up. It continues ' +
      'automatically when more is available.',
    select: { article: { select: { status: true, error: true } } },
    resolve: ({ article }) => isOutOfMinutes(article),
  }),
  revision: t.int({
    description:
      'Revision of the text, increased by each change. Send it to `updateStudioAudio` to detect ' +
      'conflicts.',
    select: { article: { select: { revision: true } } },
    resolve: ({ article }) => article.revision,
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  updatedAt: t.field({
    type: 'DateTime',
    description: 'When the audio or its status last changed.',
    select: { article: { select: { updatedAt: true } } },
    resolve: ({ article }) => article.updatedAt,
  }),
}));

// Its files.
builder.prismaObjectFields(StudioAudioType, (t) => ({
  file: t.string({
    nullable: true,
    description: 'Base name of the audio file. Null until it is ready.',
    select: playable,
    resolve: ({ article }) => article.playable?.version ?? null,
  }),
  url: t.field({
    type: 'URL',
    nullable: true,
    description: 'Direct link to the MP3 file. Null until it is ready.',
    select: playable,
    resolve: ({ article: { playable: audio } }, _, { app }) =>
      audio && `${app.config.publicUrl}${soundPath(audio.version)}`,
  }),
  downloadUrl: t.field({
    type: 'URL',
    nullable: true,
    description: 'Direct link to the MP3 file that downloads it under `downloadName`.',
    select: playable,
    resolve: ({ article: { text, playable: audio } }, _, { app }) =>
      audio &&
      `${app.config.publicUrl}${soundPath(audio.version)}?download=${encodeURIComponent(downloadNameOf(text))}`,
  }),
  downloadName: t.string({
    description: 'First 100 characters of the text, made safe for file systems, without an extension.',
    select: { article: { select: { text: true } } },
    resolve: ({ article }) => downloadNameOf(article.text),
  }),
  bytes: t.int({
    nullable: true,
    description: 'Size of the MP3 file in bytes. Null until it is ready.',
    select: playable,
    resolve: ({ article }) => article.playable?.bytes ?? null,
  }),
  durationMs: t.float({
    nullable: true,
    description: 'Duration in milliseconds. Null until it is ready.',
    select: playable,
    resolve: ({ article }) => article.playable?.durationMs ?? null,
  }),
  vttUrl: t.field({
    type: 'URL',
    nullable: true,
    description: 'URL of the subtitles in WebVTT. Null until it is ready.',
    select: playable,
    resolve: ({ article: { playable: audio } }, _, { app }) =>
      audio && `${app.config.publicUrl}${soundPath(audio.version, 'vtt')}`,
  }),
  srtUrl: t.field({
    type: 'URL',
    nullable: true,
    description: 'URL of the subtitles in SubRip (SRT). Null until it is ready.',
    select: playable,
    resolve: ({ article: { playable: audio } }, _, { app }) =>
      audio && `${app.config.publicUrl}${soundPath(audio.version, 'srt')}`,
  }),
  sentences: t.field({
    type: [StudioSentenceType],
    complexity: 20,
    description:
      'Sentences in order, each with its audio as soon as it is generated. Empty until the text is ' +
      'split into sentences.',
    select: { articleId: true },
    resolve: ({ articleId }, _, { app }) => sentencesOf(app, articleId),
  }),
}));

// Its player on pages.
builder.prismaObjectFields(StudioAudioType, (t) => ({
  articleCode: t.exposeInt('articleId', {
    description: 'Number of the audio for players: the article code of the embed code.',
  }),
  channel: t.string({
    description: 'Slug of the player channel that plays only this audio.',
    select: { channel: { select: { slug: true } } },
    resolve: ({ channel }) => channel.slug,
  }),
  callToAction: t.string({
    description: 'Call to action of the player: the first line, cut to 100 characters, and `...`.',
    select: { article: { select: { text: true } } },
    resolve: ({ article }) => callToActionOf(article.text),
  }),
  embedCode: t.string({
    description: 'HTML that embeds the player in a page.',
    select: { articleId: true, channel: { select: { slug: true } } },
    resolve: ({ articleId, channel }, _, { app }) => embedOf(app, { articleId, channel: channel.slug }),
  }),
  shareUrl: t.field({
    type: 'URL',
    nullable: true,
    description: 'URL of its public page. Null if it has none; see `shareStudioAudio`.',
    select: { linkKey: true },
    resolve: ({ linkKey }, _, { app }) => (linkKey === null ? null : pageUrl(app, linkKey)),
  }),
}));

StudioType.implement({
  description: 'The studio of the signed-in user, which turns texts into audio without a project.',
  fields: (t) => ({
    usage: t.field({
      type: StudioUsageType,
      description: 'Usage of the allowance.',
      resolve: ({ userId }, _, { app }) => usageOf(app, userId),
    }),
    signedUp: t.boolean({
      description: 'Whether the user signed up for the studio.',
      resolve: async ({ userId }, _, { app }) => (await usageOf(app, userId)).isStudio,
    }),
    studioOnly: t.boolean({
      description: 'Whether the user has only the studio: no organization and no project.',
      resolve: async ({ userId }, _, { app }) => (await usageOf(app, userId)).studioOnly,
    }),
    languages: t.field({
      type: [VoiceLanguageType],
      description:
        'Languages with the voices offered in the studio: premium voices if a language has any, ' +
        "Microsoft's first.",
      resolve: (_, __, { app, actor }) => studioLanguages(app, actor),
    }),
    defaultLanguage: t.string({
      nullable: true,
      description: 'Default language of a new audio. Null if no voice is available.',
      resolve: (_, __, { app }) => app.speech.catalogue.defaultVoice()?.language ?? null,
    }),
    defaultVoice: t.field({
      type: VoiceType,
      nullable: true,
      description: 'Default voice of a new audio. Null if no voice is available.',
      resolve: (_, __, { app }) => app.speech.catalogue.defaultVoice(),
    }),
    aboutUrl: t.field({
      type: 'URL',
      nullable: true,
      description: "The operator's product website. Null if no address is configured.",
      resolve: (_, __, { app }) => app.config.studio.aboutUrl,
    }),
    blogUrl: t.field({
      type: 'URL',
      nullable: true,
      description: "The operator's blog. Null when no address is configured.",
      resolve: (_, __, { app }) => app.config.studio.blogUrl,
    }),
    licenseUrl: t.field({
      type: 'URL',
      description: 'The license under which the product is used, modified and distributed.',
      resolve: (_, __, { app }) => app.config.licenseUrl,
    }),
    maxCharacters: t.int({
      description: 'Maximum text length of an audio, in characters.',
      resolve: (_, __, { app }) => app.config.articleMaxCharacters,
    }),
  }),
});

builder.objectField(StudioType, 'audios', (t) =>
  t.prismaConnection(
    {
      type: StudioAudioType,
      cursor: 'id',
      complexity: pageCost(5),
      description: 'Audios, newest first. Deleted ones are not included.',
      args: {
        offset: t.arg.int({
          required: false,
          description: 'Number of audios to skip, for numbered pages. Cannot be combined with a cursor.',
        }),
      },
      totalCount: (_, __, { app, actor }) => countAudios(app, actor),
      resolve: (query, _, { offset }, { app, actor }) => listAudios(app, actor, query, offset ?? 0),
    },
    {
      // As Pothos has it, which says nothing of what it is.
      fields: (connection) => ({
        totalCount: connection.int({
          description: 'Total number of audios.',
          extensions: { pothosPrismaTotalCount: true },
          resolve: (page) => (page as unknown as { totalCount: () => Promise<number> }).totalCount(),
        }),
      }),
    },
  ),
);

builder.objectField(ViewerType, 'studioOnly', (t) =>
  t.boolean({
    description:
      'Whether the signed-in user has only the studio: no organization and no project. False for a ' +
      'program.',
    resolve: (_, __, { app, actor }) => hasOnlyStudio(app, actor),
  }),
);

builder.queryFields((t) => ({
  studio: t.field({
    type: StudioType,
    description: 'The studio of the signed-in user. Every signed-in user has one.',
    resolve: (_, __, { app, actor }) => ownStudio(app, actor),
  }),
  studioAudio: t.prismaField({
    type: StudioAudioType,
    nullable: true,
    description: 'An audio of the caller. Null if none has this slug.',
    args: { slug: t.arg.string({ description: 'Slug of the audio.' }) },
    resolve: (query, _, { slug }, { app, actor }) => nullIfNotFound(readAudio(app, actor, { slug }, query)),
  }),
}));

builder.subscriptionFields((t) => ({
  studioAudio: t.field({
    type: StudioAudioEventType,
    description:
      "Updates of one of the caller's audios, until it is deleted: its status, and each sentence " +
      'that is ready to play. Starts with its current state.',
    args: { slug: t.arg.string({ description: 'Slug of the audio.' }) },
    subscribe: (_, { slug }, context, info) =>
      watchAudio(
        context.app,
        context.actorNow,
        slug,
        queryFromInfo({ context, info, typeName: 'StudioAudio', path: ['audio'], select: { id: true } }),
      ),
    resolve: (event) => event,
  }),
  studioAudios: t.field({
    type: StudioAudioEventType,
    description:
      "Updates of all of the caller's audios: added, changed or deleted. The first event has no " +
      'audio: it confirms the subscription, so that a list fetched afterwards misses nothing.',
    subscribe: (_, __, context, info) =>
      watchAudios(
        context.app,
        context.actorNow,
        queryFromInfo({ context, info, typeName: 'StudioAudio', path: ['audio'], select: { id: true } }),
      ),
    resolve: (event) => event,
  }),
}));
