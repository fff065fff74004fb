import { builder } from '../../../graphql/builder.ts';
import { noticeOrNull, NoticeType } from '../../../graphql/notice-type.ts';
import { NotAllowedError, NotSignedInError, ValidationError } from '../../../kernel/errors.ts';
import type { FolderProblem } from '../../../speech/local/local-model.ts';
import {
  cancelVoiceInstallation,
  installVoice,
  lacksNaturalVoices,
  readIndexedLicense,
  readVoiceIndex,
  removeVoice,
  type OfferedVoice,
  type VoiceIndexReport,
} from './install-voices.ts';
import {
  listInstalledVoices,
  type InstalledVoice,
  type InstalledVoiceReport,
  type VoiceInstallationReport,
} from './installed-voices.ts';
import { VoiceLicenseType } from '../voices/types.ts';

const only = 'Administrators only.';

const InstalledVoiceType = builder
  .objectRef<InstalledVoice>('InstalledVoice')
  .implement({
    description: "A voice model in the server's voices folder.",
    fields: (t) => ({
      name: t.exposeString('id', { description: 'Name of its folder.' }),
      label: t.exposeString('label', { description: 'Name shown to people.' }),
      family: t.exposeString('family', {
        description: 'Family of the model: `piper`, `vits`, `matcha`, `kokoro` or `kitten`.',
      }),
      languages: t.exposeStringList('languages', { description: 'BCP 47 language tags.' }),
      speakers: t.exposeInt('speakers', { description: 'Number of speakers. Each one is a voice.' }),
      size: t.exposeFloat('size', { description: 'Size of its files in bytes.' }),
      license: t.exposeString('license', {
        nullable: true,
        description: 'License, as its files name it. Null if they name none.',
      }),
      nonCommercial: t.exposeBoolean('nonCommercial', {
        description: 'Whether the license excludes commercial use.',
      }),
      projects: t.exposeInt('projects', { description: 'Number of projects that use one of its voices.' }),
    }),
  });

const VoiceFolderProblemType = builder
  .objectRef<FolderProblem>('VoiceFolderProblem')
  .implement({
    description: 'A folder in the voices folder that is not a usable voice.',
    fields: (t) => ({
      name: t.exposeString('id', { description: 'Name of the folder.' }),
      problem: t.exposeString('problem', { description: 'What is wrong with it, in a sentence.' }),
    }),
  });

const VoiceInstallationType = builder
  .objectRef<VoiceInstallationReport>('VoiceInstallation')
  .implement({
    description: 'A voice that is being installed, or could not be.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Name of the voice in the index.' }),
      label: t.exposeString('label', { description: 'Name shown to people.' }),
      size: t.exposeFloat('size', { description: 'Size of its files in bytes.' }),
      done: t.exposeFloat('done', { description: 'Bytes that have been downloaded.' }),
      startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it began.' }),
      failure: t.string({
        nullable: true,
        description: 'Why it ended. Null while it is running.',
        resolve: ({ failure }) => failure?.message ?? null,
      }),
      failureNotice: t.field({
        type: NoticeType,
        nullable: true,
        description: 'The same as `failure`, as a message.',
        resolve: ({ failure }) => noticeOrNull(failure),
      }),
    }),
  });

const InstalledVoicesType = builder
  .objectRef<InstalledVoiceReport>('InstalledVoices')
  .implement({
    description: "Contents of the server's voices folder.",
    fields: (t) => ({
      folder: t.exposeString('folder', { description: 'Path of the folder on the server.' }),
      voices: t.expose('voices', { type: [InstalledVoiceType], description: 'Installed voice models.' }),
      installations: t.expose('installations', {
        type: [VoiceInstallationType],
        description: 'Voices that are being installed, or could not be, in the order in which they began.',
      }),
      problems: t.field({
        type: [VoiceFolderProblemType],
        description: 'Folders that are not usable, and why.',
        resolve: ({ problems }) => [...problems],
      }),
    }),
  });

const IndexedVoiceType = builder
  .objectRef<OfferedVoice>('IndexedVoice')
  .implement({
    description: 'A voice of the index, which can be installed.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Name of the voice in the index.' }),
      label: t.exposeString('label', { description: 'Name shown to people.' }),
      language: t.exposeString('language', { description: 'BCP 47 language tag.' }),
      size: t.exposeFloat('size', { description: 'Size of its files in bytes.' }),
      license: t.exposeString('license', {
        nullable: true,
        description: 'License, if the index names it. Null otherwise: see `indexedVoiceLicense`.',
      }),
    }),
  });

const VoiceIndexType = builder
  .objectRef<VoiceIndexReport>('VoiceIndex')
  .implement({
    description: 'Voices that can be installed on this server.',
    fields: (t) => ({
      address: t.exposeString('address', { description: 'Address of the index.' }),
      languages: t.exposeStringList('languages', { description: 'BCP 47 language tags of its voices.' }),
      voices: t.expose('voices', {
        type: [IndexedVoiceType],
        complexity: { multiplier: 5 },
        description: 'Voices of the requested language.',
      }),
      tooLarge: t.exposeStringList('tooLarge', {
        description: 'Names of voices that are too large to be installed.',
      }),
      problem: t.string({
        nullable: true,
        description: 'Why the index cannot be read. Null if it can.',
        resolve: ({ problem }) => problem?.message ?? null,
      }),
      problemNotice: t.field({
        type: NoticeType,
        nullable: true,
        description: 'The same as `problem`, as a message.',
        resolve: ({ problem }) => noticeOrNull(problem),
      }),
    }),
  });

builder.queryFields((t) => ({
  installedVoices: t.field({
    type: InstalledVoicesType,
    description: `Voice models in the server's voices folder. ${only}`,
    resolve: (_, __, { app, actor }) => listInstalledVoices(app, actor),
  }),
  voiceIndex: t.field({
    type: VoiceIndexType,
    description: `Voices that can be installed, from the configured index. ${only}`,
    args: {
      language: t.arg.string({
        required: false,
        description: 'BCP 47 language tag, such as `en-US`, or its beginning. Defaults to all languages.',
      }),
    },
    resolve: (_, { language }, { app, actor }) => readVoiceIndex(app, actor, language),
  }),
  lacksNaturalVoices: t.boolean({
    description:
      'Whether this server has neither an installed natural voice nor a speech service. Always false for ' +
      'anyone but administrators, who can install voices.',
    resolve: (_, __, { app, actor }) => lacksNaturalVoices(app, actor),
  }),
  indexedVoiceLicense: t.field({
    type: VoiceLicenseType,
    nullable: true,
    description: `License of a voice of the index, also from its model card. Null if none is named. ${only}`,
    args: { name: t.arg.string({ description: 'Name of the voice in the index.' }) },
    resolve: (_, { name }, { app, actor }) => readIndexedLicense(app, actor, name),
  }),
}));

const result = {
  description: "Contents of the server's voices folder.",
  resolve: (report: InstalledVoiceReport) => report,
};

builder.relayMutationField(
  'cancelVoiceInstallation',
  {
    description: 'The voice.',
    inputFields: (t) => ({ name: t.string({ description: 'Name of the voice in the index.' }) }),
  },
  {
    description: `Cancels an installation, or dismisses a failed one. What was downloaded is deleted. ${only}`,
    errors: { types: [NotSignedInError, NotAllowedError] },
    resolve: (_, { input: { name } }, { app, actor }) => cancelVoiceInstallation(app, actor, name),
  },
  {
    name: 'CancelVoiceInstallationSuccess',
    description: 'The installation has been canceled.',
    outputFields: (t) => ({ installedVoices: t.field({ type: InstalledVoicesType, ...result }) }),
  },
);

for (const { field, success, act, name, description, done } of [
  {
    field: 'installVoice',
    success: 'InstallVoiceSuccess',
    act: installVoice,
    name: 'Name of the voice in the index.',
    description:
      'Begins to install a voice of the index. `InstalledVoices.installations` shows its progress.',
    done: 'The installation has begun.',
  },
  {
    field: 'removeVoice',
    success: 'RemoveVoiceSuccess',
    act: removeVoice,
    name: 'Name of the installed voice.',
    description:
      'Deletes a voice model and its files. Projects that use it continue with their backup voice, or another one in that language.',
    done: 'The voice has been removed.',
  },
])
  builder.relayMutationField(
    field,
    { description: 'The voice.', inputFields: (t) => ({ name: t.string({ description: name }) }) },
    {
      description: `${description} ${only}`,
      errors: { types: [NotSignedInError, NotAllowedError, ValidationError] },
      resolve: (_, { input }, { app, actor }) => act(app, actor, input.name),
    },
    {
      name: success,
      description: done,
      outputFields: (t) => ({ installedVoices: t.field({ type: InstalledVoicesType, ...result }) }),
    },
  );
