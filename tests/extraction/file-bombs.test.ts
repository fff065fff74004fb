import { crc32, deflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { openFileReaders } from '../../server/kernel/file-readers.ts';
import { exceededMemory } from '../../server/lib/threads/task-pool.ts';
import {
  emptyParagraphs,
  mislabeledWordDocument,
  repeatedEntry,
  twicePackedPdf,
  wordDocument,
  wordText,
  zipArchive,
  zipEntry,
} from '../support/document-bombs.ts';

const files = openFileReaders({ memoryMb: 256 });
const side = { side: 64, pixelsMax: 40_000_000 };
afterAll(() => files.close());
const mebibyte = 2 ** 20;

/** What comes of a document, and by how many megabytes this process grew while it was read. */
async function read(format: 'docx' | 'pdf' | 'txt', bytes: Uint8Array, caller = 'bombs') {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
  const answer = await files
    .document({ format, bytes, most: 200_000 }, caller)
    .catch((error: unknown) => (exceededMemory(error) ? 'needed too much' : error));
  clearInterval(look);
  return { answer, grownMb: (most - before) / mebibyte };
}

const tooMuch = { problem: 'too-much' };
const unreadable = { problem: 'unreadable' };

test.each([
  ['declares 100 bytes and unpacks to 800 MB', 'docx', mislabeledWordDocument(800), unreadable],
  ['correctly declares that it unpacks to 800 MB', 'docx', wordOf(800), tooMuch],
  ['has ten million paragraphs', 'docx', emptyParagraphs(10_000_000), tooMuch],
  ['has 30,000 files', 'docx', wordDocument(...manyFiles(30_000)), tooMuch],
  ['is a page of 600 MB that was compressed twice', 'pdf', twicePackedPdf(600), 'needed too much'],
] as const)('a document that %s is refused in a separate process', async (_, format, bytes, expected) => {
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

test('only the text of an archive is unpacked: no pictures, nested archives or escaping paths', async () => {
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

test('an entity that refers to other entities is not expanded', async () => {
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

/** A PNG (W3C PNG, third edition) of one grey channel, with further chunks before its pixels. */
function png(
  width: number,
  height: number,
  pixels: Uint8Array,
  ...further: [type: string, body: Uint8Array][]
) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const all: [string, Uint8Array][] = [
    ['IHDR', header],
    ...further,
    ['IDAT', pixels],
    ['IEND', new Uint8Array()],
  ];
  const chunks = all.map(([type, body]) => {
    const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type), body, Buffer.alloc(4)]);
    chunk.writeUInt32BE(body.length, 0);
    chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
    return chunk;
  });
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

/** Zeros as a zlib stream, so many mebibytes of them. */
const zeros = (mebibytes: number) =>
  Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    repeatedEntry('', { block: '\0'.repeat(mebibyte), times: mebibytes }).packed,
  ]);

/** Of eight rows of eight, each after the number of its filter. */
const pixels = deflateSync(Buffer.alloc(8 * 9));
const text = (content: string) => Buffer.from(content);
test.each<[string, () => Uint8Array | Promise<Uint8Array>, 'refused' | 'whatever']>([
  ['a PNG of 65,535 by 65,535 pixels', () => png(65_535, 65_535, zeros(4)), 'refused'],
  ['a PNG that has a gigabyte more than its pixels', () => png(8, 8, zeros(1_000)), 'whatever'],
  [
    'a PNG with texts that unpack to a gigabyte',
    () =>
      png(
        8,
        8,
        pixels,
        ...Array.from(
          { length: 4 },
          () => ['zTXt', Buffer.concat([text('a\0\0'), zeros(250)])] as [string, Uint8Array],
        ),
      ),
    'whatever',
  ],
  ['a progressive JPEG at the limit of pixels', () => progressiveJpeg(6_300), 'whatever'],
  [
    'an SVG',
    () =>
      text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
    'refused',
  ],
  [
    'a GIF of ten thousand pictures',
    () =>
      text(
        `GIF89a\x01\0\x01\0\0\0\0${'!\xf9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0'.repeat(10_000)};`,
      ),
    'refused',
  ],
  ['a WebP', () => text('RIFF\x1a\0\0\0WEBPVP8L\r\0\0\0/\xff\xff\xff\x0f'), 'refused'],
])('an image bomb is shrunk or refused, and the next image is shrunk: %s', async (_, make, expected) => {
  const bytes = await make();
  const answer = await files
    .picture(bytes, side, 'bombs')
    .catch((error: unknown) => (exceededMemory(error) ? null : error));
  if (expected === 'refused') expect(answer).toBeNull();
  else expect(answer === null || answer instanceof Uint8Array).toBe(true);
  expect(await files.picture(png(8, 8, pixels), side, 'another')).toBeInstanceOf(Uint8Array);
});

async function progressiveJpeg(length: number): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  return sharp({ create: { width: length, height: length, channels: 3, background: '#fff' } })
    .jpeg({ progressive: true })
    .toBuffer();
}

test('a deeply nested email is not parsed as a delivery report', async () => {
  const nested = Array.from(
    { length: 20_000 },
    (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`,
  ).join('');
  const answer = await files
    .bounce(Buffer.from(`From: a@example.org\r\nMIME-Version: 1.0\r\n${nested}`), 'mail')
    .catch((error: unknown) => (exceededMemory(error) ? null : error));
  expect(answer).toBeNull();
});

test('file bombs of one user do not delay files of others', async () => {
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
