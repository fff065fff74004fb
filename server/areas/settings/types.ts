import { builder } from '../../graphql/builder.ts';
import { FieldErrorType } from '../../graphql/error-types.ts';
import type { RuleEffect } from '../../extraction/extraction-rules.ts';
import { extractorRuleTypes } from '../../extraction/extraction-rules.ts';
import { ExtractorRuleKindType, ProjectType } from '../projects/types.ts';
import { configurationParts, type CloneFailure, type CloneResult } from './clone-configuration.ts';
import type { ExtractorRuleInput } from './extractor-rules.ts';
import type { ExtractorIp } from './url-replacements.ts';

export const ExtractorRuleType = builder.prismaObject('ExtractorRule', {
  description: 'A rule for reading the text of articles from their pages.',
  select: { id: true },
  fields: (t) => ({
    id: t.globalID({
      description: 'Global ID. Cannot be passed to `node`.',
      resolve: ({ id }) => ({ id, type: 'ExtractorRule' }),
    }),
    databaseId: t.exposeInt('id', { description: 'Database ID. It changes whenever the rules are saved.' }),
    type: t.field({
      type: ExtractorRuleKindType,
      description: 'Rule type.',
      select: { rule: true },
      resolve: ({ rule }) => extractorRuleTypes.find((type) => type === rule)!,
    }),
    rule: t.exposeString('rule', {
      description: 'One of the thirteen rule types, such as `should-not`.',
      deprecationReason: 'Use `type` instead.',
    }),
    selector: t.exposeString('selector', {
      description: 'CSS selector. For the charset rule, the name of an encoding.',
    }),
  }),
});

builder.prismaObject('UrlReplacement', {
  description: 'A rule for rewriting the URL of an article before its page is fetched.',
  select: { id: true },
  fields: (t) => ({
    id: t.globalID({
      description: 'Global ID. Cannot be passed to `node`.',
      resolve: ({ id }) => ({ id, type: 'UrlReplacement' }),
    }),
    databaseId: t.exposeInt('id', { description: 'Database ID. It changes whenever the rules are saved.' }),
    source: t.exposeString('source', {
      description: 'Text to replace. A regular expression is wrapped in slashes.',
    }),
    destination: t.exposeString('destination', {
      description: 'Replacement. `$1` stands for the first group of a regular expression.',
    }),
    isRegex: t.exposeBoolean('isRegex', { description: 'Whether `source` is a regular expression.' }),
  }),
});

export const ExtractorIpType = builder
  .objectRef<ExtractorIp>('ExtractorIp')
  .implement({
    description: 'An IP address of the server from which pages can be fetched.',
    fields: (t) => ({
      ip: t.exposeString('ip', { description: 'IPv4 or IPv6 address.' }),
      isDefault: t.exposeBoolean('isDefault', {
        description: 'Whether this address is used when no other is chosen.',
      }),
    }),
  });

export const UrlReplacementInputType = builder.inputType('UrlReplacementInput', {
  description: 'A rule for rewriting the URL of an article before its page is fetched.',
  fields: (t) => ({
    source: t.string({ description: 'Text to replace. A regular expression is wrapped in slashes.' }),
    destination: t.string({
      description: 'Replacement. `$1` stands for the first group of a regular expression.',
    }),
    isRegex: t.boolean({ description: 'Whether `source` is a regular expression.' }),
  }),
});

export const ExtractorRuleInputType = builder.inputType('ExtractorRuleInput', {
  description: 'A rule for reading the text of articles from their pages.',
  fields: (t) => ({
    type: t.field({
      type: ExtractorRuleKindType,
      required: false,
      description: 'Rule type. Required unless `rule` is given.',
    }),
    rule: t.string({
      required: false,
      description: 'One of the thirteen rule types, such as `should-not`.',
      deprecationReason: 'Use `type` instead.',
    }),
    selector: t.string({ description: 'CSS selector. For the charset rule, the name of an encoding.' }),
  }),
});

export const ConfigurationPartType = builder.enumType('ConfigurationPart', {
  description: "A part of a project's configuration that can be cloned to other projects.",
  values: Object.fromEntries(
    Object.entries(configurationParts).map(([part, description]) => [part, { description }]),
  ) as { [Part in keyof typeof configurationParts]: { description: string } },
});

const CloneFailureType = builder
  .objectRef<CloneFailure>('CloneFailure')
  .implement({
    description: 'Why a project did not get a configuration. Nothing of it was changed.',
    fields: (t) => ({
      message: t.exposeString('message', {
        description: 'What is wrong, in a sentence that can be shown to people.',
      }),
      fieldErrors: t.expose('fieldErrors', {
        type: [FieldErrorType],
        description: 'What is wrong with single settings. Empty if it is something else.',
      }),
    }),
  });

export const CloneResultType = builder
  .objectRef<CloneResult>('CloneResult')
  .implement({
    description: 'What became of one target of a cloned configuration.',
    fields: (t) => ({
      targetId: t.globalID({
        description: 'ID of the target.',
        resolve: ({ targetId }) => ({ id: targetId, type: 'Project' }),
      }),
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

export const RuleEffectType = builder
  .objectRef<RuleEffect>('ExtractorRuleEffect')
  .implement({
    description: 'What an extractor rule did to a page.',
    fields: (t) => ({
      type: t.expose('rule', { type: ExtractorRuleKindType, description: 'Rule type.' }),
      selector: t.exposeString('selector', {
        description: 'CSS selector. For the charset rule, the name of an encoding.',
      }),
      matched: t.exposeInt('matched', {
        nullable: true,
        description:
          'Number of elements that matched, on the page as the rules before had left it. Null for the charset rule.',
      }),
      removed: t.exposeString('removed', {
        nullable: true,
        description: 'The text that it removed, at most 300 characters of it. Null if it removed none.',
      }),
      removedCharacters: t.exposeInt('removedCharacters', {
        description: 'Number of characters that it removed.',
      }),
      problem: t.string({
        nullable: true,
        description: 'Why it had no effect, in a sentence. Null if it had one.',
        resolve: ({ matched }) => (matched === 0 ? 'This rule matches nothing on this page.' : null),
      }),
    }),
  });

/** A rule as it was sent. */
export const ruleOf = ({
  type,
  rule,
  selector,
}: {
  type?: string | null;
  rule?: string | null;
  selector: string;
}): ExtractorRuleInput => ({ rule: type ?? rule ?? '', selector });
