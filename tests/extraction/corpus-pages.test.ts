import { readFileSync } from 'node:fs';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../server/extraction/charset.ts';
import type { ExtractedArticle } from '../../server/extraction/extract-article.ts';
import { extractArticle } from '../../server/extraction/extract-article.ts';
import { corpus, hasCorpus, withoutCorpus } from './corpus.ts';

interface Page {
  url: string;
  file: string;
  must: string[];
  mustNot: string[];
  title?: string;
  date?: string;
}
interface Score {
  f1: number;
  precision: number;
  recall: number;
  /** Milliseconds a page, median. */
  ms: number;
}

const fold = (text: string): string => text.replace(/\s+/g, ' ');

/** Scores as the corpus says: over all segments, whitespace folded. */
function score(pages: readonly Page[], textOf: (bytes: Buffer, page: Page) => string): Score {
  let [kept, junk, wanted] = [0, 0, 0];
  const times: number[] = [];
  for (const page of pages) {
    const bytes = readFileSync(new URL(`pages/${page.file}`, corpus));
    const start = performance.now();
    const text = fold(textOf(bytes, page));
    times.push(performance.now() - start);
    wanted += page.must.length;
    kept += page.must.filter((segment) => text.includes(fold(segment))).length;
    junk += page.mustNot.filter((segment) => text.includes(fold(segment))).length;
  }
  const precision = kept / (kept + junk);
  const recall = kept / wanted;
  return { f1: (2 * precision * recall) / (precision + recall), precision, recall, ms: times.sort((a, b) => a - b)[times.length >> 1] ?? 0 };
}

function readable(bytes: Buffer): string {
  const { document } = parseHTML(decodeText(bytes).text) as unknown as { document: Document };
  return new Readability(document).parse()?.textContent ?? '';
}

describe.skipIf(!hasCorpus)(`real pages${withoutCorpus}`, () => {
  const pages = hasCorpus ? (JSON.parse(readFileSync(new URL('pages.json', corpus), 'utf8')) as Page[]) : [];
  const articles = new Map<Page, ExtractedArticle>();
  const extracted = (bytes: Buffer, page: Page): ExtractedArticle => {
    const article = extractArticle(bytes, { url: page.url });
    articles.set(page, article);
    return article;
  };
  const articleOf = (page: Page): ExtractedArticle => articles.get(page) ?? extracted(readFileSync(new URL(`pages/${page.file}`, corpus)), page);

  it('extraction is clearly above readability', () => {
    const ours = score(pages, (bytes, page) => {
      const { title, text } = extracted(bytes, page);
      return `${title}\n\n${text}`;
    });
    const textAlone = score(pages, (_bytes, page) => articleOf(page).text);
    const floor = score(pages, readable);
    const row = ({ f1, precision, recall, ms }: Score) => ({ F1: f1.toFixed(4), precision: precision.toFixed(4), recall: recall.toFixed(4), 'ms/page': ms.toFixed(1) });
    console.table({ 'ours, title and text': row(ours), 'ours, text alone': { ...row(textAlone), 'ms/page': '' }, 'readability, text': row(floor) });
    expect(ours.f1).toBeGreaterThan(0.95);
    expect(textAlone.f1).toBeGreaterThan(floor.f1 + 0.06);
    expect(ours.precision).toBeGreaterThan(0.94);
    expect(ours.recall).toBeGreaterThan(0.96);
  }, 120_000);

  it('titles and dates are mostly as the corpus has them', () => {
    const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
    let [titles, sameTitles, dates, sameDates] = [0, 0, 0, 0];
    for (const page of pages) {
      const article = articleOf(page);
      if (page.title !== undefined) {
        titles++;
        if (letters(article.title) === letters(page.title)) sameTitles++;
      }
      if (page.date !== undefined) {
        dates++;
        if (article.publishedAt?.startsWith(page.date)) sameDates++;
      }
    }
    console.table({ titles: { of: titles, same: sameTitles }, dates: { of: dates, same: sameDates } });
    expect(sameTitles / titles).toBeGreaterThan(0.87);
    expect(sameDates / dates).toBeGreaterThan(0.8);
  }, 60_000);

  it('no page is read with wrong characters', () => {
    for (const page of pages) expect(articleOf(page).text, page.file).not.toMatch(/\uFFFD|Ã[¤¶¼Ÿ©¨]|â€[™œž“]/);
  }, 60_000);
});
