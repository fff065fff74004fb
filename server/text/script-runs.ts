import type { TextRange } from './sentences.ts';

/** A passage in a script of its own, with its likeliest language (BCP 47). */
export interface ScriptRun extends TextRange {
  language: string;
}

type Script =
  | 'Cyrillic'
  | 'Greek'
  | 'Arabic'
  | 'Hebrew'
  | 'Han'
  | 'Hangul'
  | 'Thai'
  | 'Devanagari'
  | 'Armenian'
  | 'Georgian';

// Letters of each script, the inside of a character class. Han and kana are one: Japanese mixes them.
const cyrillic = String.raw`\p{Script=Cyrillic}`;
const greek = String.raw`\p{Script=Greek}`;
const arabic = String.raw`\p{Script=Arabic}`;
const hebrew = String.raw`\p{Script=Hebrew}`;
const han = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`;
const hangul = String.raw`\p{Script=Hangul}`;
const thai = String.raw`\p{Script=Thai}`;
const devanagari = String.raw`\p{Script=Devanagari}`;
const armenian = String.raw`\p{Script=Armenian}`;
const georgian = String.raw`\p{Script=Georgian}`;

/*
 * A word of at least two letters, because a single one is a symbol, with the words of its script that follow
 * and the marks around. Every repetition is bounded. The patterns are written out so that the test of all
 * patterns can read them.
 */
const cyrillicRun = String.raw`(?<Cyrillic>[${cyrillic}][${cyrillic}\p{M}]{1,60}(?:[^\p{L}\p{M}\n]{1,3}[${cyrillic}][${cyrillic}\p{M}]{0,60}){0,60})`;
const greekRun = String.raw`(?<Greek>[${greek}][${greek}\p{M}]{1,60}(?:[^\p{L}\p{M}\n]{1,3}[${greek}][${greek}\p{M}]{0,60}){0,60})`;
const arabicRun = String.raw`(?<Arabic>[${arabic}][${arabic}\p{M}]{1,60}(?:[^\p{L}\p{M}\n]{1,3}[${arabic}][${arabic}\p{M}]{0,60}){0,60})`;
const hebrewRun = String.raw`(?<Hebrew>[${hebrew}][${hebrew}\p{M}]{1,60}(?:[^\p{L}\p{M}\n]{1,3}[${hebrew}][${hebrew}\p{M}]{0,60}){0,60})`;
const hanRun = String.raw`(?<Han>[${han}][${han}\p{M}]{1,60}(?:[^\p{L}\p{M}\n]{1,3}[${han}][${han}\p{M}]{0,60}){0,60})`;
const hangulRun = String.raw`(?<Hangul>[${hangul}][${hangul}\p{M}]{1,60}(?:[^\p{L}\p{M}\n]{1,3}[${hangul}][${hangul}\p{M}]{0,60}){0,60})`;
const thaiRun = String.raw`(?<Thai>[${thai}][${thai}\p{M}]{1,60}(?:[^\p{L}\p{M}\n]{1,3}[${thai}][${thai}\p{M}]{0,60}){0,60})`;
const devanagariRun = String.raw`(?<Devanagari>[${devanagari}][${devanagari}\p{M}]{1,60}(?:[^\p{L}\p{M}\n]{1,3}[${devanagari}][${devanagari}\p{M}]{0,60}){0,60})`;
const armenianRun = String.raw`(?<Armenian>[${armenian}][${armenian}\p{M}]{1,60}(?:[^\p{L}\p{M}\n]{1,3}[${armenian}][${armenian}\p{M}]{0,60}){0,60})`;
const georgianRun = String.raw`(?<Georgian>[${georgian}][${georgian}\p{M}]{1,60}(?:[^\p{L}\p{M}\n]{1,3}[${georgian}][${georgian}\p{M}]{0,60}){0,60})`;
const pattern = new RegExp(
  String.raw`[«„“"'‚‘(]?(?:${cyrillicRun}|${greekRun}|${arabicRun}|${hebrewRun}|${hanRun}|${hangulRun}|${thaiRun}|${devanagariRun}|${armenianRun}|${georgianRun})[»”“"'’)]?[.,;:!?…]{0,3}`,
  'gu',
);
const anyOther = new RegExp(
  String.raw`[${cyrillic}${greek}${arabic}${hebrew}${han}${hangul}${thai}${devanagari}${armenian}${georgian}]{2}`,
  'u',
);

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
