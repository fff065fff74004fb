import { baseLanguage } from './languages.ts';
import type { EngineSounds } from './offline-text.ts';
import type { SpeechRequest } from './provider.ts';
import { isProsody, readIpa } from '../text/pronunciation/ipa.ts';

const pairs = (list: string): Record<string, string> =>
  Object.fromEntries(list.split(' ').map((pair) => pair.split('=') as [string, string]));

/**
 * How the offline engine writes sounds (eSpeak NG, docs/phonemes.md), by language: its names are those of a
 * voice's own table, and a name that the table lacks is silence.
 */
const notations: Record<string, Record<string, string>> = {
  de: pairs(
    'p=p b=b t=t d=d k=k ɡ=g m=m n=n ŋ=N l=l r=r ʁ=r ʀ=r ɾ=r f=f v=v s=s z=z ʃ=S ʒ=Z ç=C x=x χ=x h=h j=j w=w θ=T pf=pf ts=ts tʃ=tS dʒ=dZ i=i iː=i: ɪ=I e=e eː=e: ɛ=E ɛː=E: a=a aː=A: ɑ=A ɑː=A: ɔ=O o=o oː=o: ʊ=U u=u uː=u: y=y yː=y: ʏ=y ø=Y: øː=Y: œ=W ə=@ ɐ=3 aɪ=aI aʊ=aU ɔʏ=OY ɔɪ=OY oʊ=oU ɑ̃=A~ ɔ̃=O~ œ̃=W~ n̩=@n l̩=@l m̩=@m ɐ̯=3 i̯=j u̯=w',
  ),
  en: pairs(
    'p=p b=b t=t d=d k=k ɡ=g m=m n=n ŋ=N l=l ɫ=l r=r ɹ=r ɾ=t f=f v=v θ=T ð=D s=s z=z ʃ=S ʒ=Z h=h x=x j=j w=w ʍ=w tʃ=tS dʒ=dZ i=i iː=i: ɪ=I e=E eɪ=eI ɛ=E æ=a a=a ɑ=A: ɑː=A: ɒ=0 ɔ=O: ɔː=O: oʊ=oU əʊ=oU ʊ=U u=u: uː=u: ʌ=V ə=@ ɚ=3 ɜ=3: ɜː=3: ɝ=3: aɪ=aI aʊ=aU ɔɪ=OI n̩=@n l̩=@l m̩=@m',
  ),
  fr: pairs(
    'p=p b=b t=t d=d k=k ɡ=g m=m n=n ɲ=n^ ŋ=N l=l ʁ=r r=r f=f v=v s=s z=z ʃ=S ʒ=Z j=j w=w ɥ=y h=h tʃ=tS dʒ=dZ i=i e=e ɛ=E ɛː=E a=a ɑ=a ɑː=a ɔ=O o=o u=u y=y ø=Y œ=W ə=@ ɑ̃=A~ ɔ̃=O~ ɛ̃=E~ œ̃=W~',
  ),
};
/** The parts of a word that is several; other borders are none to the engine. */
const wordBorders = new Set([' ', '|']);
const stresses: Record<string, string> = { ˈ: "'", ˌ: ',' };
const vowel = /^[aeiouyæɐɑɒɔəɚɛɜɝɪøœʊʌʏ]/u;

/**
 * Converts IPA to the offline engine's notation, for use between double brackets. IPA writes stress before
 * the syllable; the engine expects it before the vowel.
 * @returns null if the language's voices lack one of the phonemes
 */
export function offlinePhonemes(ipa: string, language: string): string | null {
  const notation = notations[baseLanguage(language)];
  if (!notation) return null;
  const { symbols, unknown } = readIpa(ipa, language);
  if (unknown.length > 0) return null;
  const names: string[] = [];
  let stress = '';
  for (const symbol of symbols) {
    const name = notation[symbol] ?? notation[symbol.normalize('NFC')];
    if (symbol in stresses) stress = stresses[symbol]!;
    else if (wordBorders.has(symbol)) names.push('|');
    else if (isProsody(symbol)) continue;
    else if (name === undefined) return null;
    else if (vowel.test(symbol)) {
      names.push(stress + name);
      stress = '';
    } else names.push(name);
  }
  return names.length === 0 ? null : names.join('|');
}

/**
 * Returns the phonemes of a request in the engine's notation; words with unsupported ones are spoken as
 * written.
 */
export const engineSounds = ({ sounds = [], language }: SpeechRequest): EngineSounds[] =>
  sounds.flatMap(({ start, length, ipa }) => {
    const phonemes = offlinePhonemes(ipa, language);
    return phonemes === null ? [] : [{ start, length, phonemes }];
  });
