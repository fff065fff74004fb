/**
 * Run by hand: does anything that a site may send make the extraction slow, or fail in a way that is not
 * foreseen? Changes real and made documents at random and reads them as what they are and as what they are
 * not.
 *   node scripts/fuzz-extraction.ts [--runs 100000 | --only 2373,6362] [--seed 1] [--bytes 300000]
 *     [--keep folder]
 * Prints the seed, and the runs that needed most CPU. Ends with 1 where one needed more than a second or was
 * not refused properly.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readPageLinks } from '../server/extraction/discovery/page-links.ts';
import { readSitemap } from '../server/extraction/discovery/sitemap.ts';
import { extractArticle } from '../server/extraction/extract-article.ts';
import { ExtractionError } from '../server/extraction/extraction-error.ts';
import { FeedError } from '../server/extraction/feed/feed.ts';
import { itemText } from '../server/extraction/feed/item-text.ts';
import { parseFeed } from '../server/extraction/feed/parse-feed.ts';
import { randomFrom } from './seeded-random.ts';

const site = 'https://x.example/';

const readers = {
  feed: (bytes: Uint8Array) => parseFeed(bytes, { url: site }),
  items: (bytes: Uint8Array) => parseFeed(bytes, { url: site }).items.slice(0, 20).map(itemText),
  sitemap: (bytes: Uint8Array) => readSitemap(bytes, site, { site }),
  links: (bytes: Uint8Array) => readPageLinks(bytes, site),
  page: (bytes: Uint8Array) => extractArticle(bytes, { url: site }),
};
type Reader = keyof typeof readers;

export interface FuzzOptions {
  /** How many, or which. */
  runs: number | readonly number[];
  seed: number;
  /** A document is made no longer than this. */
  maxBytes: number;
  /** More than this of CPU is a finding. */
  maxCpuMs: number;
  documents: readonly Uint8Array[];
}

export interface FuzzRun {
  /** Of how many it was. */
  index: number;
  reader: Reader;
  cpuMs: number;
  bytes: Uint8Array;
  /** Unexpected error. */
  error: unknown;
}

/**
 * @returns the runs that needed most CPU, the slowest first, and those that ended in errors that are not
 * foreseen
 */
export function fuzz({ runs, seed, maxBytes, maxCpuMs, documents }: FuzzOptions): {
  slowest: FuzzRun[];
  failures: FuzzRun[];
} {
  const slowest: FuzzRun[] = [];
  const failures: FuzzRun[] = [];
  for (const index of typeof runs === 'number' ? Array(runs).keys() : runs) {
    // Each run has its own seed, so that it can be repeated without the runs before it.
    const random = wholeNumbersFrom(seed + index * 0x9e3779b1);
    const reader = chooseReader(random);
    const bytes = mutated(documents, random, maxBytes);
    const before = process.cpuUsage();
    let error: unknown = null;
    try {
      readers[reader](bytes);
    } catch (thrown) {
      if (!(thrown instanceof FeedError || thrown instanceof ExtractionError)) error = thrown;
    }
    const { user, system } = process.cpuUsage(before);
    const run = { index, reader, cpuMs: (user + system) / 1_000, bytes, error };
    if (error !== null || run.cpuMs > maxCpuMs) failures.push(run);
    slowest.push(run);
    if (slowest.length === 100) keepSlowest(slowest);
  }
  keepSlowest(slowest);
  return { slowest, failures };
}

function keepSlowest(runs: FuzzRun[]): void {
  runs.sort((a, b) => b.cpuMs - a.cpuMs);
  runs.length = Math.min(runs.length, 10);
}

type Random = (below: number) => number;

/** Whole numbers from 0. */
function wholeNumbersFrom(seed: number): Random {
  const next = randomFrom(seed);
  return (below) => Math.floor(next() * below);
}

/** Pages take longest: one in eight. */
function chooseReader(random: Random): Reader {
  return (['feed', 'feed', 'feed', 'items', 'sitemap', 'links', 'links', 'page'] as const)[random(8)]!;
}

/** What the readers' grammars are made of, and what has been slow somewhere. */
const tokens = [
  '<',
  '>',
  '</',
  '/>',
  '<!--',
  '-->',
  '<!--a-->',
  '<![CDATA[',
  ']]>',
  '<?xml',
  '?>',
  '<!DOCTYPE html>',
  '&',
  '&amp;',
  '&lt;',
  '&#x1F600;',
  '&#0;',
  '"',
  "'",
  '=',
  ' ',
  '\n',
  '\t',
  '\r\n',
  '\u00a0',
  '\ufeff',
  '\0',
  ':',
  '::',
  '|',
  ' | ',
  '#',
  '/',
  '.',
  '...',
  '…',
  '-',
  '–',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ',',
  '<a href="/ferry-sold-to-museum">',
  '<b>',
  '</b>',
  '<i>',
  '<p>',
  '</p>',
  '<p>x',
  '<div>',
  '</div>',
  '<table>',
  '<td>',
  '<tr>',
  '<li>',
  '<ul>',
  '<nav>',
  '<aside>',
  '<article>',
  '<select>',
  '<option>',
  '<form>',
  '<font color=red>',
  '<svg>',
  '<math>',
  '<template>',
  '<noscript>',
  '<br>',
  '<h1>',
  '<h2>',
  '<title>',
  '<textarea>',
  '<script>',
  '<script',
  '</script>',
  '<style>',
  '<meta charset=',
  '<link rel=alternate type="application/rss+xml" href="/f">',
  '<base href="/x/">',
  '<plaintext>',
  '<frameset>',
  '<body>',
  '</body>',
  '<html>',
  '<rss>',
  '<channel>',
  '<item>',
  '</item>',
  '<entry>',
  '<description>',
  '<content:encoded>',
  '<media:group>',
  '<url>',
  '<loc>',
  '<sitemap>',
  '<lastmod>',
  'xmlns:a="u" ',
  'xmlns="urn:x" ',
  'xml:base="../x/" ',
  ' a=1',
  ' class="comment"',
  ' id="x y z"',
  ' style="display: none"',
  'The post ',
  'appeared first on ',
  'read more',
  'subscribe ',
  '20.11.2026 ',
  'Nov 20, 2026 ',
  '1 ',
  'a',
  'word ',
  'ä',
  '漢',
  '🎉',
  '\u0301',
  '\u200d',
  'a@b.example (',
  'https://x.example/',
  '%20',
  '{"a":',
  '[[',
  '<script type="application/ld+json">{"@graph":[{"@type":"Article","headline":"',
  '"}]}</script>',
];

function mutated(documents: readonly Uint8Array[], random: Random, maxBytes: number): Uint8Array {
  let bytes: Uint8Array = random(20) === 0 ? new Uint8Array(0) : documents[random(documents.length)]!;
  for (let count = 1 + random(6); count > 0; count--)
    bytes = mutations[random(mutations.length)]!(bytes, random, maxBytes, documents).subarray(0, maxBytes);
  return bytes;
}

type Mutation = (
  bytes: Uint8Array,
  random: Random,
  maxBytes: number,
  documents: readonly Uint8Array[],
) => Uint8Array;

const mutations: readonly Mutation[] = [
  // A token, once or over and over.
  (bytes, random, maxBytes) =>
    inserted(
      bytes,
      random(bytes.length + 1),
      repeated(Buffer.from(tokens[random(tokens.length)]!), random, maxBytes),
    ),
  (bytes, random, maxBytes) =>
    inserted(
      bytes,
      random(bytes.length + 1),
      repeated(
        Buffer.from(
          tokens[random(tokens.length)]! + tokens[random(tokens.length)]! + tokens[random(tokens.length)]!,
        ),
        random,
        maxBytes,
      ),
    ),
  // A part of the document over and over, as often nested as beside each other.
  (bytes, random, maxBytes) => {
    const from = random(bytes.length);
    const part = bytes.subarray(from, from + 1 + random(200));
    return inserted(bytes, from, repeated(part, random, maxBytes));
  },
  (bytes, random) => {
    const from = random(bytes.length);
    const to = from + random(random(4) === 0 ? bytes.length : 100);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  (bytes, random) => bytes.subarray(0, random(bytes.length + 1)),
  (bytes, random) => {
    const changed = Uint8Array.from(bytes);
    for (let count = 1 + random(20); count > 0 && changed.length > 0; count--)
      changed[random(changed.length)] = random(256);
    return changed;
  },
  (bytes, random, _maxBytes, documents) => {
    const other = documents[random(documents.length)]!;
    const from = random(other.length);
    return inserted(bytes, random(bytes.length + 1), other.subarray(from, from + random(20_000)));
  },
  // End tags lost: what was beside each other is nested.
  (bytes) =>
    Buffer.from(
      Buffer.from(bytes)
        .toString('latin1')
        .replaceAll(/<\/\w{1,20}>/g, ''),
      'latin1',
    ),
];

function repeated(part: Uint8Array, random: Random, maxBytes: number): Uint8Array {
  if (part.length === 0) return part;
  const most = Math.floor(maxBytes / part.length);
  const times = 1 + random([1, 10, 1_000, most][random(4)]!);
  const all = new Uint8Array(Math.min(times, most) * part.length);
  for (let at = 0; at < all.length; at += part.length) all.set(part, at);
  return all;
}

const inserted = (bytes: Uint8Array, at: number, part: Uint8Array): Uint8Array =>
  Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)]);

/** The project's own fixtures, and the real pages and feeds that may lie beside the project. */
export function fuzzDocuments(): Uint8Array[] {
  const folders = [
    '../tests/extraction/fixtures/feeds/',
    '../tests/extraction/fixtures/pages/',
    '../../shared/corpus/feeds/rss/',
    '../../shared/corpus/feeds/atom/',
    '../../shared/corpus/feeds/json/',
    '../../shared/corpus/pages/',
  ].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith('expected.json'))
        .map((entry) => readFileSync(join(folder, entry.name))),
    );
}

function main(): void {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '100000' },
      only: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      bytes: { type: 'string', default: '300000' },
      keep: { type: 'string' },
    },
  });
  const documents = fuzzDocuments();
  const runs = values.only === undefined ? Number(values.runs) : values.only.split(',').map(Number);
  console.log(
    `seed ${values.seed}, ${values.only === undefined ? `${values.runs} runs` : `runs ${values.only}`} over ${documents.length} documents, at most ${values.bytes} bytes each`,
  );
  const { slowest, failures } = fuzz({
    runs,
    seed: Number(values.seed),
    maxBytes: Number(values.bytes),
    maxCpuMs: 1_000,
    documents,
  });
  const row = ({ index, reader, cpuMs, bytes, error }: FuzzRun) => ({
    run: index,
    reader,
    bytes: bytes.length,
    'ms of CPU': Math.round(cpuMs),
    error: error === null ? '' : String(error).slice(0, 60),
  });
  console.table(slowest.map(row));
  if (failures.length > 0) console.table(failures.slice(0, 50).map(row));
  console.log(
    `${failures.length} findings; ${Math.round(process.resourceUsage().maxRSS / 1_000)} MB of memory at most`,
  );
  if (values.keep !== undefined) {
    mkdirSync(values.keep, { recursive: true });
    for (const { index, reader, bytes } of [...slowest, ...failures.slice(0, 50)])
      writeFileSync(join(values.keep, `${values.seed}-${index}.${reader}`), bytes);
  }
  process.exitCode = failures.length > 0 ? 1 : 0;
}

if (import.meta.main) main();
