import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { ArticleStatusType, ArticleType } from '../../articles/articles/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { quoteArticle, type ArticleQuote, type QuotedRuleOutcome } from './quote-article.ts';
import { quoteChange, type ChangeQuote } from './quote-change.ts';
import { readPage, type PageArticle } from './read-page.ts';
import { suggestLabels } from './suggest-labels.ts';

const QuotedRuleOutcomeType = builder
  .objectRef<QuotedRuleOutcome>('QuotedRuleOutcome')
  .implement({
    description: "A rule that prevents an article's audio from being generated.",
    fields: (t) => ({
      status: t.expose('status', {
        type: ArticleStatusType,
        description: 'Status that the article would get: rejected, on hold, errored, or ready without audio.',
      }),
      rule: t.exposeString('rule', { description: 'Name of the rule.' }),
    }),
  });

const ArticleQuoteType = builder
  .objectRef<ArticleQuote>('ArticleQuote')
  .implement({
    description:
      'Length and cost of an article before its audio is generated. Sentences that already have ' +
      'audio cost nothing.',
    fields: (t) => ({
      characters: t.exposeInt('characters', {
        description: 'Maximum number of characters to generate, as spoken: after rules and normalization.',
      }),
      charactersCharged: t.exposeInt('charged', {
        description: 'Maximum number of characters charged to the balance and the daily limit.',
      }),
      durationMs: t.exposeFloat('durationMs', {
        description:
          "Approximate length of the audio in milliseconds, based on the project's latest articles.",
      }),
      cost: t.exposeFloat('cost', { description: "Maximum cost in EUR, with the project's voice." }),
      isEstimate: t.exposeBoolean('isEstimate', {
        description:
          'Whether a language model spells out the text before generation, so that the actual number ' +
          'may be higher or lower. The model is not called for a quote.',
      }),
      charactersLeftToday: t.exposeInt('leftToday', {
        nullable: true,
        description: 'Characters left of the daily limit today (UTC). Null if the project has no limit.',
      }),
      ruleOutcome: t.expose('ruling', {
        type: QuotedRuleOutcomeType,
        nullable: true,
        description:
          'What a rule would do instead of generating audio. Null if none applies. The numbers are ' +
          'then 0 unless the article is only put on hold: they are then the cost of releasing it.',
      }),
    }),
  });

builder.prismaObjectFields(ProjectType, (t) => ({
  articleQuote: t.field({
    type: ArticleQuoteType,
    complexity: 50,
    description:
      'Length and cost of an article before its audio is generated. Requires write access to the ' +
      'project.',
    args: {
      title: t.arg.string({ description: 'Title of the article.' }),
      text: t.arg.string({ description: 'Text of the article.' }),
      url: t.arg.string({
        required: false,
        description: 'URL of the article, for rules that check it. Ignored if incomplete.',
      }),
      labels: t.arg.stringList({
        required: false,
        description: 'Labels of the article, for rules that check them.',
      }),
    },
    select: { id: true },
    resolve: ({ id }, input, { app, actor }) => quoteArticle(app, actor, { ...input, projectId: id }),
  }),
  labels: t.stringList({
    complexity: 50,
    description: 'Labels of the newest articles, most used first. At most 20.',
    args: { search: t.arg.string({ required: false, description: 'Only labels that contain this text.' }) },
    select: { id: true },
    resolve: ({ id }, { search }, { app, actor }) =>
      suggestLabels(app, actor, { projectId: id, search: search ?? '' }),
  }),
}));

const VoiceChangeType = builder
  .objectRef<NonNullable<ChangeQuote['voiceChange']>>('VoiceChange')
  .implement({
    description:
      'A voice change of an article: its current audio has one voice, and new audio would have ' + 'another.',
    fields: (t) => ({
      before: t.exposeString('before', { description: 'Label of the voice of the current audio.' }),
      after: t.exposeString('after', { description: 'Label of the voice of new audio.' }),
    }),
  });

const ArticleChangeQuoteType = builder
  .objectRef<ChangeQuote>('ArticleChangeQuote')
  .implement({
    description: 'A quote for the audio that saving a changed article would generate.',
    fields: (t) => ({
      sentences: t.exposeInt('sentences', {
        description: 'Number of sentences to generate, including the title.',
      }),
      sentencesUnedited: t.exposeInt('unedited', {
        description:
          'How many of them have unchanged text and audio, and would be regenerated only because the ' +
          'voice, its settings or the dictionaries have changed since.',
      }),
      characters: t.exposeInt('characters', {
        description: 'Number of characters to generate, as spoken: after rules and normalization.',
      }),
      charactersCharged: t.exposeInt('charged', {
        description: 'Characters charged to the balance and the daily limit.',
      }),
      charactersReused: t.exposeInt('reused', {
        description: 'Characters that already have audio and cost nothing.',
      }),
      cost: t.exposeFloat('cost', { description: 'Cost in EUR, with the voices to be used.' }),
      isEstimate: t.exposeBoolean('isEstimate', {
        description:
          'Whether a language model still has to spell out some of the text, so that the actual number ' +
          'may be higher or lower. The model is not called for a quote.',
      }),
      charactersLeftToday: t.exposeInt('leftToday', {
        nullable: true,
        description: 'Characters left of the daily limit today (UTC). Null if the project has no limit.',
      }),
      ruleOutcome: t.expose('ruling', {
        type: QuotedRuleOutcomeType,
        nullable: true,
        description: 'What a rule would do instead of generating audio. Null if none applies.',
      }),
      voiceChange: t.expose('voiceChange', {
        type: VoiceChangeType,
        nullable: true,
        description:
          'The voice change, if current audio has a different voice than new audio would. Null if none ' +
          'has.',
      }),
    }),
  });

builder.prismaObjectFields(ArticleType, (t) => ({
  changeQuote: t.field({
    type: ArticleChangeQuoteType,
    nullable: true,
    complexity: 50,
    description:
      'A quote for the audio that saving the article with this title and text would generate. Null ' +
      'if it cannot be determined, for example because of an incomplete voice tag. Requires write ' +
      'access to the project.',
    args: {
      title: t.arg.string({ description: 'Title of the article.' }),
      text: t.arg.string({ description: 'Text of the article.' }),
      url: t.arg.string({
        required: false,
        description: 'URL of the article, for rules that check it. Ignored if incomplete.',
      }),
      labels: t.arg.stringList({
        required: false,
        description: 'Labels of the article, for rules that check them.',
      }),
    },
    select: { id: true },
    resolve: ({ id }, input, { app, actor }) => quoteChange(app, actor, { ...input, id }),
  }),
}));

const PageArticleType = builder
  .objectRef<PageArticle>('PageArticle')
  .implement({
    description: 'The article of a page, as the project reads it.',
    fields: (t) => ({
      url: t.expose('url', { type: 'URL', description: 'URL that was requested.' }),
      title: t.exposeString('title', { description: 'Title. Empty if the page has none.' }),
      text: t.exposeString('text', { description: 'Text, with blank lines between paragraphs.' }),
      publishedAt: t.expose('publishedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When it was published. Null if the page does not provide it.',
      }),
      confidence: t.exposeFloat('confidence', {
        description:
          'How confident Parlance is that the text is the complete article and nothing else, from 0 to 1.',
      }),
    }),
  });

const ReadPageInputType = builder.inputType('ReadPageInput', {
  description: 'A page, and the project whose rules apply.',
  fields: (t) => ({
    project: t.id({ description: 'Global ID or database ID of the project.' }),
    url: t.field({ type: 'URL', description: 'URL of the page.' }),
  }),
});

const ReadPageSuccessType = builder
  .objectRef<{ page: PageArticle }>('ReadPageSuccess')
  .implement({
    description: 'The page has been read.',
    fields: (t) => ({
      page: t.expose('page', { type: PageArticleType, description: 'The article of the page.' }),
    }),
  });

builder.queryField('readPage', (t) =>
  t.field({
    type: ReadPageSuccessType,
    complexity: 50,
    description:
      'Reads a page as the project would, so that its article can be edited before it is added. ' +
      'Stores nothing. Requires write access to the project.',
    args: { input: t.arg({ type: ReadPageInputType, description: 'The page, and the project.' }) },
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: async (_, { input: { project, url } }, { app, actor }) => ({
      page: await readPage(app, actor, { projectId: databaseId('Project', project), url }),
    }),
  }),
);
