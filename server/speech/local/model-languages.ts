import { bcp47, languageName, withRegion } from '../languages.ts';
import type { Gender } from '../provider.ts';

/** Codes of languages for which models are published. */
const codes = (
  'af ar bg bn ca cs cy da de el en es et eu fa fi fr ga gu he hi hr hu hy id is it ja ka kk kn ko ku lb lt lv mk ml mn ms mt nb ne nl ' +
  'nn no pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur vi yo zh'
).split(' ');
const byName = new Map(codes.map((code) => [languageName(code).toLowerCase(), code]));

/** BCP 47 of a language as models name it: `en_US`, `en-us`, `German`; null: none that is known. */
export function modelLanguage(name: string): string | null {
  const first = name.split(/[,;+(]/)[0]!.trim();
  const code = byName.get(first.toLowerCase()) ?? first.replaceAll('_', '-');
  if (!/^[a-z]{2,3}(?:-|$)/i.test(code)) return null;
  const known = bcp47(code);
  if (known === null) return null;
  try {
    return withRegion(new Intl.Locale(known).baseName);
  } catch {
    return null;
  }
}

/** Languages of Kokoro's speakers by the first letter of their names (hexgrad/Kokoro-82M, VOICES.md). */
const kokoroLanguages: Readonly<Record<string, string>> = {
  a: 'en-US',
  b: 'en-GB',
  e: 'es-ES',
  f: 'fr-FR',
  h: 'hi-IN',
  i: 'it-IT',
  j: 'ja-JP',
  p: 'pt-BR',
  z: 'zh-CN',
};

/** Language and gender that the name of one of Kokoro's speakers means: `af_bella`. */
export function kokoroSpeaker(name: string): { language: string; gender: Gender } {
  const [, language = '', gender = ''] = /^([a-z])([fm])(?:_|$)/.exec(name) ?? [];
  return {
    language: kokoroLanguages[language] ?? 'en-US',
    gender: gender === '' ? 'neutral' : gender === 'f' ? 'female' : 'male',
  };
}

/** eSpeak's names of the languages of Kokoro that have no lexicon of their own. */
export const kokoroEspeak: Readonly<Record<string, string>> = {
  'es-ES': 'es',
  'fr-FR': 'fr-fr',
  'hi-IN': 'hi',
  'it-IT': 'it',
  'ja-JP': 'ja',
  'pt-BR': 'pt-br',
};

/** Gender in names such as `expr-voice-2-f`. */
export const genderInName = (name: string): Gender => {
  const letter = /(?:^|[-_])(f|m|female|male)(?:[-_]|$)/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return letter === '' ? 'neutral' : letter.startsWith('f') ? 'female' : 'male';
};
