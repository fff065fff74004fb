import { builder } from '../../graphql/builder.ts';
import { accessErrors } from '../../graphql/error-types.ts';
import { databaseIdOrNull } from '../../graphql/ids.ts';
import { LimitReachedError, ValidationError } from '../../kernel/errors.ts';
import { settingsByKey, VoiceSettingValueInputType } from '../voices/types.ts';
import { previewInProject } from './preview-in-project.ts';

builder.relayMutationField(
  'previewVoice',
  {
    description: 'The voice and the text to preview.',
    inputFields: (t) => ({
      voice: t.string({ description: 'Voice as `provider:name`, or a name that only one provider has.' }),
      language: t.string({
        required: false,
        description: 'BCP 47 language tag. Defaults to the language of the voice.',
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
        description: 'Text to speak, at most 300 characters. Defaults to a sample sentence.',
      }),
      phonemes: t.string({
        required: false,
        description: 'Sounds in IPA that the text is said in. Refused where the voice does not say them.',
      }),
      project: t.id({
        required: false,
        description:
          'Global ID or database ID of the project by whose dictionaries the text is said. Otherwise it is said as it is written.',
      }),
    }),
  },
  {
    description: 'Speaks a short text, so that an editor can judge a voice.',
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: (_, { input: { voiceSettings, project, ...input } }, { app, actor }) =>
      previewInProject(app, actor, {
        ...input,
        projectId: databaseIdOrNull('Project', project),
        settings: voiceSettings ? settingsByKey(voiceSettings) : undefined,
      }),
  },
  {
    name: 'PreviewVoiceSuccess',
    description: 'The preview is ready.',
    outputFields: (t) => ({
      file: t.string({
        description: 'Path of the audio.',
        resolve: (preview) => `/download/audio/${preview.file}.mp3`,
      }),
      url: t.field({
        type: 'URL',
        description: 'URL of the audio.',
        resolve: (preview, _, { app }) => `${app.config.publicUrl}/download/audio/${preview.file}.mp3`,
      }),
      durationMs: t.exposeFloat('durationMs', { description: 'Duration in milliseconds.' }),
    }),
  },
);
