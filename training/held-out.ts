/**
 * How articles are read from pages that the model has never seen, of which the whole text is known: a folder
 * in the form of github.com/scrapinghub/article-extraction-benchmark (`ground-truth.json`, `html/*.html.gz`),
 * which is no part of the project.
 *   node training/held-out.ts folder [--save file] [--against file] [--texts folder]
 *     [--without-subtitles]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { extractArticle } from '../server/extraction/extract-article.ts';
import { ExtractionError } from '../server/extraction/extraction-error.ts';
import { pairedTable } from './paired.ts';
import type { Figures } from './paired.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    save: { type: 'string' },
    against: { type: 'string' },
    texts: { type: 'string' },
    'without-subtitles': { type: 'boolean' },
  },
});
const folder = positionals[0] ?? '.';
const truth = JSON.parse(readFileSync(join(folder, 'ground-truth.json'), 'utf8')) as Record<
  string,
  { articleBody: string; url: string }
>;

/** How often each run of four words stands in a text. */
function shingles(text: string): Map<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (let start = 0; start < Math.max(1, words.length - 3); start++) {
    const key = words.slice(start, start + 4).join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** That benchmark's own measure. */
function shared(wanted: string, read: string): { precision: number; recall: number } {
  const [own, other] = [shingles(wanted), shingles(read)];
  let both = 0;
  for (const [key, count] of own) both += Math.min(count, other.get(key) ?? 0);
  const sum = (counts: Map<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0);
  return { precision: both / Math.max(1, sum(other)), recall: both / Math.max(1, sum(own)) };
}

const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const begins = (text: string): string => fold(text.slice(0, 300)).slice(0, 40);
const ends = (text: string): string => fold(text.slice(-300)).slice(-40);

const pages: Figures[] = Object.entries(truth).map(([id, { articleBody, url }]) => {
  let text = '';
  let confidence = 0;
  try {
    const article = extractArticle(gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))), {
      url,
      withSubtitles: values['without-subtitles'] !== true,
    });
    text = article.text;
    confidence = article.confidence;
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
  }
  if (values.texts) {
    mkdirSync(values.texts, { recursive: true });
    writeFileSync(join(values.texts, `${id.slice(0, 12)}.txt`), text);
  }
  const { precision, recall } = shared(articleBody, text);
  return {
    id,
    site: new URL(url).hostname,
    'word F1': precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    'word precision': precision,
    'word recall': recall,
    'first sentence': begins(text) === begins(articleBody) ? 1 : 0,
    'last sentence': ends(text) === ends(articleBody) ? 1 : 0,
    confidence,
  };
});
if (values.save) writeFileSync(values.save, JSON.stringify(pages));
console.table(
  pairedTable(pages, values.against ? (JSON.parse(readFileSync(values.against, 'utf8')) as Figures[]) : null),
);
