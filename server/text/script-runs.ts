import type { TextRange } from './sentences.ts';

/** A passage in a script of its own, with its likeliest language (BCP 47). */
export interface ScriptRun extends TextRange {
  language: string;
}

/** Letters of each script, the inside of a character class. Han and kana are one: Japanese mixes them. */
const letters = {
  Cyrillic: String.raw`\p{Script=Cyrillic}`,
  Greek: String.raw`\p{Script=Greek}`,
  Arabic: String.raw`\p{Script=Arabic}`,
  Hebrew: String.raw`\p{Script=Hebrew}`,
  Han: String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`,
  Hangul: String.raw`\p{Script=Hangul}`,
  Thai: String.raw`\p{Script=Thai}`,
  Devanagari: String.raw`\p{Script=Devanagari}`,
  Armenian: String.raw`\p{Script=Armenian}`,
  Georgian: String.raw`\p{Script=Georgian}`,
};
type Script = keyof typeof letters;

/**
 * A word of at least two letters, because a single one is a symbol, with the words of its script that follow
 * and the marks around. Every repetition is bounded.
 */
const run = (script: Script, own: string): string =>
  `(?<${script}>[${own}][${own}\\p{M}]{1,60}(?:[^\\p{L}\\p{M}\\n]{1,3}[${own}][${own}\\p{M}]{0,60}){0,60})`;
const pattern = new RegExp(
  `[«„“"'‚‘(]?(?:${Object.entries(letters)
    .map(([script, own]) => run(script as Script, own))
    .join('|')})[»”“"'’)]?[.,;:!?…]{0,3}`,
  'gu',
);
const anyOther = new RegExp(`[${Object.values(letters).join('')}]{2}`, 'u');

const languages: Readonly<Record<Script, (text: string) => string | null>> = {
  Cyrillic: (text) => (/[іїєґ]/iu.test(text) ? 'uk-UA' : 'ru-RU'),
  Greek: () => 'el-GR',
  Arabic: () => 'ar-001',
  Hebrew: () => 'he-IL',
  // Kanji between kana have readings that only Japanese dictionaries know.
  Han: (text) => {
    const isHan = /\p{Script=Han}/u.test(text);
    const isKana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
    return isHan && isKana ? null : isKana ? 'ja-JP' : 'zh-CN';
  },
  Hangul: () => 'ko-KR',
  Thai: () => 'th-TH',
  Devanagari: () => 'hi-IN',
  Armenian: () => 'hy-AM',
  Georgian: () => 'ka-GE',
};

/** Languages that `scriptRuns` names. */
export const scriptLanguages: readonly string[] =
  'ru-RU uk-UA el-GR ar-001 he-IL zh-CN ja-JP ko-KR th-TH hi-IN hy-AM ka-GE'.split(' ');

/**
 * Returns the passages of a text in Cyrillic, Greek, Arabic, Hebrew, Han, kana, Hangul, Thai, Devanagari,
 * Armenian and Georgian script, in order. Passages whose language is open are left out.
 */
export function scriptRuns(text: string): ScriptRun[] {
  if (!anyOther.test(text)) return [];
  return [...text.matchAll(pattern)].flatMap(({ 0: found, index, groups }): ScriptRun[] => {
    const [script, words] = Object.entries(groups!).find(([, matched]) => Boolean(matched))!;
    const language = languages[script as Script](words);
    return language === null ? [] : [{ start: index, end: index + found.length, language }];
  });
}
