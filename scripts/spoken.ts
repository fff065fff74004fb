/**
 * Prints an article's text and what is spoken instead, side by side: `npm run spoken -- <file or URL>
 * [language]`. Takes a text, Markdown or HTML file, or the address of a page; pages are read as a source
 * reads them. Marks each line whose words differ; `--changed` prints those only.
 */
import { readFile } from 'node:fs/promises';
import { extractArticle } from '../server/extraction/extract-article.ts';
import { normaliseText } from '../server/text/normalise-text.ts';
import { isSpelled, spellOut } from '../server/text/normalise/spell-out.ts';
import { sentenceRanges } from '../server/text/sentences.ts';
import { sideBySide } from './spoken/side-by-side.ts';

const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const [source, wanted] = given;
if (source === undefined) {
  console.error('Usage: npm run spoken -- <file or URL> [language, such as de-DE] [--changed]');
  process.exit(1);
}
const { text, language } = await articleOf(source, wanted ?? null);
const width = Math.max(60, Math.min(process.stdout.columns ?? 140, 200));
const onlyChanged = process.argv.includes('--changed');
console.log(
  `${source} (${language}${isSpelled(language) ? '' : ': no rules for this language, so it is read as written'})\n`,
);
for (const paragraph of normaliseText(text).split('\n')) {
  let begins = true;
  for (const { start, end } of sentenceRanges(paragraph, language)) {
    const written = paragraph.slice(start, end);
    const { spoken } = spellOut(written, language, begins);
    begins = false;
    if (!onlyChanged || spoken !== written) console.log(sideBySide(written, spoken, width));
  }
  if (!onlyChanged) console.log();
}

/** The text of a file or page, and its language: the one that is wanted, the page's, or English. */
async function articleOf(from: string, asked: string | null): Promise<{ text: string; language: string }> {
  const isPage = /^https?:\/\//.test(from);
  if (!isPage && !/\.html?$/i.test(from))
    return { text: await readFile(from, 'utf8'), language: asked ?? 'en-GB' };
  const content = isPage ? await pageOf(from) : await readFile(from);
  const article = extractArticle(content, { url: isPage ? from : null });
  return { text: `${article.title}\n\n${article.text}`, language: asked ?? article.language ?? 'en-GB' };
}

async function pageOf(address: string): Promise<Uint8Array> {
  const response = await fetch(address, { signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`${address} responded with ${response.status} ${response.statusText}.`);
  return response.bytes();
}
