import { builder } from '../../../graphql/builder.ts';
import { ArticleType } from '../../articles/articles/types.ts';
import type { AffectedArticles } from './affected-articles.ts';
import type { Usage, UsageArticle } from './entry-usage.ts';
import type { CheckedService, PronunciationCheck } from './pronunciation-check.ts';
import type { Suggestion } from './suggestions.ts';

/** GraphQL types that other areas lead to. */
export const DictionaryType = builder.prismaObject('Dictionary', {
  description:
    'A pronunciation dictionary: words, and how they are said. Of a project, of an organization, or global. Where several know a word, ' +
    "the project's comes before the organization's and that before a global one; then the narrower scope, then the longer word.",
  select: { id: true },
});

export const DictionaryEntryType = builder.prismaObject('DictionaryEntry', {
  description: 'A word of a dictionary, and how it is said.',
  select: { id: true },
});

export const DictionaryLevelType = builder.enumType('DictionaryLevel', {
  description: 'Whose a dictionary is.',
  values: {
    GLOBAL: { value: 'global', description: 'For everybody. Administrators of the platform keep it.' },
    ORGANIZATION: {
      value: 'organization',
      description:
        'For all projects of an organization. Its members read it; editors and maintainers change it.',
    },
    PROJECT: {
      value: 'project',
      description: 'For one project. Whoever can change its settings changes it.',
    },
  } as const,
});

export const DictionaryEntryKindType = builder.enumType('DictionaryEntryKind', {
  description: 'What an entry makes of a word.',
  values: {
    SUBSTITUTION: { value: 'substitution', description: 'The replacement is said.' },
    PHONEMES: {
      value: 'phonemes',
      description:
        'It is said in sounds. Voices that take none say the replacement, or without one the word as it is written.',
    },
    LETTERS: { value: 'letters', description: 'It is spelled out, letter by letter.' },
  } as const,
});

/** Maximum number of an entry's earlier versions to return. */
export const versionsMax = 50;

builder.prismaObject('DictionaryEntryVersion', {
  description: 'What an entry of a dictionary said before it was changed, deleted or brought back.',
  fields: (t) => ({
    revision: t.exposeInt('revision', { description: 'Revision of the entry while it said this.' }),
    source: t.exposeString('source', { description: 'The word as it was written.' }),
    replacement: t.exposeString('replacement', { description: 'What was said instead.' }),
    kind: t.expose('kind', { type: DictionaryEntryKindType, description: 'What became of the word.' }),
    phonemes: t.exposeString('phonemes', {
      nullable: true,
      description: 'Sounds in IPA. Null unless the kind is `PHONEMES`.',
    }),
    wholeWord: t.exposeBoolean('wholeWord', { description: 'Whether only whole words were found.' }),
    matchCase: t.exposeBoolean('matchCase', { description: 'Whether capitals had to match.' }),
    isPattern: t.exposeBoolean('isPattern', { description: 'Whether the source was a regular expression.' }),
    inflected: t.exposeBoolean('inflected', {
      description: 'Whether German and French endings were found as well.',
    }),
    updatedAt: t.expose('modifiedAt', { type: 'DateTime', description: 'When it was made so.' }),
    updatedBy: t.relation('modifiedBy', {
      nullable: true,
      description: 'Who made it so. Null for programs, and for people who no longer have an account.',
    }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted. Null where it was not.',
    }),
  }),
});

export const DictionaryFormatType = builder.enumType('DictionaryFormat', {
  description: 'Format of a file of entries.',
  values: {
    CSV: {
      value: 'csv',
      description:
        'Fields between semicolons, commas or tabs, with a line of names or without: `source`, `dest`, `kind`, `phonemes`, `whole_word`, ' +
        '`match_case`, `regex`, `inflected`. The first two are enough.',
    },
    PLS: {
      value: 'pls',
      description:
        'A lexicon (W3C Pronunciation Lexicon Specification 1.0), as Polly, Azure and ElevenLabs take it.',
    },
  } as const,
});

export const EntryInputType = builder.inputType('DictionaryEntryInput', {
  description: 'A new entry of a dictionary.',
  fields: (t) => ({
    source: t.string({
      description:
        'The word as it is written: 1 to 500 characters. With `isPattern` a regular expression (RE2).',
    }),
    replacement: t.string({
      required: false,
      description:
        'What is said instead; at most 500 characters. If it is empty, the word is left out. In a pattern `$1` is the first group.',
    }),
    kind: t.field({
      type: DictionaryEntryKindType,
      required: false,
      description: 'What becomes of the word. Defaults to `SUBSTITUTION`.',
    }),
    phonemes: t.string({
      required: false,
      description: 'IPA. Required for the kind `PHONEMES`, otherwise ignored.',
    }),
    wholeWord: t.boolean({
      required: false,
      description:
        'Whether only whole words are found, forms such as the possessive included. Defaults to true.',
    }),
    matchCase: t.boolean({ required: false, description: 'Whether capitals must match. Defaults to false.' }),
    isPattern: t.boolean({
      required: false,
      description: 'Whether the source is a regular expression. Defaults to false.',
    }),
    inflected: t.boolean({
      required: false,
      description: 'Whether German and French endings are found as well. Defaults to false.',
    }),
  }),
});

export const RevoicingType = builder.prismaObject('Resounding', {
  description:
    'Voicing again what entries of dictionaries change: the newest articles first, until it is done.',
  select: { id: true },
});

export const RevoicingStatusType = builder.enumType('ResoundingStatus', {
  description: 'What has become of voicing articles again.',
  values: {
    RUNNING: { value: 'running', description: 'Articles are being looked at.' },
    WAITING: {
      value: 'waiting',
      description: 'What one day may take is spent: it goes on the next day (UTC).',
    },
    FINISHED: {
      value: 'finished',
      description: 'All articles that would sound different are being voiced, or were.',
    },
    STOPPED: { value: 'stopped', description: 'Somebody stopped it. What had begun went on.' },
  } as const,
});

export const SaidAsType = builder.enumType('SaidAs', {
  description: 'How an entry is said.',
  values: {
    REPLACED: { value: 'replaced', description: 'Its replacement is said.' },
    SOUNDS: { value: 'sounds', description: 'It is said in its sounds.' },
    LETTERS: { value: 'letters', description: 'It is spelled out.' },
    FALLBACK: { value: 'fallback', description: 'Its replacement is said in place of the sounds.' },
    WRITTEN: { value: 'written', description: 'The word is said as it is written: there is no replacement.' },
  } as const,
});

const SoundsReasonType = builder.enumType('SoundsReason', {
  description: 'Why a service does not say the sounds of an entry.',
  values: {
    TAKES_NONE: {
      value: 'takes-none',
      description: 'The service, or the model of the voice, takes no phonemes.',
    },
    UNKNOWN_LANGUAGE: {
      value: 'unknown-language',
      description: 'Which sounds the language has is not known.',
    },
    LACKS_SOUNDS: {
      value: 'lacks-sounds',
      description: 'The language, or the voice, lacks some of the sounds, or there are none.',
    },
  } as const,
});

const CheckedServiceType = builder
  .objectRef<CheckedService>('CheckedService')
  .implement({
    description: 'How a speech service says an entry.',
    fields: (t) => ({
      provider: t.exposeString('provider', { description: 'Code of the service.' }),
      title: t.exposeString('title', { description: 'Name of the service.' }),
      how: t.expose('how', { type: SaidAsType, description: 'How the entry is said.' }),
      reason: t.expose('reason', {
        type: SoundsReasonType,
        nullable: true,
        description: 'Why it is not said in sounds. Null where it is said as the entry asks for.',
      }),
    }),
  });

const UnknownSoundType = builder
  .objectRef<PronunciationCheck['unknown'][number]>('UnknownSound')
  .implement({
    description: 'A symbol that the language lacks.',
    fields: (t) => ({
      symbol: t.exposeString('symbol', { description: 'The symbol.' }),
      start: t.exposeInt('start', { description: 'Where it begins in the phonemes, in UTF-16 units.' }),
      length: t.exposeInt('length', { description: 'Its length in UTF-16 units.' }),
    }),
  });

export const PronunciationCheckType = builder
  .objectRef<PronunciationCheck>('PronunciationCheck')
  .implement({
    description: 'What an entry is to a language and to each speech service, before it is saved.',
    fields: (t) => ({
      isKnown: t.exposeBoolean('isKnown', {
        description: 'Whether it is known which sounds the language has.',
      }),
      sounds: t.exposeStringList('sounds', {
        description: 'Sounds of the language, for a keyboard. Empty when they are not known.',
      }),
      unknown: t.expose('unknown', {
        type: [UnknownSoundType],
        description: 'Symbols of the phonemes that the language lacks.',
      }),
      services: t.expose('services', {
        type: [CheckedServiceType],
        description: 'How each service says the entry.',
      }),
    }),
  });

const SuggestionReasonType = builder.enumType('SuggestionReason', {
  description: 'Why a word is likely to be said wrongly.',
  values: {
    NAME: { value: 'name', description: 'It always has a capital, also inside sentences.' },
    ABBREVIATION: { value: 'abbreviation', description: 'It is an abbreviation.' },
    FOREIGN_LETTERS: { value: 'foreign-letters', description: 'It has letters that the language lacks.' },
    OTHER_SCRIPT: { value: 'other-script', description: 'It is of another script.' },
  } as const,
});

export const SuggestionType = builder
  .objectRef<Suggestion>('DictionarySuggestion')
  .implement({
    description: 'A word of articles that is likely to be said wrongly, and that no dictionary has.',
    fields: (t) => ({
      word: t.exposeString('word', { description: 'The word.' }),
      reason: t.expose('reason', { type: SuggestionReasonType, description: 'Why it is suggested.' }),
      count: t.exposeInt('count', { description: 'How often it stands in the articles.' }),
      article: t.field({
        type: ArticleType,
        description: 'The newest article with it.',
        resolve: ({ articleId }) => ({ id: articleId }),
      }),
      excerpt: t.exposeString('excerpt', { description: 'What stands around it there.' }),
      start: t.exposeInt('start', { description: 'Where the word begins in the excerpt, in UTF-16 units.' }),
      length: t.exposeInt('length', { description: 'Its length in UTF-16 units.' }),
    }),
  });

const DictionaryUseType = builder
  .objectRef<UsageArticle>('DictionaryUse')
  .implement({
    description: 'An article that has a word of the entries.',
    fields: (t) => ({
      article: t.field({
        type: ArticleType,
        description: 'The article.',
        resolve: ({ articleId }) => ({ id: articleId }),
      }),
      excerpt: t.exposeString('excerpt', { description: 'What stands around the first of the words.' }),
      start: t.exposeInt('start', { description: 'Where the word begins in the excerpt, in UTF-16 units.' }),
      length: t.exposeInt('length', { description: 'Length of the word in UTF-16 units.' }),
    }),
  });

export const DictionaryUsageType = builder
  .objectRef<Usage & { page: UsageArticle[] }>('DictionaryUsage')
  .implement({
    description: 'Which articles have words of entries.',
    fields: (t) => ({
      uses: t.field({
        type: [DictionaryUseType],
        description: 'Articles of the page, newest first.',
        resolve: ({ page }) => page,
      }),
      totalCount: t.int({
        description: 'Number of articles that were found.',
        resolve: ({ articles }) => articles.length,
      }),
      examined: t.exposeInt('examined', {
        description:
          'Number of articles whose text was examined, newest first: those that may have the words.',
      }),
      isAll: t.exposeBoolean('isAll', { description: 'Whether no other article has the words.' }),
    }),
  });

export const AffectedArticlesType = builder
  .objectRef<AffectedArticles>('DictionaryResound')
  .implement({
    description: 'Articles that sound different by the dictionaries of today.',
    fields: (t) => ({
      articles: t.int({
        description: 'Number of articles that would sound different.',
        resolve: ({ articleIds }) => articleIds.length,
      }),
      sentences: t.exposeInt('sentences', {
        description: 'Number of their sentences that are voiced again, at most.',
      }),
      characters: t.exposeInt('characters', { description: 'Number of characters in these sentences.' }),
      charactersCharged: t.exposeFloat('charged', { description: 'Number of characters charged, at most.' }),
      cost: t.exposeFloat('cost', { description: 'Cost in EUR, at most.' }),
      isAll: t.exposeBoolean('isAll', {
        description: 'Whether these are all articles, rather than the newest of those that have the words.',
      }),
    }),
  });
