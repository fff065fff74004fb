import { primaryLanguage } from '../primary-language.ts';

const symbols = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/**
 * Phonemes by language, as its dictionaries and the speech services' tables have them (IPA; Handbook of the
 * International Phonetic Association, illustrations; Amazon Polly, phoneme tables). Length and tied
 * consonants count as separate phonemes.
 */
const inventories: Record<string, ReadonlySet<string>> = {
  de: symbols(
    'p b t d k ɡ ʔ m n ŋ l r ʁ ʀ ɾ f v s z ʃ ʒ ç x χ h j w θ ð pf ts tʃ dʒ i iː ɪ e eː ɛ ɛː a aː ɑ ɑː ɔ o oː ʊ u uː y yː ʏ ø øː œ ə ɐ aɪ aʊ ɔʏ ɔɪ eɪ oʊ ɑ̃ ɔ̃ ɛ̃ œ̃ ɛ̃ː ɔ̃ː ɑ̃ː m̩ n̩ l̩ ɐ̯ i̯ u̯ o̯',
  ),
  en: symbols(
    'p b t d k ɡ m n ŋ l ɫ r ɹ ɾ f v θ ð s z ʃ ʒ h x j w ʍ tʃ dʒ i iː ɪ e eɪ ɛ æ a ɑ ɑː ɒ ɔ ɔː o oʊ əʊ ʊ u uː ʌ ə ɚ ɜ ɜː ɝ aɪ aʊ ɔɪ ɪə eə ʊə m̩ n̩ l̩',
  ),
  fr: symbols('p b t d k ɡ m n ɲ ŋ l ʁ r f v s z ʃ ʒ j w ɥ h tʃ dʒ i e ɛ ɛː a ɑ ɑː ɔ o u y ø œ ə ɑ̃ ɔ̃ ɛ̃ œ̃'),
  es: symbols('p b β t d ð k ɡ ɣ m n ɲ ŋ l ʎ r ɾ f θ s z ʃ x h j ʝ w tʃ i e a o u'),
  it: symbols('p b t d k ɡ m n ɲ ŋ l ʎ r ɾ f v s z ʃ ʒ j w ts dz tʃ dʒ i e ɛ a ɔ o u iː eː ɛː aː ɔː oː uː'),
  nl: symbols(
    'p b t d k ɡ m n ɲ ŋ l r ʁ ɾ f v s z ʃ ʒ x χ ɣ h ɦ j ʋ w i iː ɪ e eː ɛ ɛː a aː ɑ ɔ ɔː o oː u uː y yː ʏ ø øː œ œː ə ɛi œy ʌu tʃ dʒ',
  ),
};

/** Stress and boundaries of syllables, groups and words: audible, but no phonemes. */
const prosody = new Set(['ˈ', 'ˌ', '.', ' ', '‿', '|', 'ˑ']);
const longestSymbol = 4;

/** Whether a symbol is audible without being a phoneme: stress, boundaries. */
export const isProsody = (symbol: string): boolean => prosody.has(symbol);

export interface ReadIpa {
  /** Sounds and signs, in order, in one spelling each. */
  symbols: string[];
  /** What the language lacks, in UTF-16 units of what was given. */
  unknown: { start: number; length: number; symbol: string }[];
}

/** Whether it is known which sounds a language has. */
export const hasInventory = (language: string): boolean => primaryLanguage(language) in inventories;

/** The sounds of a language, for a keyboard; empty where they are not known. */
export const inventoryOf = (language: string): string[] => [
  ...(inventories[primaryLanguage(language)] ?? []),
];

/** Spellings of the same: what keyboards have for what IPA has, and signs that add nothing. */
const spellings: Record<string, string> = { g: 'ɡ', ':': 'ː', "'": 'ˈ', '’': 'ˈ', '͡': '', '͜': '', '/': '' };

/**
 * Reads IPA by the sounds of a language, the longest first; what the language lacks is named with its place.
 * @param language BCP 47; without an inventory nothing of it is known
 */
export function readIpa(ipa: string, language: string): ReadIpa {
  const inventory = inventories[primaryLanguage(language)] ?? new Set<string>();
  const units: { sign: string; start: number; end: number }[] = [];
  let at = 0;
  for (const character of ipa) {
    for (const part of character.normalize('NFD')) {
      const sign = spellings[part] ?? part;
      if (sign !== '') units.push({ sign, start: at, end: at + character.length });
    }
    at += character.length;
  }
  const read: ReadIpa = { symbols: [], unknown: [] };
  for (let unit = 0; unit < units.length;) {
    const { length, symbol } = longestKnown(units, unit, inventory);
    if (length > 0) read.symbols.push(symbol);
    else {
      const { sign, start, end } = units[unit]!;
      read.unknown.push({ start, length: end - start, symbol: sign });
    }
    unit += Math.max(length, 1);
  }
  return read;
}

function longestKnown(
  units: readonly { sign: string }[],
  from: number,
  inventory: ReadonlySet<string>,
): { length: number; symbol: string } {
  for (let length = Math.min(longestSymbol, units.length - from); length > 0; length--) {
    const signs = units.slice(from, from + length).map(({ sign }) => sign);
    const symbol = signs.join('').normalize('NFD');
    if (inventory.has(symbol) || inventory.has(symbol.normalize('NFC'))) return { length, symbol };
    if (length === 1 && prosody.has(symbol)) return { length, symbol };
  }
  return { length: 0, symbol: '' };
}
