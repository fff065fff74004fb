import { builder } from '../../graphql/builder.ts';
import { extractorRuleTypes } from '../../extraction/extraction-rules.ts';
import { ExtractorRuleKindType } from '../projects/types.ts';
import type { ExtractorIp } from './url-replacements.ts';

export const ExtractorRuleType = builder.prismaObject('ExtractorRule', {
  description: 'A step of reading the pages of articles.',
  select: { id: true },
  fields: (t) => ({
    id: t.globalID({ description: 'Unique among all things; not refetched.', resolve: ({ id }) => ({ id, type: 'ExtractorRule' }) }),
    databaseId: t.exposeInt('id', { description: 'The id in the database. New whenever the rules are saved.' }),
    type: t.field({ type: ExtractorRuleKindType, description: 'What it does.', select: { rule: true }, resolve: ({ rule }) => extractorRuleTypes.find((type) => type === rule)! }),
    rule: t.exposeString('rule', { description: 'One of the thirteen types, such as `should-not`.', deprecationReason: 'Ask for `type`, which is of a closed set.' }),
    selector: t.exposeString('selector', { description: 'A CSS selector; of the charset rule: the name of an encoding.' }),
  }),
});

export const UrlReplacementType = builder.prismaObject('UrlReplacement', {
  description: 'A step of rewriting the address of an article before its page is fetched.',
  select: { id: true },
  fields: (t) => ({
    id: t.globalID({ description: 'Unique among all things; not refetched.', resolve: ({ id }) => ({ id, type: 'UrlReplacement' }) }),
    databaseId: t.exposeInt('id', { description: 'The id in the database. New whenever the rules are saved.' }),
    source: t.exposeString('source', { description: 'What is replaced; a regular expression is wrapped in slashes.' }),
    destination: t.exposeString('destination', { description: 'What takes its place; `$1` is the first group of a regular expression.' }),
    isRegex: t.exposeBoolean('isRegex', { description: 'Whether the source is a regular expression.' }),
  }),
});

export const ExtractorIpType = builder.objectRef<ExtractorIp>('ExtractorIp').implement({
  description: 'An address of the server that pages can be fetched from.',
  fields: (t) => ({
    ip: t.exposeString('ip', { description: 'IPv4 or IPv6.' }),
    isDefault: t.exposeBoolean('isDefault', { description: 'Whether it is the one that is used unless another is chosen.' }),
  }),
});

export const UrlReplacementInputType = builder.inputType('UrlReplacementInput', {
  description: 'A step of rewriting the address of an article before its page is fetched.',
  fields: (t) => ({
    source: t.string({ description: 'What is replaced; a regular expression is wrapped in slashes.' }),
    destination: t.string({ description: 'What takes its place; `$1` is the first group of a regular expression.' }),
    isRegex: t.boolean({ description: 'Whether the source is a regular expression.' }),
  }),
});

export const ExtractorRuleInputType = builder.inputType('ExtractorRuleInput', {
  description: 'A step of reading the pages of articles.',
  fields: (t) => ({
    type: t.field({ type: ExtractorRuleKindType, required: false, description: 'What it does; needed unless `rule` says it.' }),
    rule: t.string({ required: false, description: 'One of the thirteen types, such as `should-not`.', deprecationReason: 'Send `type`, which is of a closed set.' }),
    selector: t.string({ description: 'A CSS selector; of the charset rule: the name of an encoding.' }),
  }),
});
