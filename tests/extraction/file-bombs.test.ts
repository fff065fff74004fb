import { afterAll, expect, test } from 'vitest';
import { openFileReaders } from '../../server/kernel/file-readers.ts';
import { neededTooMuch } from '../../server/lib/task-pool.ts';
import {
  emptyParagraphs,
  lyingWordDocument,
  repeatedEntry,
  twicePackedPdf,
  wordDocument,
  wordText,
  zipArchive,
  zipEntry,
} from '../support/document-bombs.ts';

const files = openFileReaders({ memoryMb: 256 });
afterAll(() => files.close());
const mebibyte = 2 ** 20;

/** What comes of a document, and by how many megabytes this process grew while it was read. */
async function read(format: 'docx' | 'pdf' | 'txt', bytes: Uint8Array, caller = 'bombs') {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
  const answer = await files
    .document({ format, bytes, most: 200_000 }, caller)
    .catch((error: unknown) => (neededTooMuch(error) ? 'needed too much' : error));
  clearInterval(look);
  return { answer, grownMb: (most - before) / mebibyte };
}

const tooMuch = { problem: 'too-much' };
const unreadable = { problem: 'unreadable' };

test.each([
  ['declares 100 bytes and unpacks to 800 MB', 'docx', lyingWordDocument(800), unreadable],
  ['declares truly that it unpacks to 800 MB', 'docx', wordOf(800), tooMuch],
  ['has ten million paragraphs', 'docx', emptyParagraphs(10_000_000), tooMuch],
  ['has 30,000 files', 'docx', wordDocument(...manyFiles(30_000)), tooMuch],
  ['is a page that was packed twice, of 600 MB', 'pdf', twicePackedPdf(600), 'needed too much'],
] as const)('a document that %s is refused in a process of its own', async (_, format, bytes, expected) => {
  const { answer, grownMb } = await read(format, bytes);
  expect(answer).toEqual(expected);
  // Read here it would grow by the hundreds that it unpacks to.
  expect(grownMb).toBeLessThan(150);
});

function wordOf(mebibytes: number): Uint8Array {
  return wordDocument(repeatedEntry('word/document.xml', { block: ' '.repeat(mebibyte), times: mebibytes }));
}

function manyFiles(count: number) {
  const { packed, ...rest } = zipEntry('', '<a/>');
  return Array.from({ length: count }, (_, index) => ({ ...rest, packed, name: `word/part${index}.xml` }));
}

test('of an archive nothing is unpacked but the text: no picture, no archive within it, no path out of it', async () => {
  const inner = zipArchive([repeatedEntry('bomb.xml', { block: ' '.repeat(mebibyte), times: 400 })]);
  const bytes = wordDocument(
    zipEntry(
      'word/document.xml',
      '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Words.</w:t></w:r></w:p></w:body></w:document>',
    ),
    repeatedEntry('word/media/image1.png', { block: '\0'.repeat(mebibyte), times: 400 }),
    zipEntry('word/embeddings/inner.zip', inner),
    zipEntry('../../../../etc/cron.d/escaped.xml', '<a/>'),
  );
  expect((await read('docx', bytes)).answer).toEqual({ text: 'Words.\n\n' });
});

test('an entity that refers to others is not expanded', async () => {
  const entities = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  ).join('');
  const bytes = wordDocument(
    zipEntry(
      'word/document.xml',
      `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY l0 "laughter">${entities}]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&l9;</w:t></w:r></w:p></w:body></w:document>`,
    ),
  );
  const { answer } = await read('docx', bytes);
  expect(JSON.stringify(answer).length).toBeLessThan(1_000);
});

test("one person's bombs do not keep another's file waiting", async () => {
  const order: string[] = [];
  const bombs = Array.from({ length: 2 }, () =>
    read('pdf', twicePackedPdf(600)).then(() => order.push('bomb')),
  );
  const { answer } = await read('docx', wordText('<w:p><w:r><w:t>Mine.</w:t></w:r></w:p>'), 'another');
  order.push('mine');
  expect(answer).toEqual({ text: 'Mine.\n\n' });
  await Promise.all(bombs);
  expect(order).toEqual(['mine', 'bomb', 'bomb']);
});
