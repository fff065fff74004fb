import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { bytesOf, corpusPages } from '../../training/annotated-pages.ts';
import type { CorpusPage } from '../../training/annotated-pages.ts';
import { count, rounded, scoreOf } from '../../training/evaluate.ts';
import { decodeText } from '../../server/extraction/charset.ts';
import type { ExtractedArticle } from '../../server/extraction/extract-article.ts';
import { extractArticle } from '../../server/extraction/extract-article.ts';
import { ExtractionError } from '../../server/extraction/extraction-error.ts';
import { runs } from '../support/full.ts';
import { hasCorpus, withoutCorpus } from './corpus.ts';

/**
 * The model has learnt from these very pages, so that its figures here are above those on others:
 * `training/score.ts --cross-validate` tells those, and the bars are where they are. What falls
 * below them here is broken.
 */
describe.skipIf(!hasCorpus)(`real pages${withoutCorpus}`, () => {
  const pages = hasCorpus ? corpusPages() : [];
  const articles = new Map<CorpusPage, ExtractedArticle | null>();
  const articleOf = (page: CorpusPage): ExtractedArticle | null => {
    let article = articles.get(page);
    if (article === undefined) {
      try {
        article = extractArticle(bytesOf(page), { url: page.url });
      } catch (error) {
        if (!(error instanceof ExtractionError)) throw error;
        article = null;
      }
      articles.set(page, article);
    }
    return article;
  };

  it('articles contain the expected text and little else, far above Readability’s score', () => {
    const ours = scoreOf(
      pages.map((page) => count(page, `${articleOf(page)?.title}\n\n${articleOf(page)?.text}`)),
    );
    const some = pages.filter((_, at) => at % runs(16, 4) === 0);
    const readable = (page: CorpusPage): string =>
      new Readability(
        (parseHTML(decodeText(bytesOf(page)).text) as unknown as { document: Document }).document,
      ).parse()?.textContent ?? '';
    const floor = scoreOf(some.map((page) => count(page, readable(page))));
    console.table({ ours: rounded(ours), [`readability, ${some.length} pages`]: rounded(floor) });
    expect(ours.f1).toBeGreaterThan(0.955);
    expect(ours.precision).toBeGreaterThan(0.945);
    expect(ours.recall).toBeGreaterThan(0.945);
    expect(ours.f1).toBeGreaterThan(floor.f1 + 0.05);
  });

  it('titles, dates and authors match the corpus', () => {
    const letters = (text: string | undefined): string =>
      (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
    const titled = pages.filter(({ title }) => title !== undefined);
    const sameTitles = titled.filter(
      (page) => letters(articleOf(page)?.title) === letters(page.title),
    ).length;
    const signed = pages.filter(({ author }) => author !== undefined);
    const sameAuthors = signed.filter(
      (page) => letters(articleOf(page)?.author ?? '') === letters(page.author),
    ).length;
    const dated = pages.filter(({ date }) => date !== undefined);
    const given = dated.filter((page) => articleOf(page)?.publishedAt);
    const right = given.filter((page) => articleOf(page)?.publishedAt?.startsWith(page.date ?? '')).length;
    const f1 = (2 * right) / (given.length + dated.length);
    console.table({
      titles: { of: titled.length, same: sameTitles },
      dates: { of: dated.length, same: right },
      authors: { of: signed.length, same: sameAuthors },
    });
    expect(sameTitles).toBeGreaterThanOrEqual(97);
    expect(f1).toBeGreaterThanOrEqual(0.95);
    expect(sameAuthors).toBeGreaterThanOrEqual(40);
  });

  it('confidence separates good articles from bad ones', () => {
    const shareOf = (page: CorpusPage): number => scoreOf([count(page, articleOf(page)?.text ?? '')]).f1;
    const mean = (values: number[]): number =>
      values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    const sorted = pages.toSorted(
      (a, b) => (articleOf(a)?.confidence ?? 0) - (articleOf(b)?.confidence ?? 0),
    );
    const tenth = Math.floor(sorted.length / 10);
    // The model was trained on these pages and reads most of them well: the difference is larger on others.
    expect(mean(sorted.slice(0, tenth).map(shareOf))).toBeLessThan(
      mean(sorted.slice(-5 * tenth).map(shareOf)) - 0.03,
    );
  });

  it('no page is decoded with wrong characters', () => {
    for (const page of pages)
      expect(articleOf(page)?.text ?? '', page.file).not.toMatch(/\uFFFD|Ã[¤¶¼Ÿ©¨]|â€[™œž“]/);
  });
});
