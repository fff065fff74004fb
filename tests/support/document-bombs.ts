/**
 * Documents that are small when they are sent and large when they are read, made when a test needs them. The
 * sizes are those of the text that they hold once everything is unpacked.
 */
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';

const contentTypes =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const relationships =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
const documentStart =
  '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>';
const documentEnd = '</w:body></w:document>';

/** A file of a zip archive, packed. */
interface Entry {
  name: string;
  packed: Uint8Array;
  /** CRC-32 of the unpacked bytes. */
  checksum: number;
  /** Unpacked bytes, as the archive declares them. */
  size: number;
}

/**
 * Creates a zip archive (APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16) that declares any given values.
 */
export function zipArchive(entries: readonly Entry[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, packed, checksum, size } of entries) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(checksum, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name)]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, place, Buffer.from(name)]));
    parts.push(local, packed);
    offset += local.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]));
}

/** Packs a text as a file of an archive. */
export function zipEntry(name: string, text: string | Uint8Array): Entry {
  const bytes = Buffer.from(text);
  return { name, packed: deflateRawSync(bytes), checksum: crc32(bytes), size: bytes.length };
}

/**
 * Packs a text that repeats. A block is packed once, so that a gigabyte costs no more than its checksum: a
 * full flush ends on a byte, and what follows refers to nothing before it (RFC 1951, section 3.2.3).
 */
export function repeatedEntry(
  name: string,
  { start = '', block, times, end = '' }: { start?: string; block: string; times: number; end?: string },
): Entry {
  const flushed = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH });
  const packed = flushed(block);
  let checksum = crc32(start);
  for (let count = 0; count < times; count++) checksum = crc32(block, checksum);
  return {
    name,
    packed: Buffer.concat([
      ...(start ? [flushed(start)] : []),
      ...Array.from({ length: times }, () => packed),
      deflateRawSync(end),
    ]),
    checksum: crc32(end, checksum),
    size: start.length + block.length * times + end.length,
  };
}

/** Creates a Word document of the given files, in addition to those that each one has. */
export const wordDocument = (...entries: Entry[]): Uint8Array<ArrayBuffer> =>
  zipArchive([
    zipEntry('[Content_Types].xml', contentTypes),
    zipEntry('_rels/.rels', relationships),
    ...entries,
  ]);

/** A Word document with a body in WordprocessingML (ECMA-376, part 1, section 17). */
export const wordText = (body: string): Uint8Array<ArrayBuffer> =>
  wordDocument(zipEntry('word/document.xml', documentStart + body + documentEnd));

const mebibyte = 1024 * 1024;

/** A Word document that declares 100 bytes and unpacks to as many mebibytes as given. */
export function mislabeledWordDocument(mebibytes: number): Uint8Array<ArrayBuffer> {
  const text = repeatedEntry('word/document.xml', {
    start: documentStart,
    block: ' '.repeat(mebibyte),
    times: mebibytes,
    end: documentEnd,
  });
  return wordDocument({ ...text, size: 100 });
}

/** A Word document that declares truly how much it unpacks to: so many empty paragraphs. */
export const emptyParagraphs = (count: number): Uint8Array<ArrayBuffer> =>
  wordDocument(
    repeatedEntry('word/document.xml', {
      start: documentStart,
      block: '<w:p/>'.repeat(100_000),
      times: Math.ceil(count / 100_000),
      end: documentEnd,
    }),
  );

/** A PDF of one page, whose content is given with the names of the filters that unpack it. */
export function pdfDocument(
  content: Uint8Array | string,
  filters: readonly string[] = [],
): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(content as Uint8Array);
  const filter = filters.length ? `/Filter [${filters.map((name) => `/${name}`).join(' ')}] ` : '';
  const objects: Uint8Array[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    Buffer.concat([
      Buffer.from(`<< ${filter}/Length ${bytes.length} >>\nstream\n`),
      bytes,
      Buffer.from('\nendstream'),
    ]),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ].map((object) => Buffer.from(object as Uint8Array));
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.4\n')];
  let length = parts[0]!.length;
  const add = (part: Uint8Array): void => {
    parts.push(part);
    length += part.length;
  };
  const places = objects.map((object, index) => {
    const at = length;
    add(Buffer.from(`${index + 1} 0 obj\n`));
    add(object);
    add(Buffer.from('\nendobj\n'));
    return at;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

/** A PDF whose only page has a content that was packed twice, of so many mebibytes. */
export function twicePackedPdf(mebibytes: number): Uint8Array<ArrayBuffer> {
  const once = repeatedEntry('', { block: ' '.repeat(mebibyte), times: mebibytes }).packed;
  // As a zlib stream (RFC 1950) without the checksum at its end, which readers do not miss.
  const zlib = Buffer.concat([Buffer.from([0x78, 0x9c]), once]);
  return pdfDocument(deflateSync(zlib), ['FlateDecode', 'FlateDecode']);
}
