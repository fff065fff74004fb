import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { english, german } from '../../prisma/seed/seed-articles.ts';
import { findIn, type FindingKind } from '../../server/areas/review/review/findings/finders.ts';
import type { ReviewedArticle } from '../../server/areas/review/review/findings/finding.ts';
import { extractArticle } from '../../server/extraction/extract-article.ts';
import { chunkText } from '../../server/text/chunk-text.ts';
import { defaultReadings } from '../../server/text/normalise/readings.ts';
import { normaliseText } from '../../server/text/normalise-text.ts';

const corpus = pathToFileURL(
  `${process.env['CORPUS'] ?? fileURLToPath(new URL('../../../shared/corpus', import.meta.url))}/`,
);

/** Whether the pages are there that real articles are read from. */
export const hasRealPages = existsSync(new URL('pages.json', corpus));

export interface CleanArticle {
  name: string;
  text: string;
  language: string;
}

/** The demo's newspapers. */
export const demoArticles: readonly CleanArticle[] = [
  ...english.map(({ title, text }) => ({ name: title, text, language: 'en' })),
  ...german.map(({ title, text }) => ({ name: title, text, language: 'de' })),
];

/** Words that every text of the language contains, whatever its page declares. */
const common: Record<string, RegExp> = {
  de: /\b(?:und|der|die|das|ist|nicht|ein|zu|mit|von)\b/gi,
  en: /\b(?:the|and|of|to|is|in|that|for|it|with)\b/gi,
  fr: /\b(?:le|la|les|et|de|des|est|dans|que|une)\b/gi,
};
const leastCommon = 0.08;

export const wordsIn = (text: string): number => text.split(/\s+/).length;

/** Articles of real pages, as they are read, in the languages that the dashboard speaks. */
export function realArticles(most: number): CleanArticle[] {
  const pages = JSON.parse(readFileSync(new URL('more-pages.json', corpus), 'utf8')) as {
    file: string;
    url: string;
  }[];
  const found: CleanArticle[] = [];
  for (const { file, url } of pages) {
    if (found.length >= most) break;
    const page = readFileSync(new URL(`pages/${file}`, corpus));
    const [, language = ''] =
      /<html[^>]*\blang="?([a-z]{2})/i.exec(page.subarray(0, 4_000).toString('latin1')) ?? [];
    const words = common[language];
    if (!words) continue;
    try {
      const text = normaliseText(extractArticle(page, { url }).text);
      const isIts = (text.match(words) ?? []).length >= leastCommon * wordsIn(text);
      if (text.length > 1_500 && isIts) found.push({ name: file, text, language });
    } catch {
      // No article could be read of it: that is another test's.
    }
  }
  return found;
}

/** An article as its text is looked at, before anything of it sounds. */
export const unvoicedArticle = (text: string, language: string): ReviewedArticle => ({
  language,
  written: text,
  timings: [],
  isNormalized: false,
  readings: defaultReadings,
  known: new Set(),
  chunks: chunkText(text, {
    strategy: 'sentences',
    language,
    limit: { unit: 'characters', value: 3_000 },
  }).map(({ text: said, start }) => ({
    text: said,
    written: said,
    start,
    language,
    startMs: 0,
    lengthMs: 0,
    measures: null,
  })),
});

/** Findings that are objectively correct: an address, a quotation in another script. */
const sure: ReadonlySet<FindingKind> = new Set(['ADDRESS', 'OTHER_SCRIPT']);

export interface Alarms {
  words: number;
  /** Findings by kind; correct ones are reported, but not counted. */
  kinds: Map<FindingKind, string[]>;
  perThousand: number;
}

/** What is found in articles in which nothing is wrong. */
export async function falseAlarms(articles: readonly CleanArticle[]): Promise<Alarms> {
  const kinds: Alarms['kinds'] = new Map();
  let words = 0;
  for (const { text, language } of articles) {
    words += wordsIn(text);
    for (const { kind, word, start, length } of await findIn(unvoicedArticle(text, language))) {
      const told = word ?? text.slice(start, start + Math.min(length, 40));
      kinds.set(kind, [...(kinds.get(kind) ?? []), told]);
    }
  }
  const counted = [...kinds].filter(([kind]) => !sure.has(kind)).flatMap(([, found]) => found).length;
  return { words, kinds, perThousand: (counted * 1_000) / words };
}

/** A line for each kind. */
export const alarmTable = ({ words, kinds, perThousand }: Alarms): string =>
  [
    `${words} words, ${perThousand.toFixed(2)} false alarms per 1,000`,
    ...[...kinds]
      .toSorted((a, b) => b[1].length - a[1].length)
      .map(
        ([kind, found]) =>
          `  ${kind.padEnd(18)} ${String(found.length).padStart(4)} ${((found.length * 1_000) / words).toFixed(3)}${sure.has(kind) ? ' (not counted)' : ''}`,
      ),
  ].join('\n');
