import { extractionMessages } from './messages.ts';
import type { Document, Element } from 'domhandler';
import { Element as DomElement } from 'domhandler';
import { Parser, Token, Tokenizer } from 'parse5';
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
 * The parser looks through its open elements at many tags: depth times characters is what a page may cost.
 * A page of 2 MB is rarely nested 60 levels deep.
 */
const maxEffort = 1_500_000_000;

const maxAttributes = 500;

/** Where a piece of text ends: at a tag or a quotation mark, and at what the parser reads otherwise. */
const [quotes, ampersand, lessThan, carriageReturn] = [0x22, 0x26, 0x3c, 0x0d];
const [firstSurrogate, lastSurrogate] = [0xd800, 0xdfff];

/**
 * Counts attributes while a tag is read: otherwise a tag with a million attributes would be complete before
 * any check. Reads text and attribute values in long pieces: the base parser goes character by character, and
 * makes a separate token of each word and each space.
 */
class PageTokenizer extends Tokenizer {
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

  protected override _stateData(cp: number): void {
    super._stateData(cp);
    this.#readOn(cp);
  }

  protected override _stateRawtext(cp: number): void {
    super._stateRawtext(cp);
    this.#readOn(cp);
  }

  protected override _stateScriptData(cp: number): void {
    super._stateScriptData(cp);
    this.#readOn(cp);
  }

  protected override _stateAttributeValueDoubleQuoted(cp: number): void {
    super._stateAttributeValueDoubleQuoted(cp);
    this.#take(cp, quotes);
  }

  /**
   * White space behind a letter goes where that goes, but in sets of frames and columns, which hold no text.
   */
  #readOn(cp: number): void {
    if (this.currentCharacterToken?.type === Token.TokenType.CHARACTER) this.#take(cp, lessThan);
  }

  /** Adds what follows a character to the run that it ends, up to what is not just the next one. */
  #take(cp: number, end: number): void {
    const { preprocessor } = this;
    const { html } = preprocessor;
    let at = preprocessor.pos;
    if (cp <= 0 || cp === end || cp === ampersand || html.charCodeAt(at++) === carriageReturn) return;
    for (; at < html.length; at++) {
      const code = html.charCodeAt(at);
      if (code === end || code === ampersand || code === carriageReturn || code === 0) break;
      if (code >= firstSurrogate && code <= lastSurrogate) break;
    }
    this.runEnd = at;
    preprocessor.pos = at - 1;
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
        // The parser reopens unclosed formatting elements in every block, so it may multiply them itself.
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
  parser.tokenizer = new PageTokenizer(parser.options, parser);
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
