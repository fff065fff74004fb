import { builder } from '../../../graphql/builder.ts';
import { ArticleType } from '../../articles/articles/types.ts';
import type { AffectedArticles } from './affected-articles.ts';
import type { Usage, UsageArticle } from './entry-usage.ts';
import type { ServicePronunciation, PronunciationCheck } from './pronunciation-check.ts';
import type { Suggestion } from './suggestions.ts';

/** GraphQL types that other areas lead to. */
export const DictionaryType = builder.prismaObject('Dictionary', {
  description:
    'A pronunciation dictionary of a project, of an organization, or global. If several contain ' +
    "a word, the project's takes precedence over the organization's, and that over a global one; " +
    'then the narrower scope, then the longer word.',
  select: { id: true },
});

export const DictionaryEntryType = builder.prismaObject('DictionaryEntry', {
  description: 'A dictionary entry: a word and its pronunciation.',
  select: { id: true },
});

export const DictionaryLevelType = builder.enumType('DictionaryLevel', {
  description: 'Owner level of a dictionary.',
  values: {
    GLOBAL: {
      value: 'global',
      description: 'Applies to every organization. Managed by administrators of the platform.',
    },
    ORGANIZATION: {
      value: 'organization',
      description:
        'Applies to all projects of an organization. Its members can read it; editors and ' +
        'maintainers can change it.',
    },
    PROJECT: {
      value: 'project',
      description: 'Applies to one project. Users who can change its settings can change it.',
    },
  } as const,
});

export const DictionaryEntryKindType = builder.enumType('DictionaryEntryKind', {
  description: "Type of an entry's pronunciation.",
  values: {
    SUBSTITUTION: { value: 'substitution', description: 'The replacement is spoken.' },
    PHONEMES: {
      value: 'phonemes',
      description:
        'The word is pronounced with phonemes. Voices that do not support them speak the replacement ' +
        'or, without one, the word as written.',
    },
    LETTERS: { value: 'letters', description: 'The word is spelled out, letter by letter.' },
  } as const,
});

/** Maximum number of an entry's earlier versions to return. */
export const versionsMax = 50;

builder.prismaObject('DictionaryEntryVersion', {
  description: 'An earlier version of a dictionary entry, before it was changed, deleted or restored.',
  fields: (t) => ({
    revision: t.exposeInt('revision', { description: 'Revision of the entry in this version.' }),
    source: t.exposeString('source', { description: 'The word as written.' }),
    replacement: t.exposeString('replacement', {
      description: 'Pronunciation of the word, as a respelling.',
    }),
    kind: t.expose('kind', { type: DictionaryEntryKindType, description: 'Type of pronunciation.' }),
    phonemes: t.exposeString('phonemes', {
      nullable: true,
      description: 'Phonemes in IPA, such as `təˈmeɪtoʊ`. Null unless the kind is `PHONEMES`.',
    }),
    wholeWord: t.exposeBoolean('wholeWord', { description: 'Whether only whole words matched.' }),
    matchCase: t.exposeBoolean('matchCase', { description: 'Whether case had to match.' }),
    isPattern: t.exposeBoolean('isPattern', { description: 'Whether the source was a regular expression.' }),
    inflected: t.exposeBoolean('inflected', {
      description: 'Whether German and French inflected forms matched, too.',
    }),
    updatedAt: t.expose('modifiedAt', { type: 'DateTime', description: 'When this version was created.' }),
    updatedBy: t.relation('modifiedBy', {
      nullable: true,
      description:
        'User who created this version. Null for API clients and for people who no longer have an ' +
        'account.',
    }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted. Null if it was not.',
    }),
  }),
});

export const DictionaryFormatType = builder.enumType('DictionaryFormat', {
  description: 'Format of a file of entries.',
  values: {
    CSV: {
      value: 'csv',
      description:
        'Fields separated by semicolons, commas or tabs, with an optional header line: `source`, ' +
        '`dest`, `kind`, `phonemes`, `whole_word`, `match_case`, `regex`, `inflected`. Only the ' +
        'first two are required.',
    },
    PLS: {
      value: 'pls',
      description:
        'A lexicon (W3C Pronunciation Lexicon Specification 1.0), as used by Polly, Azure and ' +
        'ElevenLabs.',
    },
  } as const,
});

export const EntryInputType = builder.inputType('DictionaryEntryInput', {
  description: 'A new entry of a dictionary.',
  fields: (t) => ({
    source: t.string({
      description: 'The word as written, 1 to 500 characters. With `isPattern`, a regular expression (RE2).',
    }),
    replacement: t.string({
      required: false,
      description:
        'Pronunciation of the word, as a respelling. At most 500 characters. If empty, the word is ' +
        'left out. In a pattern, `$1` is the first group.',
    }),
    kind: t.field({
      type: DictionaryEntryKindType,
      required: false,
      description: 'Type of pronunciation. Defaults to `SUBSTITUTION`.',
    }),
    phonemes: t.string({
      required: false,
      description:
        'Phonemes in IPA, such as `təˈmeɪtoʊ`. Required for the kind `PHONEMES`, otherwise ignored.',
    }),
    wholeWord: t.boolean({
      required: false,
      description:
        'Whether to match only whole words, including forms such as the possessive. Defaults to true.',
    }),
    matchCase: t.boolean({ required: false, description: 'Whether to match case. Defaults to false.' }),
    isPattern: t.boolean({
      required: false,
      description: 'Whether the source is a regular expression. Defaults to false.',
    }),
    inflected: t.boolean({
      required: false,
      description: 'Whether to match German and French inflected forms, too. Defaults to false.',
    }),
  }),
});

export const RevoicingType = builder.prismaObject('Resounding', {
  name: 'RevoicingJob',
  description: 'A job that regenerates articles affected by dictionary entries, newest first.',
  select: { id: true },
});

export const RevoicingStatusType = builder.enumType('RevoicingJobStatus', {
  description: 'Status of a regeneration job.',
  values: {
    RUNNING: { value: 'running', description: 'Articles are being checked.' },
    WAITING: {
      value: 'waiting',
      description: 'The daily limit is used up. The job continues the next day (UTC).',
    },
    FINISHED: {
      value: 'finished',
      description: 'All articles that would sound different are being regenerated, or were.',
    },
    STOPPED: {
      value: 'stopped',
      description: 'The job was stopped. Articles already started were finished.',
    },
  } as const,
});

export const PronunciationMethodType = builder.enumType('PronunciationMethod', {
  description: 'How an entry is pronounced.',
  values: {
    REPLACED: { value: 'replaced', description: 'The replacement is spoken.' },
    PHONEMES: { value: 'sounds', description: 'The phonemes are spoken.' },
    LETTERS: { value: 'letters', description: 'It is spelled out.' },
    FALLBACK: { value: 'fallback', description: 'The replacement is spoken instead of the phonemes.' },
    AS_WRITTEN: {
      value: 'written',
      description: 'The word is spoken as written, because there is no replacement.',
    },
  } as const,
});

const PhonemesReasonType = builder.enumType('PhonemesReason', {
  description: 'Why a service does not speak the phonemes of an entry.',
  values: {
    NOT_SUPPORTED: {
      value: 'not-supported',
      description: 'The service, or the model of the voice, does not support phonemes.',
    },
    UNKNOWN_LANGUAGE: {
      value: 'unknown-language',
      description: 'The phonemes of the language are not known.',
    },
    MISSING_PHONEMES: {
      value: 'missing-phonemes',
      description: 'The language or the voice lacks some of the phonemes, or the entry has none.',
    },
  } as const,
});

const ServicePronunciationType = builder
  .objectRef<ServicePronunciation>('ServicePronunciation')
  .implement({
    description: 'How a speech service pronounces an entry.',
    fields: (t) => ({
      provider: t.exposeString('provider', { description: 'Code of the service.' }),
      title: t.exposeString('title', { description: 'Name of the service.' }),
      method: t.expose('method', {
        type: PronunciationMethodType,
        description: 'How the entry is pronounced.',
      }),
      reason: t.expose('reason', {
        type: PhonemesReasonType,
        nullable: true,
        description: 'Why the phonemes are not spoken. Null if the entry is pronounced as requested.',
      }),
    }),
  });

const UnknownPhonemeType = builder
  .objectRef<PronunciationCheck['unknown'][number]>('UnknownPhoneme')
  .implement({
    description: 'A symbol that the language lacks.',
    fields: (t) => ({
      symbol: t.exposeString('symbol', { description: 'The symbol.' }),
      start: t.exposeInt('start', { description: 'Start in the phonemes, in UTF-16 code units.' }),
      length: t.exposeInt('length', { description: 'Length in UTF-16 code units.' }),
    }),
  });

export const PronunciationCheckType = builder
  .objectRef<PronunciationCheck>('PronunciationCheck')
  .implement({
    description: 'Check of an entry against a language and each speech service, before it is saved.',
    fields: (t) => ({
      isKnown: t.exposeBoolean('isKnown', { description: 'Whether the phonemes of the language are known.' }),
      phonemes: t.exposeStringList('phonemes', {
        description: 'Phonemes of the language, for an on-screen keyboard. Empty if not known.',
      }),
      unknown: t.expose('unknown', {
        type: [UnknownPhonemeType],
        description: 'Symbols in the phonemes that the language lacks.',
      }),
      services: t.expose('services', {
        type: [ServicePronunciationType],
        description: 'How each service pronounces the entry.',
      }),
    }),
  });

const SuggestionReasonType = builder.enumType('SuggestionReason', {
  description: 'Why a word is likely to be mispronounced.',
  values: {
    NAME: { value: 'name', description: 'It is always capitalized, even within sentences.' },
    ABBREVIATION: { value: 'abbreviation', description: 'It is an abbreviation.' },
    FOREIGN_LETTERS: {
      value: 'foreign-letters',
      description: 'It contains letters that the language lacks.',
    },
    OTHER_SCRIPT: { value: 'other-script', description: 'It is in another script.' },
  } as const,
});

export const SuggestionType = builder
  .objectRef<Suggestion>('DictionarySuggestion')
  .implement({
    description: 'A word in articles that is likely to be mispronounced and is not in a dictionary.',
    fields: (t) => ({
      word: t.exposeString('word', { description: 'The word.' }),
      reason: t.expose('reason', { type: SuggestionReasonType, description: 'Why it is suggested.' }),
      count: t.exposeInt('count', { description: 'Number of occurrences in the articles.' }),
      article: t.field({
        type: ArticleType,
        description: 'The newest article that contains it.',
        resolve: ({ articleId }) => ({ id: articleId }),
      }),
      excerpt: t.exposeString('excerpt', { description: 'Text around it in that article.' }),
      start: t.exposeInt('start', { description: 'Start of the word in the excerpt, in UTF-16 code units.' }),
      length: t.exposeInt('length', { description: 'Length in UTF-16 code units.' }),
    }),
  });

const DictionaryUseType = builder
  .objectRef<UsageArticle>('DictionaryUse')
  .implement({
    description: 'An article that contains a word of the entries.',
    fields: (t) => ({
      article: t.field({
        type: ArticleType,
        description: 'The article.',
        resolve: ({ articleId }) => ({ id: articleId }),
      }),
      excerpt: t.exposeString('excerpt', { description: 'Text around the first of the words.' }),
      start: t.exposeInt('start', { description: 'Start of the word in the excerpt, in UTF-16 code units.' }),
      length: t.exposeInt('length', { description: 'Length of the word in UTF-16 code units.' }),
    }),
  });

export const DictionaryUsageType = builder
  .objectRef<Usage & { page: UsageArticle[] }>('DictionaryUsage')
  .implement({
    description: 'Articles that contain words of the entries.',
    fields: (t) => ({
      uses: t.field({
        type: [DictionaryUseType],
        description: 'Articles of the page, newest first.',
        resolve: ({ page }) => page,
      }),
      totalCount: t.int({
        description: 'Number of articles found.',
        resolve: ({ articles }) => articles.length,
      }),
      examined: t.exposeInt('examined', {
        description:
          'Number of articles whose text was examined, newest first: those that may contain the words.',
      }),
      isAll: t.exposeBoolean('isAll', { description: 'Whether no other article contains the words.' }),
    }),
  });

export const AffectedArticlesType = builder
  .objectRef<AffectedArticles>('RevoicingQuote')
  .implement({
    description: 'Articles that would sound different with the current dictionaries.',
    fields: (t) => ({
      articles: t.int({
        description: 'Number of articles that would sound different.',
        resolve: ({ articleIds }) => articleIds.length,
      }),
      sentences: t.exposeInt('sentences', {
        description: 'Maximum number of their sentences to regenerate.',
      }),
      characters: t.exposeInt('characters', { description: 'Number of characters in these sentences.' }),
      charactersCharged: t.exposeFloat('charged', { description: 'Maximum number of characters charged.' }),
      cost: t.exposeFloat('cost', { description: 'Maximum cost in EUR.' }),
      isAll: t.exposeBoolean('isAll', {
        description: 'Whether these are all articles, not only the newest that contain the words.',
      }),
    }),
  });
