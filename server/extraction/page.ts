import { extractionMessages } from './messages.ts';
import type { Document, Element } from 'domhandler';
import { Element as DomElement } from 'domhandler';
import { Parser, Tokenizer } from 'parse5';
import type { Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { ExtractionError } from './extraction-error.ts';

/**
 * Browsers cut at 512; deeper than any page that people wrote, shallow enough for every walk over the tree.
 */
const maxDepth = 700;
/** Six times what the largest page of the corpus has. */
const maxElements = 60_000;
const maxCharacters = 12_000_000;
/** Large, for the parser copies what a long token has so far with each. */
const chunkCharacters = 524_288;
/**
 * The parser looks through its open elements at many tags: depth times characters is what a page may cost. A
 * page of 2 MB is seldom 60 deep.
 */
const maxEffort = 1_500_000_000;

const maxAttributes = 500;

/** Counts attributes while a tag is read: one tag of a million would be finished before anybody sees it. */
class BoundedTokenizer extends Tokenizer {
  #attributes = 0;

  protected override _createStartTagToken(): void {
    this.#attributes = 0;
    super._createStartTagToken();
  }

  protected override _createEndTagToken(): void {
    this.#attributes = 0;
    super._createEndTagToken();
  }

  protected override _leaveAttrName(): void {
    if (++this.#attributes > maxAttributes) throw tooComplex();
    super._leaveAttrName();
  }
}

/**
 * Parses HTML as browsers do (the HTML standard's algorithm, with scripting on), within bounds on size, depth
 * and number of elements.
 * @throws ExtractionError kinds `empty`, `too-complex`
 */
export function parsePage(html: string): Document {
  if (html.trim() === '') throw new ExtractionError('empty', extractionMessages.PAGE_EMPTY());
  if (html.length > maxCharacters) throw tooComplex();
  let elements = 0;
  let effort = 0;
  const parser: Parser<Htmlparser2TreeAdapterMap> = new Parser({
    scriptingEnabled: true,
    treeAdapter: {
      ...adapter,
      createElement(name, namespace, attributes): Element {
        // Formatting elements left open are made anew in every block: the parser itself may multiply them.
        if (++elements > maxElements || parser.openElements.stackTop > maxDepth) throw tooComplex();
        const attribs = Object.create(null) as Record<string, string>;
        for (const attribute of attributes) attribs[attribute.name] = attribute.value;
        const element = new DomElement(name, attribs, []);
        element.namespace = namespace;
        return element;
      },
      adoptAttributes(element, attributes) {
        for (const { name, value } of attributes) element.attribs[name] ??= value;
      },
    },
  });
  parser.tokenizer = new BoundedTokenizer(parser.options, parser);
  for (let start = 0; start < html.length; start += chunkCharacters) {
    parser.tokenizer.write(
      html.slice(start, start + chunkCharacters),
      start + chunkCharacters >= html.length,
    );
    effort += parser.openElements.stackTop * chunkCharacters;
    if (effort > maxEffort) throw tooComplex();
  }
  return parser.document;
}

function tooComplex(): ExtractionError {
  return new ExtractionError('too-complex', extractionMessages.PAGE_TOO_COMPLEX());
}
