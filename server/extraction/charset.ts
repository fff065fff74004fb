import { isUtf8 } from 'node:buffer';
import chardet from 'chardet';
import iconv from 'iconv-lite';
import { scanMarkup } from './markup.ts';

export interface DecodeOptions {
  /** The Content-Type header as received. */
  contentType?: string | null;
  /** The charset of the `charset` extractor rule: it overrides everything but a byte-order mark. */
  charset?: string | null;
}

export interface DecodedText {
  text: string;
  /** The name of the encoding used, lower case. */
  encoding: string;
}

/**
 * Enough of a document to find its own word about its encoding, to guess without it, and to judge a guess.
 */
const headBytes = 4_096;
const sampleBytes = 64 * 1024;
const judgedBytes = 256 * 1024;

/**
 * Decodes the bytes of a page or feed. In this order: byte-order mark; the `charset` rule; UTF-8 when the
 * bytes are valid UTF-8 (random text in another encoding practically never is, whatever the labels say); then
 * the encoding named by the Content-Type header, <meta> or the XML declaration, if the bytes fit; then
 * statistical detection. Time is linear in the number of bytes.
 */
export function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): DecodedText {
  const { encoding, markBytes, isDamaged } = encodingOf(bytes, options);
  if (isDamaged) return { text: decodeMixed(bytes), encoding };
  return { text: decodeAs(bytes.subarray(markBytes), encoding), encoding };
}

/**
 * Decodes in pieces of some 64 KB, of which one is in memory at a time: for large inputs that are read once.
 */
export function* decodePieces(bytes: Uint8Array, options: DecodeOptions = {}): Generator<string> {
  const { encoding, markBytes } = encodingOf(bytes, options);
  const decoder = streamingDecoder(encoding);
  for (let from = markBytes; from < bytes.length; from += sampleBytes)
    yield decoder.decode(bytes.subarray(from, from + sampleBytes));
  yield decoder.end();
}

interface Encoding {
  /** Lower case. */
  encoding: string;
  /** Length of the byte-order mark. */
  markBytes: number;
  /** UTF-8 with broken bytes, or with parts in windows-1252. */
  isDamaged: boolean;
}

function encodingOf(bytes: Uint8Array, options: DecodeOptions): Encoding {
  const sure = (encoding: string, markBytes = 0, isDamaged = false): Encoding => ({
    encoding,
    markBytes,
    isDamaged,
  });
  const marked = byteOrderMark(bytes);
  if (marked) return sure(marked.encoding, marked.length);
  const override = canonicalEncoding(options.charset);
  if (override) return sure(override);
  const declared = [charsetOf(options.contentType), declaredInText(bytes)]
    .map(canonicalEncoding)
    .filter((name) => name !== undefined);
  const unmarked = wideWithoutMark(bytes);
  const wide = unmarked?.startsWith('utf-32')
    ? unmarked
    : (declared.find((name) => /^utf-(?:16|32)/.test(name)) ?? unmarked);
  if (wide && bytes.subarray(0, headBytes).includes(0))
    return sure(/^utf-(?:16|32)$/.test(wide) ? (unmarked ?? `${wide}le`) : wide);
  // ISO-2022 is pure ASCII bytes, hence valid UTF-8; its escapes give it away.
  if (hasIso2022Escape(bytes))
    return sure(declared.find((name) => name.startsWith('iso-2022')) ?? 'iso-2022-jp');
  if (isUtf8(bytes)) return sure('utf-8');
  if ((declared.includes('utf-8') || declared.length === 0) && isPartlyUtf8(bytes, declared.length > 0))
    return sure('utf-8', 0, true);
  const sample = bytes.subarray(0, judgedBytes);
  const fitting = declared.find((name) => name !== 'utf-8' && isPlausible(decodeAs(sample, name), name));
  return sure(fitting ?? detect(sample));
}

/** `text/html; charset="utf-8"` → `utf-8`. */
export function charsetOf(contentType: string | null | undefined): string | undefined {
  return /charset\s*=[\s"']*([^\s"';,]+)/i.exec(contentType ?? '')?.[1];
}

/** Whether a name is one of an encoding that can be decoded. */
export function isKnownCharset(name: string): boolean {
  return canonicalEncoding(name) !== undefined;
}

function byteOrderMark(bytes: Uint8Array): { encoding: string; length: number } | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return { encoding: 'utf-32le', length: 4 };
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { encoding: 'utf-32be', length: 4 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', length: 2 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', length: 2 };
  return undefined;
}

/** A document that begins with `<` in two bytes is UTF-16 without a mark, in four UTF-32. */
function wideWithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be' | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0x3c && b === 0) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le';
  if (a === 0 && b === 0x3c) return 'utf-16be';
  if (a === 0 && b === 0 && c === 0 && d === 0x3c) return 'utf-32be';
  return undefined;
}

function hasIso2022Escape(bytes: Uint8Array): boolean {
  const at = bytes.indexOf(0x1b);
  return at >= 0 && (bytes[at + 1] === 0x24 || bytes[at + 1] === 0x28);
}

function declaredInText(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headBytes)).toString(
    'latin1',
  );
  const declaration = /^\s*<\?xml([^>]*)>/i.exec(head)?.[1];
  if (declaration !== undefined) return /encoding\s*=\s*["']([\w.:-]+)/i.exec(declaration)?.[1];
  for (const [, attributes] of head.matchAll(/<meta([^<>]*)/gi)) {
    const charset = charsetOf(attributes);
    if (charset !== undefined) return charset;
  }
  return undefined;
}

/** The encoding that a label means (WHATWG: latin1 is windows-1252), undefined when unknown. */
function canonicalEncoding(label: string | null | undefined): string | undefined {
  const name = label?.trim().toLowerCase();
  if (!name) return undefined;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return iconv.encodingExists(name) ? name : undefined;
  }
}

/** Of so many signs that are no UTF-8, one that is tells that others are of another document. */
const strangersEach = 3;
const leastSigns = 2;
/** So many of the signs that are UTF-8 are letters and marks of western languages. */
const westernShare = 0.9;

/**
 * Whether bytes that call themselves UTF-8, or nothing, and are not quite are it all the same: a teaser cut
 * within a character, a stray byte, an item that another system wrote in a western encoding. In encodings of
 * other scripts some signs are UTF-8 by chance, of any script.
 */
function isPartlyUtf8(bytes: Uint8Array, isDeclared: boolean): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const signs = count(text, (code) => code >= 0x80 && code !== 0xfffd);
  const strangers = count(text, (code) => code === 0xfffd);
  if (isDeclared && 5 * strangers < signs) return true;
  const western = count(
    text,
    (code) => (code >= 0xa0 && code <= 0xff) || (code >= 0x2010 && code <= 0x203a) || code === 0x20ac,
  );
  return signs >= leastSigns && western >= westernShare * signs && strangers < strangersEach * signs;
}

/**
 * Decodes UTF-8 with parts in windows-1252: an invalid byte between letters is a windows-1252 letter; others
 * are incomplete characters, and are dropped.
 */
function decodeMixed(bytes: Uint8Array): string {
  const western = new TextDecoder('windows-1252');
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const parts: string[] = [];
  let from = 0;
  const flush = (to: number): void => {
    if (to > from) parts.push(strict.decode(bytes.subarray(from, to)));
  };
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    flush(at);
    // Its punctuation marks are next to spaces, its letters next to letters.
    if (isWordByte(bytes[at - 1]) || isWordByte(bytes[at + 1]))
      if (!isLeadByte(bytes, at)) parts.push(western.decode(bytes.subarray(at, at + 1)));
    from = ++at;
  }
  flush(bytes.length);
  return parts.join('');
}

/** The bytes of the character of UTF-8 at a place; 0: there is none. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return 1;
  const length =
    first >= 0xc2 && first <= 0xdf
      ? 2
      : first >= 0xe0 && first <= 0xef
        ? 3
        : first >= 0xf0 && first <= 0xf4
          ? 4
          : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  for (let next = 1; next < length; next++) if (((bytes[at + next] as number) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] as number;
  const isWrong =
    (first === 0xe0 && second < 0xa0) ||
    (first === 0xed && second > 0x9f) ||
    (first === 0xf0 && second < 0x90) ||
    (first === 0xf4 && second > 0x8f);
  return isWrong ? 0 : length;
}

const isWordByte = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));

/** Whether a byte begins a character of UTF-8 that was cut off before markup, a full stop or the end. */
function isLeadByte(bytes: Uint8Array, at: number): boolean {
  const [byte, next] = [bytes[at] as number, bytes[at + 1]];
  return (
    byte >= 0xc2 &&
    byte <= 0xf4 &&
    (next === undefined || next === 0x3c || next === 0x2e || (next & 0xc0) === 0x80)
  );
}

function count(text: string, isCounted: (code: number) => boolean): number {
  let found = 0;
  for (let at = 0; at < text.length; at++) if (isCounted(text.charCodeAt(at))) found++;
  return found;
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  const decoder = nativeDecoder(encoding);
  return decoder
    ? decoder.decode(bytes)
    : iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
}

function streamingDecoder(encoding: string): { decode: (bytes: Uint8Array) => string; end: () => string } {
  const decoder = nativeDecoder(encoding);
  if (decoder)
    return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
  const foreign = iconv.getDecoder(encoding);
  return { decode: (bytes) => foreign.write(Buffer.from(bytes)), end: () => foreign.end() ?? '' };
}

function nativeDecoder(encoding: string): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding);
  } catch {
    return undefined;
  }
}

/**
 * Multi-byte encodings betray a wrong label by replacement characters, single-byte ones by control
 * characters.
 */
function isPlausible(text: string, encoding: string): boolean {
  const wrong = count(text, (code) => code === 0xfffd || (code >= 0x80 && code <= 0x9f));
  return (
    wrong === 0 || wrong * (encoding.startsWith('windows-') ? 50 : 20) < count(text, (code) => code >= 0x80)
  );
}

function detect(sample: Uint8Array): string {
  // Markup says nothing about the language and drowns what does.
  const words: string[] = [];
  let silent = false;
  scanMarkup(Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength).toString('latin1'), {
    open: (name) => void (silent = name === 'script' || name === 'style'),
    close: () => void (silent = false),
    text: (text) => void (silent || words.push(text)),
  });
  for (const { name } of chardet.analyse(Buffer.from(words.join(' ').slice(0, sampleBytes), 'latin1'))) {
    const encoding = canonicalEncoding(name);
    if (encoding && !encoding.startsWith('utf-') && isPlausible(decodeAs(sample, encoding), encoding))
      return encoding;
  }
  return 'windows-1252';
}
