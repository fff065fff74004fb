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
  description: 'Entries as they would stand in a dictionary.',
  fields: (t) => ({
    dictionary: t.id({ description: 'Global ID or database ID of the dictionary.' }),
    entries: t.field({ type: [EntryInputType], description: `The entries, at most ${draftEntriesMax}.` }),
    replaces: t.idList({
      required: false,
      description: 'Global IDs or database IDs of entries in whose place they would stand.',
    }),
  }),
});

const ScopeDraftType = builder.inputType('DictionaryScopeDraftInput', {
  description: 'A dictionary as it would be heard, with the entries that it has.',
  fields: (t) => ({
    dictionary: t.id({ description: 'Global ID or database ID of the dictionary.' }),
    language: t.string({
      required: false,
      description: 'Language that it would be for (BCP 47). If empty: every language.',
    }),
    provider: t.string({
      required: false,
      description: 'Code of the speech service that it would be for. If empty: every service.',
    }),
    voice: t.string({
      required: false,
      description: 'Name of the voice that it would be for, or `provider:name`. If empty: every voice.',
    }),
  }),
});

const RuleDraftType = builder.inputType('RuleDraftInput', {
  description: 'A processing rule as it would be applied.',
  fields: (t) => ({
    rule: t.id({
      required: false,
      description:
        'Global ID or database ID of the rule that it would replace. Otherwise it is applied last.',
    }),
    predicates: t.field({ type: [RulePredicateInputType], description: 'Conditions: 1 to 20.' }),
    actions: t.field({ type: [RuleActionInputType], description: 'Actions: 1 to 20.' }),
  }),
});

const TrialInputType = builder.inputType('TrialInput', {
  description: 'A draft, and the articles that it is tried on. One of the drafts is given.',
  fields: (t) => ({
    project: t.id({ description: 'Global ID or database ID of the project whose articles are looked at.' }),
    articles: t.int({
      required: false,
      description: `Number of articles, newest first: at most ${previewArticlesMax}; ${previewPagesMax} where pages are read, ${previewArticlesWithModelMax} where a language model is asked. Defaults to ${previewArticlesDefault}; ${previewPagesDefault} pages, ${previewArticlesWithModelMax} with a model.`,
    }),
    entries: t.field({ type: EntriesDraftType, required: false, description: 'Entries of a dictionary.' }),
    scope: t.field({ type: ScopeDraftType, required: false, description: 'What a dictionary is for.' }),
    rule: t.field({ type: RuleDraftType, required: false, description: 'A processing rule.' }),
    extractorRules: t.field({
      type: [ExtractorRuleInputType],
      required: false,
      description: 'All extractor rules of the project as they would be. The pages of the articles are read.',
    }),
    normalizationPrompt: t.string({
      required: false,
      description: 'Normalization instructions: 10 to 10,000 characters.',
    }),
  }),
});

const NearReasonType = builder.enumType('NearReason', {
  description: 'Why an entry that nearly applied did not.',
  values: {
    CASE: { value: 'case', description: 'Capitals do not match.' },
    BORDER: { value: 'border', description: 'It is a part of another word.' },
    SCOPE: { value: 'scope', description: 'The dictionary is not for this voice.' },
    TAKEN: {
      value: 'taken',
      description: 'Another entry has the word: of a nearer dictionary, or a longer one.',
    },
  } as const,
});

const NearlyTriedType = builder
  .objectRef<NearMissTally>('TriedEntryMiss')
  .implement({
    description: 'Why an entry that nearly applied did not, with the first place.',
    fields: (t) => ({
      reason: t.expose('reason', { type: NearReasonType, description: 'Why it did not apply.' }),
      count: t.exposeInt('count', { description: 'How often.' }),
      article: t.field({
        type: ArticleType,
        description: 'Article of the first place.',
        resolve: ({ articleId }) => ({ id: articleId }),
      }),
      excerpt: t.exposeString('excerpt', { description: 'What stands around it.' }),
      start: t.exposeInt('start', { description: 'Where it begins in the excerpt, in UTF-16 units.' }),
      length: t.exposeInt('length', { description: 'Its length in UTF-16 units.' }),
      takenBy: t.exposeString('takenBy', {
        nullable: true,
        description: 'Source of the entry that has the word. Null unless the reason is `TAKEN`.',
      }),
    }),
  });

const TriedEntryType = builder
  .objectRef<PreviewEntry>('TriedEntry')
  .implement({
    description: 'What became of an entry that was tried.',
    fields: (t) => ({
      source: t.exposeString('source', { description: 'The word as it is written.' }),
      matched: t.exposeInt('matched', { description: 'How often it applied.' }),
      misses: t.expose('near', {
        type: [NearlyTriedType],
        description: 'Why it did not where it nearly did.',
      }),
    }),
  });

const TriedSentenceType = builder
  .objectRef<PreviewSentence>('TriedSentence')
  .implement({
    description: 'A sentence that would sound different.',
    fields: (t) => ({
      before: t.exposeString('before', {
        nullable: true,
        description: 'As it is said now. Null when it is not said.',
      }),
      after: t.exposeString('after', {
        nullable: true,
        description: 'As it would be said. Null when it would not be.',
      }),
      beforeCode: t.exposeString('beforeCode', {
        nullable: true,
        description: 'What `hearTriedSentence` says it by as it is said now. Null when it is not said.',
      }),
      afterCode: t.exposeString('afterCode', {
        nullable: true,
        description: 'The same for how it would be said. Null when it would not be.',
      }),
    }),
  });

const TriedArticleType = builder
  .objectRef<PreviewArticle>('TriedArticle')
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
        description: 'Status that a rule would give it. Null when it would stay as it is.',
      }),
      sentences: t.expose('sentences', {
        type: [TriedSentenceType],
        description: 'Sentences that would sound different; of many the first.',
      }),
      changed: t.exposeInt('changed', { description: 'Number of sentences that would sound different.' }),
    }),
  });

const TrialType = builder
  .objectRef<DraftPreview>('Trial')
  .implement({
    description: 'What would become of articles with a draft. Nothing is changed, and nothing charged.',
    fields: (t) => ({
      examined: t.exposeInt('examined', { description: 'Articles that have been looked at.' }),
      total: t.exposeInt('total', {
        description: 'Articles that are looked at. In the end fewer have been when the time did not suffice.',
      }),
      unread: t.exposeInt('unread', {
        description: 'Of the articles that have been looked at those whose page could not be read.',
      }),
      done: t.exposeBoolean('done', { description: 'Whether nothing more follows. Always true in a query.' }),
      matching: t.exposeInt('matching', {
        nullable: true,
        description: 'Articles that meet the conditions of the rule. Null when it is none.',
      }),
      changed: t.exposeInt('changed', { description: 'Articles that would change.' }),
      sentences: t.exposeInt('sentences', { description: 'Sentences that would sound different.' }),
      characters: t.exposeInt('characters', { description: 'Characters that would be voiced again.' }),
      charactersCharged: t.exposeFloat('charged', {
        description: 'Characters that this would take from the balance.',
      }),
      cost: t.exposeFloat('cost', { description: 'What this would cost, in EUR at list prices.' }),
      articles: t.expose('articles', {
        type: [TriedArticleType],
        description: 'Articles that would change, newest first; of many the first.',
      }),
      entries: t.expose('entries', { type: [TriedEntryType], description: 'What became of each entry.' }),
    }),
  });

type Given = typeof TrialInputType.$inferInput;

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

builder.queryField('trial', (t) =>
  t.field({
    type: TrialType,
    complexity,
    description: `What would become of a project's newest articles with a draft that is not saved. ${terms}`,
    args: { input: t.arg({ type: TrialInputType, description: 'The draft.' }) },
    resolve: (_, { input }, { app, actor }) => previewDraft(app, actor, orderOf(input)),
  }),
);

builder.subscriptionField('trial', (t) =>
  t.field({
    type: TrialType,
    complexity,
    description: `The same as the query, as it comes in: each event has all that is known by then, the last one is \`done\`. ${terms}`,
    args: { input: t.arg({ type: TrialInputType, description: 'The draft.' }) },
    subscribe: (_, { input }, { app, actorNow }) => watchDraftPreview(app, actorNow, orderOf(input)),
    resolve: (trial) => trial,
  }),
);

builder.relayMutationField(
  'hearTriedSentence',
  {
    description: 'A draft that was tried, and one of the sentences that it changes.',
    inputFields: (t) => ({
      trial: t.field({ type: TrialInputType, description: 'The draft, as it was tried.' }),
      article: t.id({ description: 'Global ID or database ID of the article.' }),
      code: t.string({ description: '`beforeCode` or `afterCode` of the sentence.' }),
    }),
  },
  {
    description:
      'Says a sentence as it is said now, or as it would be. Voicing it is charged, once: neither what was voiced before is, nor is the article for ' +
      "it later. Requires permission to change the project's settings.",
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: (_, { input: { trial, article, code } }, { app, actor }) =>
      previewSentence(app, actor, {
        ...draftOf(trial),
        projectId: databaseId('Project', trial.project),
        articleId: databaseId('Article', article),
        code,
      }),
  },
  {
    name: 'HearTriedSentenceSuccess',
    description: 'The sentence is ready to be heard.',
    outputFields: (t) => ({
      url: t.field({
        type: 'URL',
        description: 'URL of the audio.',
        resolve: ({ file }, _, { app }) => `${app.config.publicUrl}/download/audio/${file}.mp3`,
      }),
      durationMs: t.exposeFloat('durationMs', { description: 'Duration in milliseconds.' }),
      charactersCharged: t.exposeFloat('charged', {
        description: 'Characters that were taken from the balance for it; 0 when it was voiced before.',
      }),
    }),
  },
);
