import { toCardinal } from 'n2words/fr-FR';
import type { SpellingTable } from './spelling.ts';

export const french: SpellingTable = {
  numbers: [{ name: 'number', pattern: /\d{1,15}(?!\d)/uy, say: ([found]) => toCardinal(BigInt(found)) }],
  signs: [],
  words: () => [],
  addresses: [],
  enumerator: (value) => `${toCardinal(value)}:`,
};
