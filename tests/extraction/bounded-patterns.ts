/**
 * Regular expressions whose time grows faster than their text, or of which that cannot be excluded, by the file and the beginning of the
 * pattern; how many characters they are given at most, and why no more.
 */
export const boundedPatterns: { file: string; begins: string; characters: number; why: string }[] = [
  { file: 'server/extraction/dates.ts', begins: '', characters: 200, why: 'parseDate reads the first 200 characters' },
  {
    file: 'server/extraction/feed/item-text.ts',
    begins: '(?:…|',
    characters: 500,
    why: 'how a text ends is looked up in its last 500 characters',
  },
  { file: 'server/text/blocks.ts', begins: '\\n\\s*$', characters: 20, why: 'the 20 characters before a line' },
  { file: 'server/text/blocks.ts', begins: '^\\s*\\n\\s*\\S', characters: 200, why: 'the 200 characters after a line' },
  { file: 'server/text/sentences.ts', begins: '["”“’‘»«)', characters: 80, why: 'the lookBehind characters before a boundary' },
  { file: 'server/text/sentences.ts', begins: "[’'].*$", characters: 80, why: 'a word of the lookAhead characters after a boundary' },
  { file: 'server/text/sentences.ts', begins: '[^\\s([{„“"', characters: 80, why: 'the lookBehind characters before a boundary' },
  { file: 'server/text/sentences.ts', begins: '(?:^|[\\s([{„“"', characters: 80, why: 'the lookBehind characters before a boundary' },
  { file: 'server/text/sentences.ts', begins: '([\\p{L}§]+)', characters: 80, why: 'the lookBehind characters before a boundary' },
  { file: 'server/text/sentences.ts', begins: '…["”“’»)', characters: 200_000, why: 'an article; white space is single there' },
];
