import { builder } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { databaseId } from '../../graphql/ids.ts';
import { settingFields, settingInputs } from '../../graphql/expose-settings.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { ProjectType } from '../projects/types.ts';
import { settingsByKey, VoiceSettingValueInputType, type VoiceSettingValue } from '../voices/types.ts';
import { ApiKeyType, SourceInputType } from '../sources/types.ts';
import { organizationIdOf } from './account.ts';
import { createProject } from './create-project.ts';
import { projectSettings } from './groups/project-settings.ts';
import { reportsNotice, reportSettings } from './groups/report-settings.ts';
import { ExtractorIpType, ExtractorRuleInputType, ruleOf, UrlReplacementInputType } from './types.ts';
import { updateProject, updateProjectReports } from './update-project.ts';
import { tryExtractedText } from './try-extraction.ts';
import { listExtractorIps, tryUrlReplacements } from './url-replacements.ts';

const inOrder: { orderBy: { position?: 'asc'; id?: 'asc' }[] } = { orderBy: [{ position: 'asc' }, { id: 'asc' }] };

builder.prismaObjectFields(ProjectType, (t) => ({
  ...settingFields(t, projectSettings.settings),
  ...settingFields(t, reportSettings.settings),
  extractorRules: t.relation('extractorRules', { description: 'Extractor rules, in the order in which they are applied.', query: inOrder }),
  urlReplacements: t.relation('urlReplacements', {
    description: 'URL replacement rules, in the order in which they are applied.',
    query: inOrder,
  }),
  replaceUrl: t.string({
    description: "The URL that replacement rules turn the given one into. Requires permission to change the project's settings.",
    args: {
      url: t.arg.string({ description: 'URL to try.' }),
      rules: t.arg({ type: [UrlReplacementInputType], description: 'Replacement rules to try. They need not be saved.' }),
    },
    deprecationReason: 'Use the mutation `tryUrlReplacements`, whose failures are typed.',
    resolve: ({ id }, args, { app, actor }) => tryUrlReplacements(app, actor, { projectId: id, ...args }),
  }),
  tryExtraction: t.string({
    deprecationReason: 'Use the mutation `tryExtraction`, which also takes extractor rules and says what each of them did.',
    description:
      'The text read from a page with the given replacement rules and the saved extractor rules. Requires permission to change the ' +
      "project's settings.",
    args: {
      url: t.arg.string({ description: 'URL of the page to try.' }),
      rules: t.arg({ type: [UrlReplacementInputType], description: 'Replacement rules to try. They need not be saved.' }),
      ipAddress: t.arg.string({ required: false, description: 'IP address to fetch the page from. Administrators only.' }),
    },
    resolve: ({ id }, { rules, ...args }, { app, actor }) =>
      tryExtractedText(app, actor, { projectId: id, urlReplacements: rules, ...args }),
  }),
  emailReportsNotice: t.string({
    nullable: true,
    description: 'Why no reports arrive although they are turned on, in a sentence to show beside the settings. Null when they do arrive.',
    resolve: () => reportsNotice,
  }),
}));

builder.queryFields((t) => ({
  extractorIps: t.field({
    type: [ExtractorIpType],
    description: 'IP addresses of the server from which the caller can choose to fetch pages. Only administrators can choose.',
    resolve: (_, __, { app, actor }) => listExtractorIps(app, actor),
  }),
}));

const sendTyped = 'Use `voiceSettings` instead. Its errors are also reported under this name.';

/** Null stays: private. What is no id is a slug. */
async function organizationOf({ app, actor }: Context, id: string | number | null | undefined): Promise<number | null | undefined> {
  if (id === null || id === undefined) return id;
  try {
    return databaseId('Organization', id);
  } catch {
    return organizationIdOf(app, actor, String(id));
  }
}

/** Settings of a voice as an input has them: typed, or else by setting id. */
function settingsOf(values: readonly VoiceSettingValue[] | null | undefined, value: unknown): Record<string, unknown> | undefined {
  if (values) return settingsByKey(values);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value))
    throw new ValidationError([{ field: 'voiceAdditionalSettings', message: 'Must be an object.' }]);
  return value as Record<string, unknown>;
}

builder.relayMutationField(
  'createProject',
  {
    description: 'The new project.',
    inputFields: (t) => ({
      name: t.string({ description: 'Name of the project. Must not be empty.' }),
      voiceName: t.string({ required: false, description: 'Voice, as `provider:name`. Defaults to the voice proposed for the language.' }),
      voiceLanguage: t.string({ required: false, description: "BCP 47 language tag. Defaults to the voice's language, else English." }),
      voiceSettings: t.field({
        type: [VoiceSettingValueInputType],
        required: false,
        description: 'Voice settings, including `model` and `style`.',
      }),
      voiceAdditionalSettings: t.field({
        type: 'JSON',
        required: false,
        description: 'Settings by key, with `model` and `style`.',
        deprecationReason: sendTyped,
      }),
      failoverVoice: t.string({ required: false, description: 'Fallback voice while the first provider is down, as `provider:name`.' }),
      organization: t.id({ required: false, description: 'Global ID, database ID or slug. Omit it for a private project.' }),
      sources: t.field({ type: [SourceInputType], required: false, description: "Sources of the project's articles." }),
    }),
  },
  {
    description:
      'Creates a project with its sources; either everything is created or nothing. Requires the editor or maintainer role in the ' +
      'organization; any user can create a private project.',
    errors: {},
    resolve: async (_, { input: { organization, voiceSettings, ...input } }, context) => {
      const { project, sources } = await createProject(context.app, context.actor, {
        ...input,
        voiceName: input.voiceName ?? undefined,
        voiceLanguage: input.voiceLanguage ?? undefined,
        voiceAdditionalSettings: settingsOf(voiceSettings, input.voiceAdditionalSettings),
        sources: input.sources ?? [],
        organizationId: await organizationOf(context, organization),
      });
      return { project, apiKeys: sources.filter(({ apiKey }) => apiKey !== null) };
    },
  },
  {
    name: 'CreateProjectSuccess',
    description: 'The project has been created.',
    outputFields: (t) => ({
      project: t.expose('project', { type: ProjectType, description: 'The new project.' }),
      apiKeys: t.expose('apiKeys', { type: [ApiKeyType], description: 'Keys of the api and api_readonly sources. Shown only once.' }),
    }),
  },
);

builder.relayMutationField(
  'updateProject',
  {
    description: 'Changes to a project. Omitted fields are left unchanged. Null clears fields that can be empty.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global ID or database ID of the project.' }),
      ...settingInputs(t, projectSettings.settings),
      organization: t.id({
        required: false,
        description: 'Global ID, database ID or slug. Null makes it private. Requires delete permission.',
      }),
      voiceName: t.string({ required: false, description: 'Voice that reads the articles, as `provider:name`.' }),
      voiceLanguage: t.string({ required: false, description: 'BCP 47 language tag.' }),
      voiceSettings: t.field({
        type: [VoiceSettingValueInputType],
        required: false,
        description: 'All voice settings, including `model` and `style`.',
      }),
      voiceAdditionalSettings: t.field({
        type: 'JSON',
        required: false,
        description: 'All settings by key, with `model` and `style`.',
        deprecationReason: sendTyped,
      }),
      failoverVoice: t.string({ required: false, description: 'Fallback voice, as `provider:name`. Null for none.' }),
      children: t.intList({
        required: false,
        description: 'Database IDs of projects of the same organization. Requires the `article-duplicator` feature.',
      }),
      extractorRules: t.field({ type: [ExtractorRuleInputType], required: false, description: 'The complete list, in order.' }),
      urlReplacements: t.field({ type: [UrlReplacementInputType], required: false, description: 'The complete list, in order.' }),
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
    errors: {},
    resolve: async (_, { input: { organization, voiceSettings, ...input } }, context) => ({
      project: await updateProject(context.app, context.actor, {
        ...input,
        id: databaseId('Project', input.id),
        voiceName: input.voiceName ?? undefined,
        voiceLanguage: input.voiceLanguage ?? undefined,
        voiceAdditionalSettings: settingsOf(voiceSettings, input.voiceAdditionalSettings),
        organizationId: await organizationOf(context, organization),
        children: input.children ?? undefined,
        extractorRules: input.extractorRules?.map(ruleOf),
        urlReplacements: input.urlReplacements ?? undefined,
      }),
    }),
  },
  {
    name: 'UpdateProjectSuccess',
    description: 'The settings have been updated.',
    outputFields: (t) => ({ project: t.expose('project', { type: ProjectType, description: 'The updated project.' }) }),
  },
);

builder.relayMutationField(
  'updateProjectReports',
  {
    description: 'Changes to the e-mail reports. Omitted fields are left unchanged.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global ID or database ID of the project.' }),
      ...settingInputs(t, reportSettings.settings),
    }),
  },
  {
    description: "Updates where and how often e-mail reports are sent. Requires permission to change the project's settings.",
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({
      project: await updateProjectReports(app, actor, { ...input, id: databaseId('Project', input.id) }),
    }),
  },
  {
    name: 'UpdateProjectReportsSuccess',
    description: 'The reports have been updated.',
    outputFields: (t) => ({ project: t.expose('project', { type: ProjectType, description: 'The updated project.' }) }),
  },
);
