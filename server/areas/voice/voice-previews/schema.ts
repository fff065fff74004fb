import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { databaseId, databaseIdOrNull } from '../../../graphql/ids.ts';
import { LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import { settingsByKey, VoiceSettingValueInputType } from '../../library/voices/types.ts';
import { previewChannel } from './preview-channel.ts';
import { previewInProject } from './preview-in-project.ts';

const pathOf = ({ file }: { file: string }): string => `/download/audio/${file}.mp3`;

builder.relayMutationField(
  'previewVoice',
  {
    description: 'The voice and the text to preview.',
    inputFields: (t) => ({
      voice: t.string({ description: 'Voice as `provider:name`, or a name that is unique among providers.' }),
      language: t.string({
        required: false,
        description: 'BCP 47 language tag, such as `en-US`. Defaults to the language of the voice.',
      }),
      style: t.string({ required: false, description: "One of the voice's styles." }),
      model: t.string({ required: false, description: "One of the voice's models." }),
      voiceSettings: t.field({
        type: [VoiceSettingValueInputType],
        required: false,
        description: 'Other settings of the voice.',
      }),
      text: t.string({
        required: false,
        description: 'Text to speak. At most 300 characters. Defaults to a sample sentence.',
      }),
      phonemes: t.string({
        required: false,
        description:
          'Phonemes in IPA to pronounce the text with. Refused if the voice does not support them.',
      }),
      project: t.id({
        required: false,
        description:
          'Global ID or database ID of the project whose dictionaries apply. If omitted, the text is ' +
          'spoken as written.',
      }),
    }),
  },
  {
    description: 'Speaks a short text, so that an editor can judge a voice.',
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: (_, { input: { voiceSettings, project, ...input } }, { app, actor, remoteAddress }) =>
      previewInProject(app, actor, {
        ...input,
        remoteAddress,
        projectId: databaseIdOrNull('Project', project),
        settings: voiceSettings ? settingsByKey(voiceSettings) : undefined,
      }),
  },
  {
    name: 'PreviewVoiceSuccess',
    description: 'The preview is ready.',
    outputFields: (t) => ({
      file: t.string({ description: 'Path of the audio.', resolve: pathOf }),
      url: t.field({
        type: 'URL',
        description: 'URL of the audio.',
        resolve: (preview, _, { app }) => `${app.config.publicUrl}${pathOf(preview)}`,
      }),
      durationMs: t.exposeFloat('durationMs', { description: 'Duration in milliseconds.' }),
    }),
  },
);

builder.relayMutationField(
  'previewChannel',
  {
    description:
      'Texts and sounds that the channel adds around articles. Sounds are given by file or name. ' +
      'Omitted and empty fields are left out.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      introAudio: t.string({ required: false, description: 'Sound at the beginning.' }),
      introText: t.string({
        required: false,
        description: 'Text spoken after the sound at the beginning. At most 300 characters.',
      }),
      outroAudio: t.string({ required: false, description: 'Sound at the end.' }),
      outroText: t.string({
        required: false,
        description: 'Text spoken before the sound at the end. At most 300 characters.',
      }),
      nextNewsAudio: t.string({ required: false, description: 'Sound between two articles.' }),
    }),
  },
  {
    description:
      'Generates a preview of a channel with the beginnings of the newest articles. Requires ' +
      "permission to change the project's settings.",
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: (_, { input: { project, ...input } }, { app, actor }) =>
      previewChannel(app, actor, { projectId: databaseId('Project', project), ...input }),
  },
  {
    name: 'PreviewChannelSuccess',
    description: 'The preview is ready.',
    outputFields: (t) => ({
      file: t.string({ description: 'Path of the audio.', resolve: pathOf }),
      url: t.field({
        type: 'URL',
        description: 'URL of the audio.',
        resolve: (preview, _, { app }) => `${app.config.publicUrl}${pathOf(preview)}`,
      }),
      durationMs: t.exposeFloat('durationMs', { description: 'Duration in milliseconds.' }),
    }),
  },
);
