/**
 * Regular expressions whose time grows faster than their text, or of which that cannot be excluded, by the
 * file and the beginning of the pattern; how many characters they are given at most, and why no more.
 */
export const boundedPatterns: { file: string; begins: string; characters: number; why: string }[] = [
  {
    file: 'server/extraction/dates.ts',
    begins: '',
    characters: 200,
    why: 'parseDate reads the first 200 characters',
  },
  {
    file: 'server/extraction/feed/item-text.ts',
    begins: '(?:…|',
    characters: 500,
    why: 'how a text ends is looked up in its last 500 characters',
  },
  {
    file: 'server/text/blocks.ts',
    begins: '\\n\\s*$',
    characters: 20,
    why: 'the 20 characters before a line',
  },
  {
    file: 'server/text/blocks.ts',
    begins: '^\\s*\\n\\s*\\S',
    characters: 200,
    why: 'the 200 characters after a line',
  },
  {
    file: 'server/text/sentences.ts',
    begins: '["”“’‘»«)',
    characters: 80,
    why: 'the lookBehind characters before a boundary',
  },
  {
    file: 'server/text/sentences.ts',
    begins: "[’'].*$",
    characters: 80,
    why: 'a word of the lookAhead characters after a boundary',
  },
  {
    file: 'server/text/sentences.ts',
    begins: '[^\\s([{„“"',
    characters: 80,
    why: 'the lookBehind characters before a boundary',
  },
  {
    file: 'server/text/sentences.ts',
    begins: '(?:^|[\\s([{„“"',
    characters: 80,
    why: 'the lookBehind characters before a boundary',
  },
  {
    file: 'server/text/sentences.ts',
    begins: '([\\p{L}§]+)',
    characters: 80,
    why: 'the lookBehind characters before a boundary',
  },
  {
    file: 'server/text/sentences.ts',
    begins: '…["”“’»)',
    characters: 200_000,
    why: 'an article; white space is single there',
  },
  {
    file: 'server/extraction/discovery/site-facts.ts',
    begins: '',
    characters: 1_000,
    why: 'the first 1,000 characters of a title',
  },
  {
    file: 'server/text/normalise/address-rules.ts',
    begins: '[.,;:',
    characters: 2_100,
    why: 'an address, whose path is cut at 2,000',
  },
  {
    file: 'server/text/normalise/address-rules.ts',
    begins: '#(',
    characters: 4_000,
    why: 'a hashtag, looked for at its # alone',
  },
  {
    file: 'server/text/normalise/english-numbers.ts',
    begins: '[a-z]+$',
    characters: 300,
    why: 'a number in words',
  },
  {
    file: 'server/text/normalise/english-rules.ts',
    begins: '\\b(?:won',
    characters: 80,
    why: 'the contextLength characters before',
  },
  {
    file: 'server/text/normalise/french-rules.ts',
    begins: '[\\s.-]+$',
    characters: 100,
    why: 'a telephone number',
  },
  {
    file: 'server/text/normalise/german-endings.ts',
    begins: '',
    characters: 80,
    why: 'the contextLength characters before',
  },
  {
    file: 'server/text/normalise/german-roman-numerals.ts',
    begins: '',
    characters: 80,
    why: 'the contextLength characters before',
  },
  {
    file: 'server/text/normalise/german-rules.ts',
    begins: '',
    characters: 80,
    why: 'the contextLength characters before',
  },
  {
    file: 'server/text/normalise/identifier-rules.ts',
    begins: '[\\s',
    characters: 100,
    why: 'a telephone number',
  },
  {
    file: 'server/text/normalise/sentence-end.ts',
    begins: '',
    characters: 80,
    why: 'the contextLength characters after',
  },
  {
    file: 'server/text/pronunciation/suggest-words.ts',
    begins: '(?:^|',
    characters: 24,
    why: 'the 24 characters before a word',
  },
  {
    file: 'server/areas/normalization/normalization.ts',
    begins: '\\n\\s*$',
    characters: 20,
    why: 'the 20 characters before a sentence',
  },
  {
    file: 'server/areas/voicing/plan.ts',
    begins: '\\s+\\S*$',
    characters: 80,
    why: 'the first 80 characters of a line',
  },
  {
    file: 'server/http/static.ts',
    begins: '<script(?!',
    characters: 5_000,
    why: 'the pages of our own build, read at the start',
  },
];
