import { builder } from '../../graphql/builder.ts';
import { FieldErrorType } from '../../graphql/error-types.ts';
import { databaseId } from '../../graphql/ids.ts';
import type { RuleEffect } from '../../extraction/extraction-rules.ts';
import { UserError, ValidationError } from '../../kernel/errors.ts';
import { TextChangeType } from '../articles/types.ts';
import { ExtractorRuleKindType, LoggedChangeType, ProjectType } from '../projects/types.ts';
import { cloneConfiguration, configurationParts, targetsMax, type CloneResult } from './clone-configuration.ts';
import { rotateSecurityKey } from './security-key.ts';
import { tryExtraction } from './try-extraction.ts';
import { ExtractorRuleInputType, ruleOf, UrlReplacementInputType } from './types.ts';
import { tryUrlReplacements } from './url-replacements.ts';

builder.objectField(LoggedChangeType, 'diff', (t) =>
  t.expose('diff', {
    type: [TextChangeType],
    nullable: true,
    description: 'Of a text with several words, the changes piece by piece. Null for other values.',
  }),
);

builder.relayMutationField(
  'rotateSecurityKey',
  {
    description: 'The project whose key is replaced.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the project.' }) }),
  },
  {
    description:
      'Replaces the key that signs requests for full audio. Requests signed with the old key are refused at once. Requires the rights of a ' +
      'maintainer.',
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({ project: await rotateSecurityKey(app, actor, databaseId('Project', input.id)) }),
  },
  {
    name: 'RotateSecurityKeySuccess',
    description: 'The project has a new key.',
    outputFields: (t) => ({ project: t.expose('project', { type: ProjectType, description: 'The project, with its new key.' }) }),
  },
);

const ConfigurationPartType = builder.enumType('ConfigurationPart', {
  description: "A part of a project's configuration that can be cloned to other projects.",
  values: Object.fromEntries(Object.entries(configurationParts).map(([part, description]) => [part, { description }])) as {
    [Part in keyof typeof configurationParts]: { description: string };
  },
});

const CloneFailureType = builder
  .objectRef<UserError>('CloneFailure')
  .implement({
    description: 'Why a project did not get a configuration. Nothing of it was changed.',
    fields: (t) => ({
      message: t.exposeString('message', { description: 'What is wrong, in a sentence that can be shown to people.' }),
      fieldErrors: t.field({
        type: [FieldErrorType],
        description: 'What is wrong with single settings. Empty if it is something else.',
        resolve: (error) => (error instanceof ValidationError ? error.fieldErrors : []),
      }),
    }),
  });

const CloneResultType = builder
  .objectRef<CloneResult>('CloneResult')
  .implement({
    description: 'What became of one target of a cloned configuration.',
    fields: (t) => ({
      targetId: t.globalID({ description: 'ID of the target.', resolve: ({ targetId }) => ({ id: targetId, type: 'Project' }) }),
      project: t.expose('project', {
        type: ProjectType,
        nullable: true,
        description: 'The target. Null when it does not exist or the caller cannot see it.',
      }),
      failure: t.expose('failure', {
        type: CloneFailureType,
        nullable: true,
        description: 'Why the target stayed as it was. Null when it has the configuration now.',
      }),
    }),
  });

builder.relayMutationField(
  'cloneConfiguration',
  {
    description: 'A project, what of its configuration is cloned, and where to.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global ID or database ID of the project whose configuration is cloned.' }),
      targets: t.idList({ description: `Global IDs or database IDs of other projects of the same organization. At most ${targetsMax}.` }),
      parts: t.field({ type: [ConfigurationPartType], description: 'What is cloned. At least one part.' }),
    }),
  },
  {
    description:
      "Gives other projects of the organization parts of a project's configuration. Each target gets all parts or, if it cannot have one of " +
      'them, none. Requires permission to change the settings of the project and of each target.',
    errors: {},
    resolve: async (_, { input }, { app, actor }) => ({
      results: await cloneConfiguration(app, actor, {
        id: databaseId('Project', input.id),
        targets: input.targets.map((id) => databaseId('Project', id)),
        parts: input.parts,
      }),
    }),
  },
  {
    name: 'CloneConfigurationSuccess',
    description: 'Each target has been tried.',
    outputFields: (t) => ({
      results: t.expose('results', { type: [CloneResultType], description: 'What became of each target, in the order given.' }),
    }),
  },
);

const RuleEffectType = builder
  .objectRef<RuleEffect>('ExtractorRuleEffect')
  .implement({
    description: 'What an extractor rule did to a page.',
    fields: (t) => ({
      type: t.expose('rule', { type: ExtractorRuleKindType, description: 'Rule type.' }),
      selector: t.exposeString('selector', { description: 'CSS selector. For the charset rule, the name of an encoding.' }),
      matched: t.exposeInt('matched', {
        nullable: true,
        description: 'Number of elements that matched, on the page as the rules before had left it. Null for the charset rule.',
      }),
      removed: t.exposeString('removed', {
        nullable: true,
        description: 'The text that it removed, at most 300 characters of it. Null if it removed none.',
      }),
      removedCharacters: t.exposeInt('removedCharacters', { description: 'Number of characters that it removed.' }),
      problem: t.string({
        nullable: true,
        description: 'Why it had no effect, in a sentence. Null if it had one.',
        resolve: ({ matched }) => (matched === 0 ? 'This rule matches nothing on this page.' : null),
      }),
    }),
  });

const urlDescription = 'URL of the page to try.';
const replacementsDescription = "Replacement rules to try. They need not be saved. Defaults to the project's.";

builder.relayMutationField(
  'tryExtraction',
  {
    description: 'A page, and the rules with which it is read.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global ID or database ID of the project.' }),
      url: t.string({ description: urlDescription }),
      extractorRules: t.field({
        type: [ExtractorRuleInputType],
        required: false,
        description: "Extractor rules to try. They need not be saved. Defaults to the project's.",
      }),
      urlReplacements: t.field({ type: [UrlReplacementInputType], required: false, description: replacementsDescription }),
      ipAddress: t.string({ required: false, description: 'IP address to fetch the page from. Administrators only.' }),
    }),
  },
  {
    description:
      'Reads a page as the project would with these rules, and says what each of them did. Nothing is stored. Requires permission to ' +
      "change the project's settings.",
    errors: {},
    resolve: (_, { input: { id, extractorRules, ...input } }, { app, actor }) =>
      tryExtraction(app, actor, { ...input, projectId: databaseId('Project', id), extractorRules: extractorRules?.map(ruleOf) }),
  },
  {
    name: 'TryExtractionSuccess',
    description: 'The page has been read.',
    outputFields: (t) => ({
      url: t.exposeString('url', { description: 'URL of the page, after replacement rules and redirects.' }),
      title: t.exposeString('title', { nullable: true, description: 'Title of the article. Null if there is no article.' }),
      text: t.exposeString('text', { nullable: true, description: 'Text of the article. Null if there is no article.' }),
      publishedAt: t.exposeString('publishedAt', {
        nullable: true,
        description: 'When it was published, in ISO 8601 with the offset that the page gives. Null if the page does not say.',
      }),
      language: t.exposeString('language', { nullable: true, description: 'BCP 47 language tag. Null if it is unknown.' }),
      rules: t.expose('rules', {
        type: [RuleEffectType],
        description: 'What each extractor rule did, in order. Empty if there are none, or the page could not be read at all.',
      }),
      failure: t.exposeString('failure', {
        nullable: true,
        description: 'Why no article was found on the page, in a sentence. Null if one was found.',
      }),
    }),
  },
);

builder.relayMutationField(
  'tryUrlReplacements',
  {
    description: 'A URL, and the rules that are applied to it.',
    inputFields: (t) => ({
      id: t.id({ description: 'Global ID or database ID of the project.' }),
      url: t.string({ description: 'URL to try.' }),
      urlReplacements: t.field({ type: [UrlReplacementInputType], description: 'Replacement rules to try. They need not be saved.' }),
    }),
  },
  {
    description: "Applies replacement rules to a URL. Nothing is stored. Requires permission to change the project's settings.",
    errors: {},
    resolve: async (_, { input: { id, url, urlReplacements } }, { app, actor }) => ({
      url: await tryUrlReplacements(app, actor, { projectId: databaseId('Project', id), url, rules: urlReplacements }),
    }),
  },
  {
    name: 'TryUrlReplacementsSuccess',
    description: 'The rules have been applied.',
    outputFields: (t) => ({ url: t.exposeString('url', { description: 'The URL that the rules made.' }) }),
  },
);
