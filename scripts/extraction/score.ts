/**
 * Prints how well articles, dates and titles are read from the corpus' pages, and what that costs. The model
 * has learnt from these very pages: `--cross-validate` trains five that have each not seen a fifth of the
 * sites, and tells how they do on it; that takes some minutes.
 *   node scripts/extraction/score.ts [--cross-validate [--save file] [--against file]]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { decodeText } from '../../server/extraction/charset.ts';
import { extractArticle } from '../../server/extraction/extract-article.ts';
import type { ExtractedArticle } from '../../server/extraction/extract-article.ts';
import { ExtractionError } from '../../server/extraction/extraction-error.ts';
import { parsePage } from '../../server/extraction/page.ts';
import type { CorpusPage } from './annotated-pages.ts';
import { bytesOf, corpusPages, readPage } from './annotated-pages.ts';
import { createFirstStages, crossValidate, trainingPages, trainOptions } from './cross-validate.ts';
import { count, rounded, scoreOf, heardOfAll, heardTable } from './evaluate.ts';
import type { Heard } from './heard-of-page.ts';
import { pairedTable } from './paired.ts';

const { values } = parseArgs({
  options: { 'cross-validate': { type: 'boolean' }, save: { type: 'string' }, against: { type: 'string' } },
});
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const pages = corpusPages();
const read = (page: CorpusPage): ExtractedArticle | null => {
  try {
    return extractArticle(bytesOf(page), { url: page.url });
  } catch (error) {
    if (error instanceof ExtractionError) return null;
    throw error;
  }
};

/** Milliseconds of CPU: the least of some rounds, for what else the machine does only adds. */
const rounds = 3;
function timed<Result>(work: () => Result): { result: Result; ms: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1000 };
}
const articles = pages.map((page) => ({ page, article: read(page) }));
const times = pages.map((page) =>
  Math.min(...Array.from({ length: rounds }, () => timed(() => read(page)).ms)),
);
const parsed = pages.map((page) =>
  Math.min(
    ...Array.from({ length: rounds }, () => timed(() => parsePage(decodeText(bytesOf(page)).text)).ms),
  ),
);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
console.table({
  'title and text': rounded(
    scoreOf(
      articles.map(({ page, article }) => count(page, article ? `${article.title}\n\n${article.text}` : '')),
    ),
  ),
  'text alone': rounded(scoreOf(articles.map(({ page, article }) => count(page, article?.text ?? '')))),
});
const dated = articles.filter(({ page }) => page.date !== undefined);
const given = dated.filter(({ article }) => article?.publishedAt);
const right = given.filter(({ page, article }) => article?.publishedAt?.startsWith(page.date ?? ''));
const signed = articles.filter(({ page }) => page.author !== undefined);
const named = signed.filter(({ article }) => article?.author);
const rightly = named.filter(
  ({ page, article }) => letters(article?.author ?? '') === letters(page.author ?? ''),
);
const titled = articles.filter(({ page }) => page.title !== undefined);
const exact = titled.filter(
  ({ page, article }) => article?.title === page.title?.replace(/\s+/g, ' ').trim(),
);
const same = titled.filter(
  ({ page, article }) => letters(article?.title ?? '') === letters(page.title ?? ''),
);
console.table({
  dates: {
    of: dated.length,
    given: given.length,
    right: right.length,
    F1: ((2 * right.length) / (given.length + dated.length)).toFixed(4),
  },
  authors: {
    of: signed.length,
    given: named.length,
    right: rightly.length,
    F1: ((2 * rightly.length) / (named.length + signed.length)).toFixed(4),
  },
  titles: {
    of: titled.length,
    given: titled.length,
    right: exact.length,
    F1: `${same.length} but for case and signs`,
  },
});
const sorted = times.toSorted((a, b) => a - b);
console.log(
  `CPU a page, best of ${rounds}: mean ${mean(times).toFixed(1)} ms, median ${sorted[sorted.length >> 1]?.toFixed(1)} ms, slowest ${sorted.at(-1)?.toFixed(0)} ms; ${(mean(times) / mean(parsed)).toFixed(1)} times what parsing alone takes.`,
);
console.log(
  `Nothing worth reading on ${articles.filter(({ article }) => !article).length} of ${pages.length}.`,
);

if (values['cross-validate']) {
  console.log(`Cross-validation, seed ${trainOptions.seed}.`);
  const training = trainingPages(pages.map(readPage), trainOptions);
  const chances = crossValidate(training, trainOptions, createFirstStages(training, trainOptions), (line) =>
    console.log(line),
  );
  const heard = heardOfAll(training, chances);
  console.table(heardTable(heard));
  if (values.save) writeFileSync(values.save, JSON.stringify(heard));
  if (values.against)
    console.table(pairedTable(heard, JSON.parse(readFileSync(values.against, 'utf8')) as Heard[]));
}
