import chardet from 'chardet';
import iconv from 'iconv-lite';

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

/** Enough of a document to find its own word about its encoding, and to guess without it. */
const headBytes = 4096;
const sampleBytes = 64 * 1024;

/**
 * Turns the bytes of a page or feed into text. In this order: byte-order mark; the `charset` rule; UTF-8 when the bytes are valid
 * UTF-8 (random text in another encoding practically never is, whatever the labels say); then what the Content-Type header, <meta>
 * or the XML declaration name, if the bytes fit; then detection by statistics.
 */
export function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): DecodedText {
  const marked = byteOrderMark(bytes);
  if (marked) return decodeAs(bytes.subarray(marked.length), marked.encoding);
  const override = canonicalEncoding(options.charset);
  if (override) return decodeAs(bytes, override);
  const declared = [charsetOf(options.contentType), declaredInText(bytes)].map(canonicalEncoding).filter((name) => name !== undefined);
  const wide = declared.find((name) => name.startsWith('utf-16')) ?? wideWithoutMark(bytes);
  if (wide && bytes.subarray(0, headBytes).includes(0)) return decodeAs(bytes, wide === 'utf-16' ? (wideWithoutMark(bytes) ?? 'utf-16le') : wide);
  // ISO-2022 is pure ASCII bytes, hence valid UTF-8; its escapes give it away.
  const escaped = declared.find((name) => name.startsWith('iso-2022')) ?? (hasIso2022Escape(bytes) ? 'iso-2022-jp' : undefined);
  if (escaped && hasIso2022Escape(bytes)) return decodeAs(bytes, escaped);
  const utf8 = decodeUtf8(bytes, declared.includes('utf-8'));
  if (utf8 !== undefined) return { text: utf8, encoding: 'utf-8' };
  for (const name of declared) {
    if (name === 'utf-8') continue;
    const decoded = decodeAs(bytes, name);
    if (isPlausible(decoded.text, name)) return decoded;
  }
  return decodeAs(bytes, detect(bytes));
}

/** `text/html; charset="utf-8"` → `utf-8`. */
export function charsetOf(contentType: string | null | undefined): string | undefined {
  return /charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType ?? '')?.[1];
}

/** Whether a name is one of an encoding that can be decoded. */
export function isKnownCharset(name: string): boolean {
  return canonicalEncoding(name) !== undefined;
}

function byteOrderMark(bytes: Uint8Array): { encoding: string; length: number } | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', length: 2 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', length: 2 };
  return undefined;
}

/** A document that begins with `<` in two bytes is UTF-16 without a mark. */
function wideWithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
  return undefined;
}

function hasIso2022Escape(bytes: Uint8Array): boolean {
  const at = bytes.indexOf(0x1b);
  return at >= 0 && (bytes[at + 1] === 0x24 || bytes[at + 1] === 0x28);
}

function declaredInText(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headBytes)).toString('latin1');
  return /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1] ?? /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1];
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

/**
 * The text, when the bytes are UTF-8. A document that says so itself may have some broken bytes (a teaser cut within a character, a
 * stray byte from another system): better one replacement character than every umlaut wrong.
 */
function decodeUtf8(bytes: Uint8Array, declared: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (!declared) return undefined;
    const text = new TextDecoder('utf-8').decode(bytes);
    const broken = text.split('\uFFFD').length - 1;
    const whole = text.match(/[\u0080-\uFFFC]/g)?.length ?? 0;
    return broken * 5 < whole ? text.replaceAll('\uFFFD', '') : undefined;
  }
}

function decodeAs(bytes: Uint8Array, encoding: string): DecodedText {
  try {
    return { text: new TextDecoder(encoding).decode(bytes), encoding };
  } catch {
    return { text: iconv.decode(Buffer.from(bytes), encoding), encoding };
  }
}

/** Multi-byte encodings betray a wrong label by replacement characters, single-byte ones by control characters. */
function isPlausible(text: string, encoding: string): boolean {
  const wrong = text.match(/[\uFFFD\u0080-\u009F]/g)?.length ?? 0;
  const foreign = text.match(/[\u0080-\uFFFF]/g)?.length ?? 0;
  return wrong === 0 || (wrong * (encoding.startsWith('windows-') ? 50 : 20) < foreign);
}

function detect(bytes: Uint8Array): string {
  // Markup says nothing about the language and drowns what does.
  const words = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4 * sampleBytes)).toString('latin1').replace(/<(script|style)[^]*?<\/\1>|<[^>]*>/gi, ' ').slice(0, sampleBytes);
  for (const { name } of chardet.analyse(Buffer.from(words, 'latin1'))) {
    const encoding = canonicalEncoding(name);
    if (encoding && encoding !== 'utf-8' && !encoding.startsWith('utf-') && isPlausible(decodeAs(bytes, encoding).text, encoding)) return encoding;
  }
  return 'windows-1252';
}
