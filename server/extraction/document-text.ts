import { unzipSync, zipSync } from 'fflate';
import { markdownText } from '../text/markdown-text.ts';
import { decodeText } from './charset.ts';
import { readPdf } from './pdf-text.ts';

/** Documents whose text can be read. */
export type DocumentFormat = 'txt' | 'md' | 'docx' | 'pdf';
export interface DocumentTask {
  format: DocumentFormat;
  bytes: Uint8Array;
  /** Characters after which nothing more is needed. */
  most: number;
}
/** The text, or why there is none: the file is not of its format, or it is too much to be read. */
export type DocumentAnswer = { text: string } | { problem: 'unreadable' | 'too-much' };

/** Bytes that the parts of a packed document may have once they are unpacked, and files that it may have. */
const unpackedMax = 64 * 1024 * 1024;
const filesMax = 20_000;
/**
 * Times that one part may be larger unpacked. Text in XML packs to a tenth, tables of empty cells to a
 * hundredth; small parts are not looked at.
 */
const ratioMax = 200;
const ratioFreeBytes = 2 * 1024 * 1024;

/** The document unpacks to more than is read. */
class TooMuchError extends Error {
  override name = 'TooMuchError';
}

/** Reads the text of a document, and nothing else of it. Runs where memory and time are limited. */
export async function readDocumentText({ format, bytes, most }: DocumentTask): Promise<DocumentAnswer> {
  try {
    return { text: await readers[format](bytes, most) };
  } catch (error) {
    return { problem: error instanceof TooMuchError ? 'too-much' : 'unreadable' };
  }
}

const readers: Record<DocumentFormat, (bytes: Uint8Array, most: number) => Promise<string> | string> = {
  txt: (bytes) => decodeText(bytes).text,
  md: (bytes) => markdownText(decodeText(bytes).text),
  docx: readDocx,
  pdf: readPdf,
};

/**
 * Reads the text of a Word document. Unpacks only its XML parts: no picture, font or archive within it. Each
 * is unpacked into as many bytes as the archive declares, and their sum is checked beforehand, so that memory
 * stays bounded. The parts are repacked without compression for the library, which trusts an archive's
 * declared sizes.
 */
async function readDocx(bytes: Uint8Array): Promise<string> {
  let [unpacked, files] = [0, 0];
  const parts = unzipSync(bytes, {
    filter: ({ name, size, originalSize }) => {
      if (++files > filesMax) throw new TooMuchError();
      if (!/\.(?:xml|rels)$/i.test(name)) return false;
      // For a part without compression, its actual bytes count if it declares fewer.
      unpacked += Math.max(size, originalSize);
      if (unpacked > unpackedMax || originalSize > ratioMax * size + ratioFreeBytes) throw new TooMuchError();
      return true;
    },
  });
  const { default: mammoth } = await import('mammoth');
  let text = '';
  await mammoth.convertToHtml(
    { buffer: Buffer.from(zipSync(parts, { level: 0 })) },
    {
      // The text is all that is wanted: nothing is left for the library to convert.
      transformDocument: (document: WordElement) => {
        text = wordText(document);
        return { ...document, children: [] };
      },
    },
  );
  return text;
}

/** An element of a Word document, as the library reads it. */
interface WordElement {
  type: string;
  value?: string;
  isStrikethrough?: boolean;
  children?: readonly WordElement[];
}

/** The text of an element, with two line ends after each paragraph, and without what is struck out. */
function wordText({ type, value = '', isStrikethrough, children = [] }: WordElement): string {
  if (type === 'text') return value;
  if (type === 'tab') return '\t';
  if (isStrikethrough) return '';
  return children.map(wordText).join('') + (type === 'paragraph' ? '\n\n' : '');
}
