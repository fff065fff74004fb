import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Attributes by name in lower case; of one given twice the first counts. Has no prototype. */
export type Attributes = Record<string, string>;

export interface MarkupReader {
  /** A start tag. In XML, `isEmpty` says that it is its own end tag. The answer `false` ends the reading. */
  open?: (name: string, attributes: Attributes, isEmpty: boolean) => boolean | void;
  /** An end tag, whether or not anything was open. */
  close?: (name: string) => void;
  /** The characters between two tags, entities decoded; in one piece where the source came in one. */
  text?: (text: string) => void;
}

export interface ScanOptions {
  /** XML's rules instead of HTML's: names as written, CDATA, no elements of special syntax. */
  isXml?: boolean;
  /**
   * Start tags at most; what follows is left out. Default 5,000,000: more than the largest documents that are
   * read can have.
   */
  maxTags?: number;
}

const maxAttributes = 200;

/**
 * Scans markup tag by tag, without tracking open elements: time is linear in the length of the source, and
 * memory constant except for the longest text. For uses that need no tree.
 * @param source the document, or its pieces in order
 * @returns whether all of it was read
 */
export function scanMarkup(
  source: string | Iterable<string>,
  reader: MarkupReader,
  { isXml = false, maxTags = 5_000_000 }: ScanOptions = {},
): boolean {
  // Tokens are given by their place in the whole; one may have begun in the piece before.
  let [before, piece, pieceStart] = ['', '', 0];
  const slice = (start: number, end: number): string => {
    if (start >= pieceStart) return piece.slice(start - pieceStart, end - pieceStart);
    const early = before.slice(
      Math.max(0, start - pieceStart + before.length),
      Math.max(0, end - pieceStart + before.length),
    );
    return end <= pieceStart ? early : early + piece.slice(0, end - pieceStart);
  };

  const { add, flush } = joinTexts(reader);
  let [tags, attributeCount] = [0, 0];
  let [name, attribute, value] = ['', '', ''];
  let attributes: Attributes = {};
  const opened = (isEmpty: boolean): void => {
    if (reader.open?.(name, attributes, isEmpty) === false) tokenizer.pause();
  };
  const callbacks: TokenizerCallbacks = {
    ontext: (start, end) => add(slice(start, end)),
    ontextentity: (codePoint) => add(String.fromCodePoint(codePoint)),
    oncdata: (start, end, endOffset) => {
      if (isXml) add(slice(start, end - endOffset));
    },
    onopentagname(start, end) {
      flush();
      if (++tags > maxTags) return tokenizer.pause();
      name = isXml ? slice(start, end) : slice(start, end).toLowerCase();
      attributes = Object.create(null) as Attributes;
      attributeCount = 0;
    },
    onattribname(start, end) {
      attribute = attributeCount < maxAttributes ? slice(start, end).toLowerCase() : '';
      value = '';
    },
    onattribdata: (start, end) => {
      if (attributeCount < maxAttributes) value += slice(start, end);
    },
    onattribentity: (codePoint) => {
      if (attributeCount < maxAttributes) value += String.fromCodePoint(codePoint);
    },
    onattribend() {
      if (attributeCount < maxAttributes && !(attribute in attributes)) {
        attributes[attribute] = value;
        attributeCount++;
      }
    },
    onopentagend: () => opened(false),
    onselfclosingtag: () => opened(isXml),
    onclosetag(start, end) {
      flush();
      reader.close?.(isXml ? slice(start, end) : slice(start, end).toLowerCase());
    },
    oncomment: () => {},
    ondeclaration: () => {},
    onprocessinginstruction: () => {},
    onend: () => {},
  };
  const tokenizer = new Tokenizer({ xmlMode: isXml, decodeEntities: true }, callbacks);
  for (const part of typeof source === 'string' ? [source] : source) {
    pieceStart += piece.length;
    before = piece;
    piece = part;
    tokenizer.write(part);
    if (!tokenizer.running) return false;
  }
  tokenizer.end();
  flush();
  return tokenizer.running;
}

/** Joins the parts of a text, and hands it to the reader where it ends. */
function joinTexts(reader: MarkupReader): { add(part: string): void; flush(): void } {
  // A million one-letter parts would need more memory than what they make, and adding each to the rest more
  // time.
  let [texts, parts]: [string[], string[]] = [[], []];
  const add = (part: string): void => {
    if (parts.push(part) < 4_096) return;
    texts.push(parts.join(''));
    parts = [];
  };
  const flush = (): void => {
    if (parts.length === 0 && texts.length === 0) return;
    const text = texts.join('') + (parts.length === 1 ? parts[0]! : parts.join(''));
    [texts, parts] = [[], []];
    reader.text?.(text);
  };
  return { add, flush };
}

/** HTML's elements without content and end tag. */
export const voidElements: ReadonlySet<string> = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);

interface Name {
  name: string;
  /** How many elements of the name are open. */
  count: number;
}

/**
 * As `scanMarkup`, but in balance: an end tag closes what is still open inside its element, one without an
 * element closes nothing, and what is open at the end is closed. Linear too.
 */
export function scanElements(
  source: string | Iterable<string>,
  reader: MarkupReader,
  options: ScanOptions = {},
): boolean {
  const open: Name[] = [];
  const names = new Map<string, Name>();
  const close = (): void => {
    const name = open.pop()!;
    name.count--;
    reader.close?.(name.name);
  };
  const isComplete = scanMarkup(
    source,
    {
      ...reader,
      open(given, attributes, isEmpty) {
        let name = names.get(given);
        if (!name) names.set(given, (name = { name: given, count: 0 }));
        name.count++;
        open.push(name);
        const goesOn = reader.open?.(given, attributes, isEmpty);
        if (isEmpty || (!options.isXml && voidElements.has(given))) close();
        return goesOn;
      },
      close(given) {
        const name = names.get(given);
        if (!name?.count) return;
        while (open.at(-1) !== name) close();
        close();
      },
    },
    options,
  );
  while (open.length > 0) close();
  return isComplete;
}
