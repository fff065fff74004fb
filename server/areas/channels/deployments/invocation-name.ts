import { skillWords } from './generated/skill-words.ts';
import type { Language } from './skill-locales.ts';

/**
 * Words that wake Alexa or give it commands, in any language (Amazon's requirements for invocation
 * names).
 */
const reserved = new Set(
  ['alexa amazon echo computer skill skills app apps']
    .concat(Object.values(skillWords).map(({ invocation }) => invocation.reserved))
    .flatMap((words) => words.split(' ')),
);
const most = 50;

/**
 * The name by which listeners ask for a skill: what is left of its name in words that Alexa hears, two at
 * least.
 * @returns null where nothing is left
 */
export function invocationName(name: string, language: Language): string | null {
  // An invocation name contains only letters, and has at least two words.
  const { invocation: w } = skillWords[language];
  const digits = w.digits.split(' ');
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’`´]/g, "'")
    .replace(/&|\+/g, ` ${w.and} `)
    .replace(/\d/g, (digit) => ` ${digits[Number(digit)]} `)
    .replace(/[^\p{Ll}' ]+/gu, ' ')
    .split(' ')
    .map((word) => word.replace(/^'+|(?<!')'+$/g, ''))
    .filter((word) => word !== '' && !reserved.has(word));
  if ([...words.join('')].length < 2) return null;
  if (words.length === 1) words.push(w.news);
  while (words.length > 2 && words.join(' ').length > most) words.pop();
  const said = words.join(' ');
  return said.length <= most ? said : `${words[0]!.slice(0, most - w.news.length - 1)} ${w.news}`;
}
