import { toCardinal } from 'n2words/de-DE';
import type { SpellingTable } from './spelling.ts';

export const german: SpellingTable = {
  numbers: [{ name: 'number', pattern: /\d{1,15}(?!\d)/uy, say: ([found]) => toCardinal(BigInt(found)) }],
  signs: [],
  words: () => [],
  addresses: [],
  enumerator: (value) => `${toCardinal(value)}:`,
};
