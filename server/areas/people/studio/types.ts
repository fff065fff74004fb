import { builder } from '../../../graphql/builder.ts';
import type { OwnStudio } from './open-studio.ts';
import type { StudioSentence } from './sentence-sounds.ts';
import type { StudioUsage } from './studio-usage.ts';
import type { StudioAudioEvent } from './watch-audios.ts';

/** GraphQL types that other areas lead to, or add to. */
export const StudioType = builder.objectRef<OwnStudio>('Studio');
export const StudioAudioType = builder.prismaObject('StudioAudio', {
  description: 'A text in the studio of the caller, and the sound that was made of it.',
  select: { id: true },
});

/** Where the file of a sound, its transcript or its subtitles lie. */
export const soundPath = (file: string, extension = 'mp3'): string => `/download/audio/${file}.${extension}`;

export const StudioAudioStatusType = builder.enumType('StudioAudioStatus', {
  description: 'Status of an audio of the studio.',
  values: {
    draft: { description: 'It is kept, and not yet to be made.' },
    waiting: { description: 'It waits to be made.' },
    processing: { description: 'It is being made.' },
    ready: { description: 'It can be played.' },
    errored: { description: 'It could not be made. See `error`.' },
    rejected: { description: 'It is not made.' },
  } as const,
});

export const StudioSentenceType = builder
  .objectRef<StudioSentence>('StudioSentence')
  .implement({
    description: 'A sentence of an audio of the studio.',
    fields: (t) => ({
      text: t.exposeString('text', { description: 'The sentence.' }),
      start: t.exposeInt('start', { description: 'Where it begins in the text, in UTF-16 units.' }),
      end: t.exposeInt('end', { description: 'Where it ends in the text, in UTF-16 units.' }),
      url: t.field({
        type: 'URL',
        nullable: true,
        description: 'URL of its sound (MP3). Null while it is being made.',
        resolve: ({ file }, _, { app }) =>
          file === null ? null : `${app.config.publicUrl}${soundPath(file)}`,
      }),
      durationMs: t.exposeInt('durationMs', {
        nullable: true,
        description: 'Duration of its sound in milliseconds. Null while it is being made.',
      }),
      pauseMs: t.exposeInt('pauseMs', { description: 'Silence after it, in milliseconds.' }),
    }),
  });

export const StudioUsageType = builder
  .objectRef<StudioUsage>('StudioUsage')
  .implement({
    description: "How much of the present period's allowance a studio has used, in milliseconds of sound.",
    fields: (t) => ({
      paid: t.exposeBoolean('paid', {
        description: 'Whether a plan is paid for. Its allowance then takes the place of the free one.',
      }),
      balanceMs: t.exposeFloat('balanceMs', {
        description: 'What is left. Below zero where the last sentence was longer than what was left.',
      }),
      basicBalanceMs: t.exposeFloat('basicBalanceMs', {
        description: 'Allowance of the plan that is paid for. 0 without one.',
      }),
      freeBalanceMs: t.exposeFloat('freeBalanceMs', { description: 'Allowance without a plan.' }),
      usedMs: t.exposeFloat('usedMs', { description: 'What has been used of `totalMs`.' }),
      totalMs: t.exposeFloat('totalMs', { description: 'Allowance that the period began with.' }),
      periodEndsAt: t.expose('periodEndsAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When the next period begins, with a full allowance.',
      }),
    }),
  });

export const StudioAudioEventType = builder
  .objectRef<StudioAudioEvent>('StudioAudioEvent')
  .implement({
    description: 'A change to an audio of the studio, or that the watch has begun: then both are null.',
    fields: (t) => ({
      audio: t.expose('audio', {
        type: StudioAudioType,
        nullable: true,
        description: 'The audio as it is now. Null when it was deleted.',
      }),
      deletedId: t.globalID({
        nullable: true,
        description: 'Global ID of the deleted audio. Null for other changes.',
        resolve: ({ audio, audioId }) =>
          audio === null && audioId !== null ? { id: audioId, type: 'StudioAudio' } : null,
      }),
    }),
  });

export const StudioPauseInputType = builder.inputType('StudioPauseInput', {
  description: 'The silence after one sentence.',
  fields: (t) => ({
    end: t.int({ description: 'Where the sentence ends in `text`, in UTF-16 units.' }),
    ms: t.int({ description: 'Milliseconds; at most 10,000.' }),
  }),
});
