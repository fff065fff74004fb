const bom = '\ufeff';
/** Text in quotes, or something without. */
const field = /"((?:[^"]|"")*)"|([^";\r\n]*)/y;

/** Content of a field: quoted text, or unquoted content. */
export type CsvField = { text: string } | { bare: string };

/**
 * The records of a CSV file that is exactly as RFC 4180 has it, with semicolons: UTF-8 behind one byte order
 * mark, each record ended by CRLF, as many fields in each, and quotes only around a whole field.
 * @throws Error with the place where it is not
 */
export function readStrictCsv(bytes: Uint8Array): CsvField[][] {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  let at = bom.length;
  const fail = (what: string): never => {
    throw new Error(`${what} at ${at}: ${JSON.stringify(text.slice(Math.max(0, at - 30), at + 30))}`);
  };
  if (!text.startsWith(bom)) fail('No byte order mark');
  const records: CsvField[][] = [];
  while (at < text.length) {
    const record: CsvField[] = [];
    do {
      field.lastIndex = record.length === 0 ? at : at + 1;
      const [, quoted, bare = ''] = field.exec(text)!;
      at = field.lastIndex;
      record.push(quoted === undefined ? { bare } : { text: quoted.replaceAll('""', '"') });
    } while (text[at] === ';');
    if (!text.startsWith('\r\n', at)) fail('Neither a semicolon nor CRLF');
    at += 2;
    if (record.length !== (records[0] ?? record).length)
      fail(`${record.length} fields instead of ${records[0]!.length}`);
    records.push(record);
  }
  return records;
}
