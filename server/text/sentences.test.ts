import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sentenceRanges } from './sentences.ts';

const read = (language: string): string[] =>
  readFileSync(new URL(`goldens/${language}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n');

/** Each golden is a paragraph with ` | ` between its sentences. */
const goldens: Record<string, string[]> = {
  de: read('de'),
  en: read('en'),
  fr: read('fr'),
  // As typesetters write it.
  'fr-FR': read('fr').map((golden) => golden.replace(/ (?=[?!:;»])/g, '\u202f').replaceAll('« ', '«\u202f')),
  es: ['¿Qué tal? | ¡Bien! | El Sr. García llegó. | La Dra. López no.'],
  it: ['Il sig. Rossi è qui. | Arriva il dott. Bianchi. | Bene!'],
  nl: ['Dhr. Jansen komt, d.w.z. misschien. | Hij heeft bijv. Griep. | Jammer.'],
  pt: ['O Sr. Silva chegou. | A Dra. Costa não. | Tudo bem?'],
  ja: ['「行く。」と言った。 | 彼は寝た。 | これは？ | はい！'],
  'zh-CN': ['你好。 | “你好！” | 他说。 | 价格是3.5元。'],
  ar: ['مرحبا. | كيف حالك؟ | أنا بخير.'],
  hi: ['नमस्ते। | कैसे हो?'],
  ru: ['Он пришёл. | Кто там? | Никого!'],
  el: ['Τι κάνεις; | Καλά.'],
  'not a language': ['One. | Two.'],
};

describe('sentenceRanges', () => {
  const cases = Object.entries(goldens).flatMap(([language, paragraphs]) =>
    paragraphs.map((golden) => [language, golden] as const),
  );
  it.each(cases)('%s: %s', (language, golden) => {
    const separator = /ja|zh/.test(language) ? '' : ' ';
    const paragraph = golden.replaceAll(' | ', separator);
    const found = sentenceRanges(paragraph, language).map(({ start, end }) => paragraph.slice(start, end));
    expect(found.join(' | ')).toBe(golden);
  });
});
