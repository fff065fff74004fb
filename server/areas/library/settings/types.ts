import {
  extractorRuleTypes,
  type ExtractorRuleType as RuleType,
  type RuleEffect,
} from '../../../extraction/extraction-rules.ts';
import type { ChosenParagraph, ExclusionReason } from '../../../extraction/page-choice.ts';
import { builder } from '../../../graphql/builder.ts';
import { wordsEnum } from '../../../graphql/words-enum.ts';
import type { ExtractorRuleInput } from './extractor-rules.ts';
import type { ExtractorIp } from './url-replacements.ts';

export const ExtractorRuleTypeType = builder.enumType('ExtractorRuleType', {
  description:
    'What an extractor rule does with the elements that its selector matches. REST uses the same ' +
    'names, in lower case and with hyphens in place of some underscores.',
  values: wordsEnum<RuleType>({
    should:
      'The text is taken from the matches. Matches of several such rules add up; if there are none, extraction is automatic.',
    should_strict:
      'Like `SHOULD`, but without automatic cleanup of the matches, and a page without a match has no article.',
    whitelist: 'The automatic cleanup doesn’t remove matches.',
    unwrap_br: 'Text separated by line breaks within a match becomes paragraphs.',
    unwrap: 'Tags of the match are removed; its text stays.',
    title: 'The title is the text of the first match.',
    'should-not': 'Matches are removed.',
    'should-before': 'The first match and everything after it are removed.',
    'should-after': 'The first match and everything before it are removed.',
    'should-before-br': 'Only the part of each match before the first line break is kept.',
    'should-after-br': 'Only the part of each match after the first line break is kept.',
    'publication-date': 'The publication date is that of the first match that holds a date.',
    charset: 'The page is decoded with this encoding, even if it declares another one.',
  }),
});

export const ExtractorRuleType = builder.prismaObject('ExtractorRule', {
  description: 'A rule for reading the text of articles from their pages.',
  select: { id: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', {
      description: 'Database ID of the rule, as used in REST. It changes whenever the rules are saved.',
    }),
    type: t.field({
      type: ExtractorRuleTypeType,
      description: 'Rule type.',
      select: { rule: true },
      resolve: ({ rule }) => extractorRuleTypes.find((type) => type === rule)!,
    }),
    selector: t.exposeString('selector', {
      description: 'CSS selector. For the charset rule, the name of an encoding.',
    }),
  }),
});

export const UrlReplacementType = builder.prismaObject('UrlReplacement', {
  description: 'A rule for rewriting the URL of an article before its page is fetched.',
  select: { id: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', {
      description: 'Database ID of the rule, as used in REST. It changes whenever the rules are saved.',
    }),
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
    type: t.field({ type: ExtractorRuleTypeType, description: 'Rule type.' }),
    selector: t.string({ description: 'CSS selector. For the charset rule, the name of an encoding.' }),
  }),
});

export const RuleEffectType = builder
  .objectRef<RuleEffect>('ExtractorRuleEffect')
  .implement({
    description: 'Effect of an extractor rule on a page.',
    fields: (t) => ({
      type: t.expose('rule', { type: ExtractorRuleTypeType, description: 'Rule type.' }),
      selector: t.exposeString('selector', {
        description: 'CSS selector. For the charset rule, the name of an encoding.',
      }),
      matched: t.exposeInt('matched', {
        nullable: true,
        description:
          'Number of elements that matched, after the previous rules were applied. Null for the ' +
          'charset rule.',
      }),
      removed: t.exposeString('removed', {
        nullable: true,
        description: 'Text that it removed, at most 300 characters. Null if none.',
      }),
      removedCharacters: t.exposeInt('removedCharacters', { description: 'Number of characters removed.' }),
      problem: t.string({
        nullable: true,
        description: 'Why it had no effect, in a sentence. Null if it had one.',
        resolve: ({ matched }) => (matched === 0 ? 'This rule matches nothing on this page.' : null),
      }),
    }),
  });

/** A rule as it was sent. */
export const ruleOf = ({ type, selector }: { type: string; selector: string }): ExtractorRuleInput => ({
  rule: type,
  selector,
});

const ExclusionReasonType = builder.enumType('ExclusionReason', {
  description: 'Why a paragraph of a page is not in its article.',
  values: {
    HIDDEN: { value: 'hidden', description: 'Hidden on the page.' },
    COMMENTS: { value: 'comments', description: "Among readers' comments." },
    LINKS: { value: 'links', description: 'Mostly links.' },
    BOX: { value: 'box', description: 'In a box beside the text: an advertisement, a caption, the footer.' },
    FORMULA: {
      value: 'formula',
      description: 'Text found on many pages: a byline, a credit, an invitation.',
    },
    REPEATED: { value: 'repeated', description: 'Repeated in the article.' },
    UNLIKELY: { value: 'unlikely', description: 'Unlikely to be part of the article.' },
  } satisfies Record<Uppercase<ExclusionReason>, { value: ExclusionReason; description: string }>,
});

const SuggestedRuleType = builder
  .objectRef<ChosenParagraph['rule']>('SuggestedRule')
  .implement({
    description: 'An extractor rule suggested for a project.',
    fields: (t) => ({
      type: t.expose('rule', { type: ExtractorRuleTypeType, description: 'Rule type.' }),
      selector: t.exposeString('selector', { description: 'CSS selector.' }),
    }),
  });

export const PageParagraphType = builder
  .objectRef<ChosenParagraph>('PageParagraph')
  .implement({
    description: 'A paragraph of a page, and how it was used.',
    fields: (t) => ({
      text: t.exposeString('text', { description: 'Text, shortened if long.' }),
      isIncluded: t.exposeBoolean('isIncluded', { description: 'Whether it is in the article.' }),
      reason: t.expose('reason', {
        type: ExclusionReasonType,
        nullable: true,
        description: 'Why it was left out. Null if it is in the article.',
      }),
      rule: t.expose('rule', {
        type: SuggestedRuleType,
        description: 'Rule that excludes or includes it on this page and similar ones.',
      }),
    }),
  });
