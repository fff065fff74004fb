import { settingInputs } from '../../../graphql/expose-settings.ts';
import { readingSettings } from '../../library/settings/groups/normalization-settings.ts';
import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { TextChangeType } from '../articles/types.ts';
import { ViewerType } from '../../access/identity/types.ts';
import { defaultNormalizationPrompt } from './default-prompt.ts';
import { previewMax, previewNormalization } from './normalization.ts';
import { noticeOrNull, NoticeType } from '../../../graphql/notice-type.ts';

const NormalizationModelType = builder
  .objectRef<{ title: string; model: string }>('NormalizationModel')
  .implement({
    description: 'A language model that spells out texts before audio generation.',
    fields: (t) => ({
      provider: t.exposeString('title', { description: 'Name of the service.' }),
      name: t.exposeString('model', { description: "The service's name for the model." }),
    }),
  });

builder.objectFields(ViewerType, (t) => ({
  normalizationModel: t.field({
    type: NormalizationModelType,
    nullable: true,
    description:
      'Language model that spells out the texts of projects with normalization. Null if none is ' +
      'configured: built-in rules apply.',
    resolve: (_, __, { app }) => app.languageModel,
  }),
  defaultNormalizationPrompt: t.string({
    description: 'Instructions for the language model in projects without a `prompt` of their own.',
    resolve: () => defaultNormalizationPrompt,
  }),
}));

builder.relayMutationField(
  'previewNormalization',
  {
    description: 'The project, and the text to spell out.',
    inputFields: (t) => ({
      project: t.id({
        description: 'Global ID or database ID of the project. Its voice decides the language.',
      }),
      text: t.string({ description: `Text to spell out, at most ${previewMax} characters.` }),
      normalizationPrompt: t.string({
        required: false,
        description: "Instructions to try. Defaults to the project's. Null or empty for the default ones.",
      }),
      ...settingInputs(t, readingSettings),
    }),
  },
  {
    description:
      'Spells out numbers, dates and the like in a text as before audio generation, even if the ' +
      'project has normalization turned off. Changes nothing. Requires permission to change the ' +
      "project's settings.",
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: (_, { input: { project, ...input } }, { app, actor }) =>
      previewNormalization(app, actor, { ...input, projectId: databaseId('Project', project) }),
  },
  {
    name: 'PreviewNormalizationSuccess',
    description: 'The text as it would be spoken.',
    outputFields: (t) => ({
      text: t.exposeString('text', { description: 'The text as it would be spoken.' }),
      changes: t.expose('changes', {
        type: [TextChangeType],
        nullable: true,
        description: 'What was spelled out, piece by piece. Null if nothing was.',
      }),
      model: t.exposeString('model', {
        nullable: true,
        description: 'Service and model that spelled it out. Null if built-in rules did.',
      }),
      problem: t.string({
        nullable: true,
        description: "Why the model's response was not used for some or all of the text. Null if it was.",
        resolve: ({ problem }) => problem?.message ?? null,
      }),
      problemNotice: t.field({
        type: NoticeType,
        nullable: true,
        description: 'The same as `problem`, as a message.',
        resolve: ({ problem }) => noticeOrNull(problem),
      }),
      language: t.exposeString('language', { description: "BCP 47 language tag of the project's voice." }),
      hasRules: t.exposeBoolean('hasRules', {
        description:
          'Whether there are built-in rules for the language. Without them nothing is spelled out.',
      }),
    }),
  },
);
