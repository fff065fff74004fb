const pagesMax = 2_000;
/** Parts of a page's text. A page of small print has some thousand. */
const itemsMax = 100_000;

/**
 * Reads the text of a PDF, page by page until it is longer than needed. Streams are unpacked by the library
 * with no limit of theirs, so that it runs where memory and time are limited.
 * @param most characters after which no further page is read
 * @throws Error where the file is no PDF, or is protected
 */
export async function readPdf(bytes: Uint8Array, most: number): Promise<string> {
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= Math.min(document.numPages, pagesMax) && length <= most; number++) {
    const page = await document.getPage(number);
    const text = pdfText(await itemsOf(page, most));
    length += text.length;
    pages.push(text);
    page.cleanup();
  }
  await document.loadingTask.destroy();
  return joinPages(pages);
}

/** The parts of a page's text as they are found, until there are more than anyone needs. */
async function itemsOf(page: { streamTextContent(): ReadableStream }, most: number): Promise<PdfItem[]> {
  const reader = (page.streamTextContent() as ReadableStream<{ items: PdfItem[] }>).getReader();
  const items: PdfItem[] = [];
  let length = 0;
  while (items.length <= itemsMax && length <= most) {
    const { value, done } = await reader.read();
    if (done) return items;
    items.push(...value.items);
    length += value.items.reduce((sum, { str }) => sum + (str?.length ?? 0), 0);
  }
  await reader.cancel(new Error('The rest of the page is not needed.'));
  return items;
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

/** Joins pages: a sentence that continues across a page's end stays one. */
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
