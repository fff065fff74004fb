import { builder } from '../../../graphql/builder.ts';
import { databaseId, databaseIdOrNull } from '../../../graphql/ids.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import { ArticleStatusType, ArticleType } from '../../articles/articles/types.ts';
import { EntryInputType } from '../dictionaries/types.ts';
import { RuleActionInputType, RulePredicateInputType } from '../../library/rules/types.ts';
import { ExtractorRuleInputType, ruleOf } from '../../library/settings/types.ts';
import { draftEntriesMax, type Draft, type ScopeDraft } from './drafts.ts';
import type { NearMissTally, PreviewEntry } from './entry-tally.ts';
import { previewSentence } from './preview-sentence.ts';
import {
  previewArticlesMax,
  previewPagesMax,
  previewPagesDefault,
  previewArticlesDefault,
  previewArticlesWithModelMax,
  previewDraft,
  watchDraftPreview,
  type DraftPreview,
  type DraftPreviewRequest,
} from './draft-preview.ts';
import type { PreviewArticle, PreviewSentence } from './preview-article.ts';

const EntriesDraftType = builder.inputType('EntriesDraftInput', {
  description: 'Draft entries of a dictionary.',
  fields: (t) => ({
    dictionary: t.id({ description: 'Global ID or database ID of the dictionary.' }),
    entries: t.field({ type: [EntryInputType], description: `The entries, at most ${draftEntriesMax}.` }),
    replaces: t.idList({
      required: false,
      description: 'Global IDs or database IDs of the entries to replace.',
    }),
  }),
});

const ScopeDraftType = builder.inputType('DictionaryScopeDraftInput', {
  description: 'A dictionary with a draft scope and its current entries.',
  fields: (t) => ({
    dictionary: t.id({ description: 'Global ID or database ID of the dictionary.' }),
    language: t.string({
      required: false,
      description: 'Language to apply it to (BCP 47). Empty for every language.',
    }),
    provider: t.string({
      required: false,
      description: 'Code of the speech service to apply it to. Empty for every service.',
    }),
    voice: t.string({
      required: false,
      description: 'Name of the voice to apply it to, or `provider:name`. Empty for every voice.',
    }),
  }),
});

const RuleDraftType = builder.inputType('RuleDraftInput', {
  description: 'A draft processing rule.',
  fields: (t) => ({
    rule: t.id({
      required: false,
      description: 'Global ID or database ID of the rule to replace. If omitted, it is applied last.',
    }),
    predicates: t.field({ type: [RulePredicateInputType], description: 'Conditions, 1 to 20.' }),
    actions: t.field({ type: [RuleActionInputType], description: 'Actions, 1 to 20.' }),
  }),
});

const DraftPreviewInputType = builder.inputType('DraftPreviewInput', {
  description: 'A draft, and the articles to preview it on. Exactly one draft is given.',
  fields: (t) => ({
    project: t.id({ description: 'Global ID or database ID of the project whose articles to preview.' }),
    articles: t.int({
      required: false,
      description: `Number of articles, newest first: at most ${previewArticlesMax}; ${previewPagesMax} if pages are fetched, ${previewArticlesWithModelMax} if a language model is used. Defaults to ${previewArticlesDefault}; ${previewPagesDefault} pages, ${previewArticlesWithModelMax} with a model.`,
    }),
    entries: t.field({ type: EntriesDraftType, required: false, description: 'Entries of a dictionary.' }),
    scope: t.field({ type: ScopeDraftType, required: false, description: 'Scope of a dictionary.' }),
    rule: t.field({ type: RuleDraftType, required: false, description: 'A processing rule.' }),
    extractorRules: t.field({
      type: [ExtractorRuleInputType],
      required: false,
      description: 'Complete draft extractor rules of the project. The pages of the articles are fetched.',
    }),
    normalizationPrompt: t.string({
      required: false,
      description: 'Normalization instructions, 10 to 10,000 characters.',
    }),
  }),
});

const MissReasonType = builder.enumType('DraftPreviewMissReason', {
  description: 'Why an entry almost matched.',
  values: {
    CASE: { value: 'case', description: 'Case does not match.' },
    WORD_BOUNDARY: { value: 'word-boundary', description: 'It is part of another word.' },
    SCOPE: { value: 'scope', description: 'The dictionary does not apply to this voice.' },
    OVERLAP: {
      value: 'overlap',
      description: 'Another entry takes precedence: from a narrower dictionary, or a longer one.',
    },
  } as const,
});

const MissType = builder
  .objectRef<NearMissTally>('DraftPreviewMiss')
  .implement({
    description: 'Why an entry almost matched, with the first occurrence.',
    fields: (t) => ({
      reason: t.expose('reason', { type: MissReasonType, description: 'Why it did not match.' }),
      count: t.exposeInt('count', { description: 'Number of occurrences.' }),
      article: t.field({
        type: ArticleType,
        description: 'Article with the first occurrence.',
        resolve: ({ articleId }) => ({ id: articleId }),
      }),
      excerpt: t.exposeString('excerpt', { description: 'Text around the occurrence.' }),
      start: t.exposeInt('start', {
        description: 'Start of the occurrence in the excerpt, in UTF-16 code units.',
      }),
      length: t.exposeInt('length', { description: 'Length in UTF-16 code units.' }),
      coveredBy: t.exposeString('coveredBy', {
        nullable: true,
        description: 'Source of the entry that takes precedence. Null unless the reason is `OVERLAP`.',
      }),
    }),
  });

const EntryPreviewType = builder
  .objectRef<PreviewEntry>('DraftPreviewEntry')
  .implement({
    description: 'Preview result of an entry.',
    fields: (t) => ({
      source: t.exposeString('source', { description: 'The word as written.' }),
      matched: t.exposeInt('matched', { description: 'Number of matches.' }),
      misses: t.expose('near', {
        type: [MissType],
        description: 'Why it did not match where it almost did.',
      }),
    }),
  });

const SentencePreviewType = builder
  .objectRef<PreviewSentence>('DraftPreviewSentence')
  .implement({
    description: 'A sentence that would sound different.',
    fields: (t) => ({
      before: t.exposeString('before', {
        nullable: true,
        description: 'The sentence as currently spoken. Null if it is not spoken.',
      }),
      after: t.exposeString('after', {
        nullable: true,
        description: 'The sentence as it would be spoken. Null if it would not be spoken.',
      }),
      beforeCode: t.exposeString('beforeCode', {
        nullable: true,
        description:
          'Code for `previewSentence` to play the sentence as currently spoken. Null if it is not ' +
          'spoken.',
      }),
      afterCode: t.exposeString('afterCode', {
        nullable: true,
        description:
          'Code for `previewSentence` to play the sentence as it would be spoken. Null if it would ' +
          'not be spoken.',
      }),
    }),
  });

const ArticlePreviewType = builder
  .objectRef<PreviewArticle>('DraftPreviewArticle')
  .implement({
    description: 'An article that would change.',
    fields: (t) => ({
      article: t.field({
        type: ArticleType,
        description: 'The article.',
        resolve: ({ articleId }) => ({ id: articleId }),
      }),
      status: t.expose('status', {
        type: ArticleStatusType,
        nullable: true,
        description: 'Status that a rule would set. Null if it would not change.',
      }),
      sentences: t.expose('sentences', {
        type: [SentencePreviewType],
        description: 'Sentences that would sound different. If there are many, the first ones.',
      }),
      changed: t.exposeInt('changed', { description: 'Number of sentences that would sound different.' }),
    }),
  });

const DraftPreviewType = builder
  .objectRef<DraftPreview>('DraftPreview')
  .implement({
    description: "Preview of a draft's effect on articles. Nothing is changed or charged.",
    fields: (t) => ({
      examined: t.exposeInt('examined', { description: 'Number of articles checked so far.' }),
      total: t.exposeInt('total', {
        description: 'Number of articles to check. Fewer are checked if time runs out.',
      }),
      unread: t.exposeInt('unread', {
        description: 'Number of checked articles whose page could not be read.',
      }),
      done: t.exposeBoolean('done', {
        description: 'Whether the result is complete. Always true in a query.',
      }),
      matching: t.exposeInt('matching', {
        nullable: true,
        description:
          'Number of articles that meet the conditions of the rule. Null if the draft is not a rule.',
      }),
      changed: t.exposeInt('changed', { description: 'Number of articles that would change.' }),
      sentences: t.exposeInt('sentences', { description: 'Number of sentences that would sound different.' }),
      characters: t.exposeInt('characters', {
        description: 'Number of characters that would be regenerated.',
      }),
      charactersCharged: t.exposeFloat('charged', {
        description: 'Number of characters that would be charged to the balance.',
      }),
      cost: t.exposeFloat('cost', { description: 'Cost in EUR, at list prices.' }),
      articles: t.expose('articles', {
        type: [ArticlePreviewType],
        description: 'Articles that would change, newest first. If there are many, the first ones.',
      }),
      entries: t.expose('entries', {
        type: [EntryPreviewType],
        description: 'Preview result of each entry.',
      }),
    }),
  });

type Given = typeof DraftPreviewInputType.$inferInput;

const orderOf = ({ project, articles, ...draft }: Given): DraftPreviewRequest => ({
  projectId: databaseId('Project', project),
  articles,
  ...draftOf(draft),
});

const scopeOf = ({ dictionary, ...scope }: typeof ScopeDraftType.$inferInput): ScopeDraft => ({
  ...scope,
  dictionaryId: databaseId('Dictionary', dictionary),
});

const draftOf = ({
  entries,
  scope,
  rule,
  extractorRules,
  normalizationPrompt,
}: Omit<Given, 'project' | 'articles'>): Draft => ({
  normalizationPrompt,
  entries: entries && {
    dictionaryId: databaseId('Dictionary', entries.dictionary),
    entries: entries.entries,
    replaces: entries.replaces?.map((id) => databaseId('DictionaryEntry', id)),
  },
  scope: scope && scopeOf(scope),
  extractorRules: extractorRules?.map(ruleOf),
  rule: rule && {
    ruleId: databaseIdOrNull('ProcessingRule', rule.rule),
    predicates: rule.predicates.map(({ value, ...predicate }) => ({ ...predicate, value: value ?? '' })),
    actions: rule.actions.map(({ action, values }) => ({ action, values: values ?? [] })),
  },
});

const terms =
  "Takes 30 seconds at most; nothing is written or charged. Requires permission to change the project's settings.";
const complexity = 3_000;

builder.queryField('draftPreview', (t) =>
  t.field({
    type: DraftPreviewType,
    complexity,
    description: `Previews the effect of an unsaved draft on a project's newest articles. ${terms}`,
    args: { input: t.arg({ type: DraftPreviewInputType, description: 'The draft.' }) },
    resolve: (_, { input }, { app, actor }) => previewDraft(app, actor, orderOf(input)),
  }),
);

builder.subscriptionField('draftPreview', (t) =>
  t.field({
    type: DraftPreviewType,
    complexity,
    description: `Sends the result of the query while articles are checked. Each event has everything known so far; the last one is \`done\`. ${terms}`,
    args: { input: t.arg({ type: DraftPreviewInputType, description: 'The draft.' }) },
    subscribe: (_, { input }, { app, actorNow }) => watchDraftPreview(app, actorNow, orderOf(input)),
    resolve: (preview) => preview,
  }),
);

builder.relayMutationField(
  'previewSentence',
  {
    description: 'A draft that was previewed, and one of the sentences that it changes.',
    inputFields: (t) => ({
      draft: t.field({ type: DraftPreviewInputType, description: 'The draft, as previewed.' }),
      article: t.id({ description: 'Global ID or database ID of the article.' }),
      code: t.string({ description: '`beforeCode` or `afterCode` of the sentence.' }),
    }),
  },
  {
    description:
      'Speaks a sentence as currently spoken, or as it would be. Audio is charged once: neither ' +
      'existing audio nor later audio of the article for it is charged again. Requires permission ' +
      "to change the project's settings.",
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: (_, { input: { draft, article, code } }, { app, actor }) =>
      previewSentence(app, actor, {
        ...draftOf(draft),
        projectId: databaseId('Project', draft.project),
        articleId: databaseId('Article', article),
        code,
      }),
  },
  {
    name: 'PreviewSentenceSuccess',
    description: 'The sentence is ready to play.',
    outputFields: (t) => ({
      url: t.field({
        type: 'URL',
        description: 'URL of the audio.',
        resolve: ({ file }, _, { app }) => `${app.config.publicUrl}/download/audio/${file}.mp3`,
      }),
      durationMs: t.exposeFloat('durationMs', { description: 'Duration in milliseconds.' }),
      charactersCharged: t.exposeFloat('charged', {
        description: 'Characters charged to the balance. 0 if audio already existed.',
      }),
    }),
  },
);
