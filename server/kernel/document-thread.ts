/** What runs in the process that reads documents which people send: their text, and nothing else of them. */
import { unzipSync } from 'fflate';
import { decodeText } from '../extraction/charset.ts';
import { markdownText } from '../text/markdown-text.ts';

/** Documents whose text can be read. */
export type DocumentFormat = 'txt' | 'md' | 'docx' | 'pdf';
export interface DocumentTask {
  format: DocumentFormat;
  bytes: Uint8Array;
  /** Characters after which nothing more is needed. */
  most: number;
}
/** The text, or that the file is none of its format. */
export type DocumentAnswer = { text: string } | { unreadable: true };

/** Bytes that a packed document may have once it is unpacked. */
const unpackedMax = 64 * 1024 * 1024;
const pagesMax = 2_000;

export default async function read({ format, bytes, most }: DocumentTask): Promise<DocumentAnswer> {
  try {
    return { text: await readers[format](bytes, most) };
  } catch {
    return { unreadable: true };
  }
}

const readers: Record<DocumentFormat, (bytes: Uint8Array, most: number) => Promise<string> | string> = {
  txt: (bytes) => decodeText(bytes).text,
  md: (bytes) => markdownText(decodeText(bytes).text),
  docx: readDocx,
  pdf: readPdf,
};

async function readDocx(bytes: Uint8Array): Promise<string> {
  // What is packed to be small may be anything but that: its list of contents says how large.
  let unpacked = 0;
  unzipSync(bytes, {
    filter: ({ originalSize }) => {
      unpacked += originalSize;
      return false;
    },
  });
  if (unpacked > unpackedMax) throw new RangeError('It unpacks to too much.');
  const { default: mammoth } = await import('mammoth');
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) });
  return value;
}

async function readPdf(bytes: Uint8Array, most: number): Promise<string> {
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= Math.min(document.numPages, pagesMax) && length <= most; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = pdfText(items as PdfItem[]);
    length += text.length;
    pages.push(text);
    page.cleanup();
  }
  await document.loadingTask.destroy();
  return joinPages(pages);
}

interface PdfItem {
  str?: string;
  hasEOL?: boolean;
  transform?: number[];
  height?: number;
}

/** Lines of a page as paragraphs: a new one begins where the gap between two lines is larger than usual. */
function pdfText(items: readonly PdfItem[]): string {
  const lines: { text: string; y: number; height: number }[] = [];
  let line = { text: '', y: 0, height: 0 };
  const end = () => {
    if (line.text.trim()) lines.push({ ...line, text: line.text.trim() });
    line = { text: '', y: 0, height: 0 };
  };
  for (const { str, hasEOL, transform, height } of items) {
    if (str) {
      line.text += str;
      line.y = transform?.[5] ?? line.y;
      line.height = Math.max(line.height, height ?? 0);
    }
    if (hasEOL) end();
  }
  end();
  let text = '';
  for (const [index, { text: own, y, height }] of lines.entries()) {
    const before = lines[index - 1];
    if (!before) text = own;
    else if (before.y - y > 1.8 * Math.max(height, 1) || y > before.y) text += `\n\n${own}`;
    // A word that is divided at the end of a line is one again.
    else if (/\p{L}-$/u.test(text) && /^\p{Ll}/u.test(own)) text = text.slice(0, -1) + own;
    else text += ` ${own}`;
  }
  return text;
}

/** A sentence that goes on over a page's end stays one. */
const joinPages = (pages: readonly string[]): string =>
  pages
    .filter(Boolean)
    .reduce(
      (all, page) =>
        all === ''
          ? page
          : /[\p{L},;-]$/u.test(all) && /^\p{Ll}/u.test(page)
            ? `${all} ${page}`
            : `${all}\n\n${page}`,
      '',
    );
