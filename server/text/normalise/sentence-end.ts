import { sentenceRules } from '../sentence-rules.ts';
import type { RulePosition } from './spelling.ts';

const nextWord = /^["”“’»«)\]]*\s+["“„«»(]?\s?(\p{Lu}[\p{L}’']*)/u;

/**
 * The full stop that has to stay where an abbreviation, or a date, ended with one: it also ends the sentence
 * when nothing follows, or a word that often begins one.
 */
export function stopAfter({ after, language }: Pick<RulePosition, 'after' | 'language'>): '.' | '' {
  if (/^["”“’»«)\]]*\s*(?:\n|$)/u.test(after)) return '.';
  const word = nextWord.exec(after)?.[1];
  return word !== undefined && sentenceRules(language).starters.has(word.toLowerCase().replace(/[’'].*$/, ''))
    ? '.'
    : '';
}
