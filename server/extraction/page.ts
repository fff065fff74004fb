import { Parser } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import { ExtractionError } from './extraction-error.ts';

/** Deeper than any page that people wrote, shallow enough for every walk over the tree. */
const maxDepth = 1_500;
const maxElements = 300_000;
const maxCharacters = 12_000_000;

/**
 * Parses HTML into a document. A first pass that keeps nothing counts depth and elements, so that a hostile page is refused before it costs memory.
 * @throws ExtractionError kinds `empty`, `too-complex`
 */
export function parsePage(html: string): Document {
  if (html.trim() === '') throw new ExtractionError('empty', 'The page is empty.');
  if (html.length > maxCharacters) throw tooComplex();
  let depth = 0;
  let count = 0;
  const counter = new Parser({
    onopentagname() {
      if (++depth > maxDepth || ++count > maxElements) throw tooComplex();
    },
    onclosetag() {
      depth--;
    },
  });
  counter.end(html);
  // A fragment would lose its head: give it the frame that every browser gives it.
  const framed = /<(?:html|body|head)[\s>]/i.test(html.slice(0, 5_000)) ? html : `<html><body>${html}</body></html>`;
  const { document } = parseHTML(framed) as unknown as { document: Document };
  return document;
}

function tooComplex(): ExtractionError {
  return new ExtractionError('too-complex', 'The page is nested too deeply or has too many elements to be read.');
}
