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
import { reportSettings } from './groups/report-settings.ts';
import { ExtractorIpType, ExtractorRuleInputType, UrlReplacementInputType } from './types.ts';
import { updateProject, updateProjectReports } from './update-project.ts';
import { listExtractorIps, tryExtraction, tryUrlReplacements } from './url-replacements.ts';

const inOrder: { orderBy: { position?: 'asc'; id?: 'asc' }[] } = { orderBy: [{ position: 'asc' }, { id: 'asc' }] };

builder.prismaObjectFields(ProjectType, (t) => ({
  ...settingFields(t, projectSettings.settings),
  ...settingFields(t, reportSettings.settings),
  extractorRules: t.relation('extractorRules', { description: 'How pages are read, in the order in which the rules are applied.', query: inOrder }),
  urlReplacements: t.relation('urlReplacements', { description: 'How addresses are rewritten, in the order in which the rules are applied.', query: inOrder }),
  replaceUrl: t.string({
    description: 'What replacement rules would make of an address.',
    args: {
      url: t.arg.string({ description: 'The address to try.' }),
      rules: t.arg({ type: [UrlReplacementInputType], description: 'The rules to try, saved or not.' }),
    },
    resolve: ({ id }, args, { app, actor }) => tryUrlReplacements(app, actor, { projectId: id, ...args }),
  }),
  tryExtraction: t.string({
    description: 'The text that would be read of the page at an address, with these replacement rules and the extractor rules that are saved.',
    args: {
      url: t.arg.string({ description: 'The address to try.' }),
      rules: t.arg({ type: [UrlReplacementInputType], description: 'The replacement rules to try, saved or not.' }),
      ipAddress: t.arg.string({ required: false, description: 'Where to fetch from; administrators only.' }),
    },
    resolve: ({ id }, args, { app, actor }) => tryExtraction(app, actor, { projectId: id, ...args }),
  }),
}));

builder.queryFields((t) => ({
  extractorIps: t.field({
    type: [ExtractorIpType],
    description: 'Addresses of the server that the caller may choose from to fetch pages. Only administrators may choose.',
    resolve: (_, __, { app, actor }) => listExtractorIps(app, actor),
  }),
}));

const sendTyped = 'Send `voiceSettings`, which are typed. What is wrong with them is told under this name, too.';

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
  if (typeof value !== 'object' || Array.isArray(value)) throw new ValidationError([{ field: 'voiceAdditionalSettings', message: 'Must be an object.' }]);
  return value as Record<string, unknown>;
}

builder.relayMutationField(
  'createProject',
  {
    description: 'What the project is to be like.',
    inputFields: (t) => ({
      name: t.string({ description: 'Not empty.' }),
      voiceName: t.string({ required: false, description: '`provider:name`; absent: the one proposed for the language.' }),
      voiceLanguage: t.string({ required: false, description: 'BCP 47; absent: that of the voice, else English.' }),
      voiceSettings: t.field({ type: [VoiceSettingValueInputType], required: false, description: 'What is set of the voice, `model` and `style` among it.' }),
      voiceAdditionalSettings: t.field({ type: 'JSON', required: false, description: 'Values by setting id, with `model` and `style`.', deprecationReason: sendTyped }),
      failoverVoice: t.string({ required: false, description: '`provider:name` of the voice that steps in while the first provider is down.' }),
      organization: t.id({ required: false, description: 'Global id, database id or slug; absent: a private project.' }),
      sources: t.field({ type: [SourceInputType], required: false, description: 'Where its articles come from.' }),
    }),
  },
  {
    description: 'Creates a project with its sources, all or nothing. In an organization editors may, a private one everybody may.',
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
    description: 'The project is there.',
    outputFields: (t) => ({
      project: t.expose('project', { type: ProjectType, description: 'The new project.' }),
      apiKeys: t.expose('apiKeys', { type: [ApiKeyType], description: 'Keys of its api and api_readonly sources. They are not shown again.' }),
    }),
  },
);

builder.relayMutationField(
  'updateProject',
  {
    description: 'What is absent stays. Null clears what can be empty.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global or database id.' }),
      ...settingInputs(t, projectSettings.settings),
      organization: t.id({ required: false, description: 'Global id, database id or slug; null: make it private. Needs the right to delete it.' }),
      voiceName: t.string({ required: false, description: '`provider:name`.' }),
      voiceLanguage: t.string({ required: false, description: 'BCP 47.' }),
      voiceSettings: t.field({ type: [VoiceSettingValueInputType], required: false, description: 'All that is set of the voice, `model` and `style` among it.' }),
      voiceAdditionalSettings: t.field({ type: 'JSON', required: false, description: 'All values by setting id, with `model` and `style`.', deprecationReason: sendTyped }),
      failoverVoice: t.string({ required: false, description: '`provider:name`; null: none.' }),
      children: t.intList({ required: false, description: 'Database ids of other projects of the same organization; needs the feature article-duplicator.' }),
      extractorRules: t.field({ type: [ExtractorRuleInputType], required: false, description: 'All of them, in order.' }),
      urlReplacements: t.field({ type: [UrlReplacementInputType], required: false, description: 'All of them, in order.' }),
    }),
  },
  {
    description: 'Changes settings of a project, all or nothing. Needs the right to change them; each change is logged.',
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
        extractorRules: input.extractorRules?.map(({ type, rule, selector }) => ({ rule: type ?? rule ?? '', selector })),
        urlReplacements: input.urlReplacements ?? undefined,
      }),
    }),
  },
  {
    name: 'UpdateProjectSuccess',
    description: 'The settings are changed.',
    outputFields: (t) => ({ project: t.expose('project', { type: ProjectType, description: 'As it is now.' }) }),
  },
);

builder.relayMutationField(
  'updateProjectReports',
  {
    description: 'What is absent stays.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global or database id.' }),
      ...settingInputs(t, reportSettings.settings),
    }),
  },
  {
    description: 'Changes where e-mail reports go and how often. Needs the right to change settings.',
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({
      project: await updateProjectReports(app, actor, { ...input, id: databaseId('Project', input.id) }),
    }),
  },
  {
    name: 'UpdateProjectReportsSuccess',
    description: 'The reports are changed.',
    outputFields: (t) => ({ project: t.expose('project', { type: ProjectType, description: 'As it is now.' }) }),
  },
);
