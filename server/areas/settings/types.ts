import { builder } from '../../graphql/builder.ts';
import { extractorRuleTypes } from '../../extraction/extraction-rules.ts';
import { ExtractorRuleKindType } from '../projects/types.ts';
import type { ExtractorRuleInput } from './extractor-rules.ts';
import type { ExtractorIp } from './url-replacements.ts';

export const ExtractorRuleType = builder.prismaObject('ExtractorRule', {
  description: 'A rule for reading the text of articles from their pages.',
  select: { id: true },
  fields: (t) => ({
    id: t.globalID({ description: 'Global ID. Cannot be passed to `node`.', resolve: ({ id }) => ({ id, type: 'ExtractorRule' }) }),
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
    selector: t.exposeString('selector', { description: 'CSS selector. For the charset rule, the name of an encoding.' }),
  }),
});

export const UrlReplacementType = builder.prismaObject('UrlReplacement', {
  description: 'A rule for rewriting the URL of an article before its page is fetched.',
  select: { id: true },
  fields: (t) => ({
    id: t.globalID({ description: 'Global ID. Cannot be passed to `node`.', resolve: ({ id }) => ({ id, type: 'UrlReplacement' }) }),
    databaseId: t.exposeInt('id', { description: 'Database ID. It changes whenever the rules are saved.' }),
    source: t.exposeString('source', { description: 'Text to replace. A regular expression is wrapped in slashes.' }),
    destination: t.exposeString('destination', { description: 'Replacement. `$1` stands for the first group of a regular expression.' }),
    isRegex: t.exposeBoolean('isRegex', { description: 'Whether `source` is a regular expression.' }),
  }),
});

export const ExtractorIpType = builder
  .objectRef<ExtractorIp>('ExtractorIp')
  .implement({
    description: 'An IP address of the server from which pages can be fetched.',
    fields: (t) => ({
      ip: t.exposeString('ip', { description: 'IPv4 or IPv6 address.' }),
      isDefault: t.exposeBoolean('isDefault', { description: 'Whether this address is used when no other is chosen.' }),
    }),
  });

export const UrlReplacementInputType = builder.inputType('UrlReplacementInput', {
  description: 'A rule for rewriting the URL of an article before its page is fetched.',
  fields: (t) => ({
    source: t.string({ description: 'Text to replace. A regular expression is wrapped in slashes.' }),
    destination: t.string({ description: 'Replacement. `$1` stands for the first group of a regular expression.' }),
    isRegex: t.boolean({ description: 'Whether `source` is a regular expression.' }),
  }),
});

export const ExtractorRuleInputType = builder.inputType('ExtractorRuleInput', {
  description: 'A rule for reading the text of articles from their pages.',
  fields: (t) => ({
    type: t.field({ type: ExtractorRuleKindType, required: false, description: 'Rule type. Required unless `rule` is given.' }),
    rule: t.string({
      required: false,
      description: 'One of the thirteen rule types, such as `should-not`.',
      deprecationReason: 'Use `type` instead.',
    }),
    selector: t.string({ description: 'CSS selector. For the charset rule, the name of an encoding.' }),
  }),
});

/** A rule as it was sent. */
export const ruleOf = ({ type, rule, selector }: { type?: string | null; rule?: string | null; selector: string }): ExtractorRuleInput => ({
  rule: type ?? rule ?? '',
  selector,
});
