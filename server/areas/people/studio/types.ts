import { builder } from '../../../graphql/builder.ts';
import type { OwnStudio } from './open-studio.ts';
import type { StudioSentence } from './sentence-sounds.ts';
import type { StudioUsage } from './studio-usage.ts';
import type { StudioAudioEvent } from './watch-audios.ts';

/** GraphQL types that other areas lead to, or add to. */
export const StudioType = builder.objectRef<OwnStudio>('Studio');
export const StudioAudioType = builder.prismaObject('StudioAudio', {
  description: "A text in the caller's studio, and its audio.",
  select: { id: true },
});

/** Where the file of a sound, its transcript or its subtitles lie. */
export const soundPath = (file: string, extension = 'mp3'): string => `/download/audio/${file}.${extension}`;

export const StudioAudioStatusType = builder.enumType('StudioAudioStatus', {
  description: 'Status of a studio audio.',
  values: {
    draft: { description: 'It is saved as a draft.' },
    waiting: { description: 'It is queued for generation.' },
    processing: { description: 'It is being generated.' },
    ready: { description: 'It is ready to play.' },
    errored: { description: 'Generation failed. See `error`.' },
    rejected: { description: 'It was rejected and is not generated.' },
  } as const,
});

export const StudioSentenceType = builder
  .objectRef<StudioSentence>('StudioSentence')
  .implement({
    description: 'A sentence of a studio audio.',
    fields: (t) => ({
      text: t.exposeString('text', { description: 'The sentence.' }),
      start: t.exposeInt('start', {
        description: 'Start of the sentence in the text, in UTF-16 code units.',
      }),
      end: t.exposeInt('end', { description: 'End of the sentence in the text, in UTF-16 code units.' }),
      url: t.field({
        type: 'URL',
        nullable: true,
        description: "URL of the sentence's audio (MP3). Null while it is being generated.",
        resolve: ({ file }, _, { app }) =>
          file === null ? null : `${app.config.publicUrl}${soundPath(file)}`,
      }),
      durationMs: t.exposeInt('durationMs', {
        nullable: true,
        description: "Duration of the sentence's audio in milliseconds. Null while it is being generated.",
      }),
      pauseMs: t.exposeInt('pauseMs', { description: 'Pause after the sentence, in milliseconds.' }),
    }),
  });

export const StudioUsageType = builder
  .objectRef<StudioUsage>('StudioUsage')
  .implement({
    description: "Usage of a studio's allowance in the current period, in milliseconds of audio.",
    fields: (t) => ({
      paid: t.exposeBoolean('paid', {
        description: 'Whether a plan is paid for. Its allowance replaces the free allowance.',
      }),
      balanceMs: t.exposeFloat('balanceMs', {
        description: 'Remaining allowance. Negative if the last sentence was longer than what was left.',
      }),
      basicBalanceMs: t.exposeFloat('basicBalanceMs', {
        description: 'Allowance of the paid plan. 0 if there is none.',
      }),
      freeBalanceMs: t.exposeFloat('freeBalanceMs', { description: 'Allowance without a plan.' }),
      usedMs: t.exposeFloat('usedMs', { description: 'Used part of `totalMs`.' }),
      totalMs: t.exposeFloat('totalMs', { description: 'Allowance at the start of the period.' }),
      periodEndsAt: t.expose('periodEndsAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When the next period starts, with a full allowance.',
      }),
    }),
  });

export const StudioAudioEventType = builder
  .objectRef<StudioAudioEvent>('StudioAudioEvent')
  .implement({
    description:
      'A change to a studio audio. Both fields are null in the first event, which confirms the ' +
      'subscription.',
    fields: (t) => ({
      audio: t.expose('audio', {
        type: StudioAudioType,
        nullable: true,
        description: 'The audio in its current state. Null if it was deleted.',
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
  description: 'A custom pause after one sentence.',
  fields: (t) => ({
    end: t.int({ description: 'End of the sentence in `text`, in UTF-16 code units.' }),
    ms: t.int({ description: 'Length of the pause in milliseconds. At most 10,000.' }),
  }),
});
