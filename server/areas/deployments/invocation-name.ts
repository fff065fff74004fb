import type { Language } from './skill-languages.ts';

/** Digits as they are said: a name by which Alexa is asked has letters only. */
const digits: Record<Language, readonly string[]> = {
  en: ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  de: ['null', 'eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'],
  fr: ['zéro', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf'],
};

const and: Record<Language, string> = { en: 'and', de: 'und', fr: 'et' };
/** What a name of one word is said with: Amazon wants two. */
const what: Record<Language, string> = { en: 'news', de: 'nachrichten', fr: 'actualités' };
/** Words by which Alexa is called or told what to do (Amazon's requirements for invocation names). */
const reserved =
  /^(alexa|amazon|echo|computer|skill|skills|app|apps|ask|open|launch|start|play|tell|öffne|starte|frage|spiele|ouvre|lance|demande)$/;
const most = 50;

/**
 * The name by which listeners ask for a skill: what is left of its name in words that Alexa hears, two at
 * least.
 * @returns null where nothing is left
 */
export function invocationName(name: string, language: Language): string | null {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’`´]/g, "'")
    .replace(/&|\+/g, ` ${and[language]} `)
    .replace(/\d/g, (digit) => ` ${digits[language][Number(digit)]} `)
    .replace(/[^\p{Ll}' ]+/gu, ' ')
    .split(' ')
    .map((word) => word.replace(/^'+|(?<!')'+$/g, ''))
    .filter((word) => word !== '' && !reserved.test(word));
  if ([...words.join('')].length < 2) return null;
  if (words.length === 1) words.push(what[language]);
  while (words.length > 2 && words.join(' ').length > most) words.pop();
  const said = words.join(' ');
  return said.length <= most
    ? said
    : `${words[0]!.slice(0, most - what[language].length - 1)} ${what[language]}`;
}
