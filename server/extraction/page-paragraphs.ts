import type { Document } from 'domhandler';
import { firstOf, select, textOf } from './dom.ts';
import { parsePage } from './page.ts';
import type { Paragraph } from './paragraphs.ts';
import { paragraphsOf } from './paragraphs.ts';

/** Of a page with more, the beginning is read: the longest of the corpus has 1,700. */
const maxParagraphs = 4_000;

/** What a browser shows of a page, in paragraphs. */
export function visibleParagraphs(document: Document): Paragraph[] {
  const body = firstOf(document, 'body');
  return body ? paragraphsOf(body, maxParagraphs) : [];
}

/**
 * The paragraphs of a page: those shown, or where these say less, what it offers to browsers without scripts.
 */
export function paragraphsOfPage(document: Document): Paragraph[] {
  const shown = visibleParagraphs(document);
  const html = select(document, 'noscript')
    .map(textOf)
    .filter((part) => part.length > 300 && /<(?:p|div|article)\b/i.test(part))
    .join('\n');
  if (html === '') return shown;
  const withoutScripts = visibleParagraphs(parsePage(html));
  return proseOf(withoutScripts) > proseOf(shown) ? withoutScripts : shown;
}

/** Characters of long paragraphs that are no lists of links. */
function proseOf(paragraphs: readonly Paragraph[]): number {
  return paragraphs.reduce(
    (sum, { text, linkDensity }) => sum + (text.length >= 60 && linkDensity <= 0.4 ? text.length : 0),
    0,
  );
}
