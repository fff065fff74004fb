/**
 * Prints how well articles, dates and titles are read from the corpus' pages, and with `--cost` the CPU time.
 * The model was trained on these pages: `--cross-validate` trains five models, each without a fifth of the
 * sites, and scores them on it. That takes some minutes, except for models that `--keep` has stored. Each
 * fifth's threshold is chosen on the other four, where a rule that changes one page can change it and thereby
 * many others: to compare rules, pass the printed thresholds with `--thresholds`.
 *   node training/score.ts [--cost]
 *     [--cross-validate [--keep folder] [--save file] [--against file] [--thresholds 0.4,0.4,0.4,0.4,0.4]]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { decodeText } from '../server/extraction/charset.ts';
import { extractArticle } from '../server/extraction/extract-article.ts';
import type { ExtractedArticle } from '../server/extraction/extract-article.ts';
import { ExtractionError } from '../server/extraction/extraction-error.ts';
import { parsePage } from '../server/extraction/page.ts';
import type { CorpusPage } from './annotated-pages.ts';
import { bytesOf, corpusPages, readPage } from './annotated-pages.ts';
import { judged, reliability } from './calibrate.ts';
import {
  createFirstStages,
  crossValidate,
  folds,
  noStore,
  storeIn,
  trainingPages,
  trainOptions,
} from './cross-validate.ts';
import { bestThreshold, count, heardOfAll, heardTable, rounded, scoreOf, thresholdsOf } from './evaluate.ts';
import type { Heard } from './heard-of-page.ts';
import { pairedTable } from './paired.ts';

const { values } = parseArgs({
  options: {
    cost: { type: 'boolean' },
    'cross-validate': { type: 'boolean' },
    keep: { type: 'string' },
    save: { type: 'string' },
    against: { type: 'string' },
    thresholds: { type: 'string' },
  },
});
const held = values.thresholds?.split(',').map(Number);
if (held && (held.length !== folds.length || !held.every((threshold) => threshold > 0 && threshold < 1)))
  throw new Error(`--thresholds wants ${folds.length} numbers between 0 and 1.`);
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

const rounds = 3;

/**
 * Milliseconds of CPU for each page: the least of some rounds, for what else the machine does only adds. Each
 * round goes through all pages, so that nothing is remembered of the one that is read.
 */
function leastOf(work: (page: CorpusPage) => unknown): number[] {
  const least = pages.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++)
    pages.forEach((page, at) => {
      const before = process.cpuUsage();
      work(page);
      const { user, system } = process.cpuUsage(before);
      least[at] = Math.min(least[at] as number, (user + system) / 1000);
    });
  return least;
}
const articles = pages.map((page) => ({ page, article: read(page) }));
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
if (values.cost) {
  const times = leastOf(read);
  const parsed = leastOf((page) => parsePage(decodeText(bytesOf(page)).text));
  const sorted = times.toSorted((a, b) => a - b);
  console.log(
    `CPU a page, best of ${rounds}: mean ${mean(times).toFixed(1)} ms, median ${sorted[sorted.length >> 1]?.toFixed(1)} ms, slowest ${sorted.at(-1)?.toFixed(0)} ms; ${(mean(times) / mean(parsed)).toFixed(1)} times what parsing alone takes.`,
  );
}
console.log(
  `Nothing worth reading on ${articles.filter(({ article }) => !article).length} of ${pages.length}.`,
);

if (values['cross-validate']) {
  console.log(`Cross-validation, seed ${trainOptions.seed}.`);
  const training = trainingPages(pages.map(readPage), trainOptions);
  const store = values.keep ? storeIn(values.keep, training, trainOptions) : noStore;
  const firstStages = createFirstStages(training, trainOptions, store);
  const chances = crossValidate(training, trainOptions, firstStages, (line) => console.log(line), store);
  const thresholds = held ?? thresholdsOf(training, chances);
  console.log(`Thresholds ${held ? 'held' : 'chosen'}: ${thresholds.join()}`);
  const heard = heardOfAll(training, chances, thresholds);
  console.table(heardTable(heard));
  console.table(reliability(judged(training, chances, heard, bestThreshold(training, chances))));
  if (values.save) writeFileSync(values.save, JSON.stringify(heard));
  if (values.against)
    console.table(pairedTable(heard, JSON.parse(readFileSync(values.against, 'utf8')) as Heard[]));
}
