import { accessErrors } from '../../../graphql/error-types.ts';
import {
  ConflictError,
  LimitReachedError,
  ValidationError,
  ReauthenticationRequiredError,
} from '../../../kernel/errors.ts';
import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import { changesIn, groupInputs, namingInput } from '../../../graphql/expose-settings.ts';
import { databaseId, referredId } from '../../../graphql/ids.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { projectSettings } from '../../library/settings/groups/project-settings.ts';
import { reportSettings } from '../../library/settings/groups/report-settings.ts';
import { ExtractorRuleInputType, ruleOf, UrlReplacementInputType } from '../../library/settings/types.ts';
import { ApiKeyType, SourceInputType } from '../../articles/sources/types.ts';
import { settingsByKey, VoiceSettingValueInputType } from '../../library/voices/types.ts';
import { organizationIdOf } from './project-account.ts';
import { cloneConfiguration, targetsMax } from './clone-configuration.ts';
import { createProject } from './create-project.ts';
import { revealSecurityKey, rotateSecurityKey } from './security-key.ts';
import { CloneResultType, ConfigurationPartType, inputPathsOfProject as paths } from './types.ts';
import type { VoiceChoice } from './project-voice.ts';
import { updateProject, updateProjectReports } from './update-project.ts';

/** Null stays: private. What is no id is a slug. */
async function organizationOf(
  { app, actor }: Context,
  id: string | number | null | undefined,
): Promise<number | null | undefined> {
  if (id === null || id === undefined) return id;
  try {
    return databaseId('Organization', id);
  } catch {
    return organizationIdOf(app, actor, String(id));
  }
}

const VoiceInputType = builder.inputType('ProjectVoiceInput', {
  description: 'Voice settings of a project. Omitted fields are left unchanged.',
  fields: (t) => ({
    name: t.string({
      required: false,
      description:
        'Voice that reads the articles, as `provider:name`. For a new project, defaults to the voice ' +
        'suggested for the language.',
    }),
    language: t.string({
      required: false,
      description:
        "BCP 47 language tag, such as `en-US`. For a new project, defaults to the voice's language, " +
        'else English.',
    }),
    settings: t.field({
      type: [VoiceSettingValueInputType],
      required: false,
      description: 'All voice settings, including `model` and `style`.',
    }),
    failover: t.string({
      required: false,
      description: 'Fallback voice while the first provider is down, as `provider:name`. Null for none.',
    }),
  }),
});

/** A choice of voice, as the area's functions take it. */
const voiceIn = (given: typeof VoiceInputType.$inferInput | null | undefined): VoiceChoice => ({
  voiceName: given?.name ?? undefined,
  voiceLanguage: given?.language ?? undefined,
  voiceAdditionalSettings: given?.settings ? settingsByKey(given.settings) : undefined,
  failoverVoice: given?.failover,
});

builder.relayMutationField(
  'createProject',
  {
    description: 'The new project.',
    inputFields: (t) => ({
      name: t.string({ description: 'Name of the project. Must not be empty.' }),
      voice: t.field({ type: VoiceInputType, required: false, description: 'Voice settings.' }),
      organization: t.id({
        required: false,
        description: 'Global ID, database ID or slug. Omit it for a private project.',
      }),
      sources: t.field({
        type: [SourceInputType],
        required: false,
        description: "Sources of the project's articles.",
      }),
    }),
  },
  {
    description:
      'Creates a project with its sources; either everything is created or nothing. Requires the ' +
      'editor or maintainer role in the organization. Any user can create a private project.',
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input: { name, voice, sources: given, organization } }, context) => {
      const { project, sources } = await namingInput(paths, async () =>
        createProject(context.app, context.actor, {
          name,
          ...voiceIn(voice),
          sources: given ?? [],
          organizationId: await organizationOf(context, organization),
        }),
      );
      return { project, apiKeys: sources.filter(({ apiKey }) => apiKey !== null) };
    },
  },
  {
    name: 'CreateProjectSuccess',
    description: 'The project has been created.',
    outputFields: (t) => ({
      project: t.expose('project', { type: ProjectType, description: 'The new project.' }),
      apiKeys: t.expose('apiKeys', {
        type: [ApiKeyType],
        description: 'API keys of the sources of type `API` and `API_READONLY`. Shown only once.',
      }),
    }),
  },
);

builder.relayMutationField(
  'updateProject',
  {
    description:
      'Changes to a project. Omitted fields are left unchanged. Null clears fields that can be empty.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global ID or database ID of the project.' }),
      ...groupInputs(t, projectSettings.groups),
      organization: t.id({
        required: false,
        description:
          'Global ID, database ID or slug of the new organization. Null makes the project private. ' +
          'Requires delete permission.',
      }),
      voice: t.field({ type: VoiceInputType, required: false, description: 'Voice settings.' }),
      children: t.idList({
        required: false,
        description:
          'Global IDs or database IDs of projects of the same organization. Requires the `ARTICLE_DUPLICATOR` feature.',
      }),
      extractorRules: t.field({
        type: [ExtractorRuleInputType],
        required: false,
        description: 'Complete list, in order.',
      }),
      urlReplacements: t.field({
        type: [UrlReplacementInputType],
        required: false,
        description: 'Complete list, in order.',
      }),
      revision: t.int({
        required: false,
        description:
          '`settingsRevision` that the changes are based on. If there is a newer one, the result is a `ConflictError`. Omit it to overwrite.',
      }),
    }),
  },
  {
    description:
      "Updates the settings of a project; either all changes are made or none. Requires permission to change the project's settings. " +
      'Changes are logged.',
    errors: { types: [...accessErrors, ValidationError, LimitReachedError, ConflictError] },
    resolve: async (_, { input }, context) => ({
      project: await namingInput(paths, async () =>
        updateProject(context.app, context.actor, {
          ...changesIn(projectSettings, input),
          ...voiceIn(input.voice),
          id: databaseId('Project', input.id),
          revision: input.revision,
          organizationId: await organizationOf(context, input.organization),
          children: input.children?.map((one) => referredId('Project', one)),
          extractorRules: input.extractorRules?.map(ruleOf),
          urlReplacements: input.urlReplacements ?? undefined,
        }),
      ),
    }),
  },
  {
    name: 'UpdateProjectSuccess',
    description: 'The settings have been updated.',
    outputFields: (t) => ({
      project: t.expose('project', { type: ProjectType, description: 'The updated project.' }),
    }),
  },
);

builder.relayMutationField(
  'updateProjectReports',
  {
    description: 'Changes to the email reports. Omitted fields are left unchanged.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      ...groupInputs(t, reportSettings.groups),
    }),
  },
  {
    description:
      'Updates the recipients and frequency of email reports. Requires permission to change the ' +
      "project's settings.",
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => ({
      project: await namingInput(paths, async () =>
        updateProjectReports(app, actor, {
          ...changesIn(reportSettings, input),
          id: databaseId('Project', input.project),
        }),
      ),
    }),
  },
  {
    name: 'UpdateProjectReportsSuccess',
    description: 'The reports have been updated.',
    outputFields: (t) => ({
      project: t.expose('project', { type: ProjectType, description: 'The updated project.' }),
    }),
  },
);

builder.relayMutationField(
  'rotateSecurityKey',
  {
    description: 'The project whose key is replaced.',
    inputFields: (t) => ({ project: t.id({ description: 'Global ID or database ID of the project.' }) }),
  },
  {
    description:
      'Replaces the key that signs requests for full audio. Requests signed with the old key are ' +
      'refused immediately. Requires the rights of a maintainer.',
    errors: { types: [...accessErrors, ReauthenticationRequiredError] },
    resolve: async (_, { input }, { app, actor }) => ({
      project: await rotateSecurityKey(app, actor, databaseId('Project', input.project)),
    }),
  },
  {
    name: 'RotateSecurityKeySuccess',
    description: 'The key has been replaced.',
    outputFields: (t) => ({
      project: t.expose('project', { type: ProjectType, description: 'The project, with its new key.' }),
    }),
  },
);

builder.relayMutationField(
  'revealSecurityKey',
  {
    description: 'The project whose key is shown.',
    inputFields: (t) => ({ project: t.id({ description: 'Global ID or database ID of the project.' }) }),
  },
  {
    description: 'Returns the key that signs requests for full audio. Requires the rights of a maintainer.',
    errors: { types: [...accessErrors, ReauthenticationRequiredError] },
    resolve: async (_, { input }, { app, actor }) => ({
      securityKey: await revealSecurityKey(app, actor, databaseId('Project', input.project)),
    }),
  },
  {
    name: 'RevealSecurityKeySuccess',
    description: 'The key of the project.',
    outputFields: (t) => ({
      securityKey: t.exposeString('securityKey', {
        nullable: true,
        description: 'The key. Null if there is none yet.',
      }),
    }),
  },
);

builder.relayMutationField(
  'cloneConfiguration',
  {
    description: 'A project, the parts of its configuration to clone, and the target projects.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project whose configuration to clone.' }),
      targets: t.idList({
        description: `Global IDs or database IDs of other projects of the same organization. At most ${targetsMax}.`,
      }),
      parts: t.field({ type: [ConfigurationPartType], description: 'Parts to clone. At least one.' }),
    }),
  },
  {
    description:
      "Clones parts of a project's configuration to other projects of the organization. Each " +
      'target gets all parts or, if one of them is not possible, none. Requires permission to ' +
      'change the settings of the project and of each target.',
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => ({
      results: await cloneConfiguration(app, actor, {
        id: databaseId('Project', input.project),
        targets: input.targets.map((id) => databaseId('Project', id)),
        parts: input.parts,
      }),
    }),
  },
  {
    name: 'CloneConfigurationSuccess',
    description: 'Cloning to each target has been attempted.',
    outputFields: (t) => ({
      results: t.expose('results', {
        type: [CloneResultType],
        description: 'Result for each target, in the order given.',
      }),
    }),
  },
);
