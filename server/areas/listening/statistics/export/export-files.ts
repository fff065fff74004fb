import type { SchemaElement } from 'hyparquet-writer';
import { csvLine } from '../../../../text/csv-line.ts';
import type { ExportColumn, ExportType } from './export-columns.ts';

/** Of a row, in the order of the columns; what comes after them is not written. */
export type Values = (string | number | boolean | null)[];

/** Rows per group of a Parquet file, all held in memory. */
const groupRows = 20_000;

/** As the tables of reports are: UTF-8, semicolons, the names of the columns first; times as ISO 8601. */
export async function* asCsv(
  columns: readonly ExportColumn[],
  pages: AsyncIterable<readonly Values[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(columns.map(({ name }) => name)));
  for await (const rows of pages)
    yield Buffer.from(
      rows.map((row) => csvLine(columns.map(({ type }, index) => fieldOf(row[index]!, type)))).join(''),
    );
}

function fieldOf(value: Values[number], type: ExportType): string | number | null {
  if (value === null) return null;
  if (type === 'time') return new Date(Number(value)).toISOString();
  if (type === 'long') return Number(value);
  return typeof value === 'boolean' ? String(value) : value;
}

const parquetTypes: Readonly<Record<ExportType, Omit<SchemaElement, 'name'>>> = {
  integer: { type: 'INT32' },
  long: { type: 'INT64' },
  decimal: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  day: { type: 'INT32', converted_type: 'DATE' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

function parquetValue(value: Values[number], type: ExportType): unknown {
  if (value === null) return null;
  if (type === 'long') return BigInt(value as string);
  if (type === 'time') return new Date(Number(value));
  if (type === 'day') return new Date(`${value as string}T00:00:00Z`);
  return value;
}

/** Apache Parquet, snappy; the same bytes for the same rows. */
export async function* asParquet(
  columns: readonly ExportColumn[],
  pages: AsyncIterable<readonly Values[]>,
): AsyncGenerator<Uint8Array> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const bytes = new ByteWriter();
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type, nullable }): SchemaElement => ({
      ...parquetTypes[type],
      name,
      repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED',
    })),
  ];
  const writer = new ParquetWriter({ writer: bytes, schema, createdBy: 'Parlance' });
  const written = (): Uint8Array => {
    const piece = Buffer.from(bytes.getBytes());
    bytes.index = 0;
    return piece;
  };
  const write = (rows: readonly Values[]): void =>
    void writer.write({
      columnData: columns.map(({ name, type }, index) => ({
        name,
        data: rows.map((row) => parquetValue(row[index]!, type)),
      })),
      rowGroupSize: groupRows,
    });
  let waiting: Values[] = [];
  for await (const rows of pages) {
    waiting.push(...rows);
    if (waiting.length < groupRows) continue;
    write(waiting);
    waiting = [];
    yield written();
  }
  if (waiting.length > 0) write(waiting);
  void writer.finish();
  yield written();
}
