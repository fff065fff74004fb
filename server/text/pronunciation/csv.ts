import { CsvError, parse } from 'csv-parse/sync';
import { binaryLine } from '../binary-text.ts';
import { csvLine, formula } from '../csv-line.ts';
import { entryKind, entryProblem, plainEntry, type DraftEntry } from './check-entry.ts';
import {
  DictionaryFileError,
  fileMaxEntries,
  reportedProblemsMax,
  type LineProblem,
} from './dictionary-file.ts';

/** The columns of an exported file, in their order; the first two are all that an imported one needs. */
const columns = [
  'source',
  'dest',
  'kind',
  'phonemes',
  'whole_word',
  'match_case',
  'regex',
  'inflected',
] as const;
type Column = (typeof columns)[number];

/** What others call the columns. */
const columnNames: Record<string, Column> = {
  ...Object.fromEntries(columns.map((column) => [column, column])),
  word: 'source',
  grapheme: 'source',
  from: 'source',
  original: 'source',
  replacement: 'dest',
  alias: 'dest',
  to: 'dest',
  destination: 'dest',
  ipa: 'phonemes',
};

/** UTF-16 units of one line: longer ones are no entries. */
const longestRecord = 8_000;
/** The same with quotation marks and separators. */
const longestLine = 4 * longestRecord;

/**
 * The text of a file: UTF-8 and UTF-16 by their marks, or by how they look; everything else as Windows-1252,
 * which older spreadsheets write.
 */
export function fileText(bytes: Uint8Array): string {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null;
  if (marked) return new TextDecoder(marked).decode(bytes);
  const start = bytes.subarray(0, 1_000);
  const zeros = (odd: number): number => start.filter((byte, at) => byte === 0 && at % 2 === odd).length;
  if (zeros(1) > start.length / 4) return new TextDecoder('utf-16le').decode(bytes);
  if (zeros(0) > start.length / 4) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * The entries of a CSV file: fields between semicolons, commas or tabs, quoted where they have to be, with a
 * line of names or without. Meant for a thread: 100,000 lines take a second.
 * @throws DictionaryFileError with the lines that are wrong; then nothing of the file is taken
 */
export function readCsv(bytes: Uint8Array): DraftEntry[] {
  const text = fileText(bytes).replace(/^sep=(.)\r?\n/i, '');
  const long = longLineOf(text);
  if (long !== null) throw new DictionaryFileError([{ line: long, problem: 'too-long', found: '' }]);
  const skipped = /^sep=.\r?\n/i.test(fileText(bytes.subarray(0, 20))) ? 1 : 0;
  const binary = binaryLine(text);
  if (binary !== null)
    throw new DictionaryFileError([{ line: binary + skipped, problem: 'binary', found: '' }]);
  const entries: DraftEntry[] = [];
  const problems: LineProblem[] = [];
  let order: (Column | undefined)[] | undefined;
  const take = (fields: string[], lastLine: number): void => {
    if (!order) {
      order = headerOf(fields);
      if (order) return;
      order = [...columns];
    }
    if (fields.every((field) => field.trim() === '')) return;
    const line = lastLine + skipped - linesWithin(fields);
    const read = entryOf(order, fields);
    const problem = typeof read === 'string' ? 'unknown-kind' : entryProblem(read);
    if (problem && problems.length < reportedProblemsMax)
      problems.push({ line, problem, found: typeof read === 'string' ? read : read.source.slice(0, 80) });
    if (typeof read !== 'string' && !problem) entries.push(read);
    if (entries.length > fileMaxEntries)
      throw new DictionaryFileError([{ line, problem: 'too-many', found: '' }]);
  };
  try {
    parse(text, {
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: longestRecord,
      on_record: (fields: string[], { lines }) => {
        take(fields, lines);
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = 'lines' in error && typeof error['lines'] === 'number' ? error['lines'] + skipped : 1;
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE';
    throw new DictionaryFileError([{ line, problem: isLong ? 'too-long' : 'unreadable', found: '' }], {
      cause: error,
    });
  }
  if (problems.length > 0) throw new DictionaryFileError(problems);
  if (entries.length === 0) throw new DictionaryFileError([{ line: 1, problem: 'empty', found: '' }]);
  return entries;
}

/** The first line that is longer than any entry, counted from 1. The parser does not count empty fields. */
function longLineOf(text: string): number | null {
  let [line, start] = [1, 0];
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    if (at - start > longestLine) return line;
    if (code !== 0x0a && code !== 0x0d) continue;
    if (code === 0x0a || text.charCodeAt(at + 1) !== 0x0a) line++;
    start = at + 1;
  }
  return null;
}

const linesWithin = (fields: string[]): number =>
  fields.reduce((sum, field) => sum + (field.match(/\n/g)?.length ?? 0), 0);

/** What the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
  const line = /^(?:"[^"]*"|[^"\r\n])*/.exec(text.slice(0, longestRecord))?.[0].replace(/"[^"]*"/g, '') ?? '';
  const counts = [';', '\t', ','].map((separator) => ({
    separator,
    count: line.split(separator).length - 1,
  }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).separator;
}

/** The columns that a first line names; undefined: it names none, and is an entry. */
function headerOf(fields: string[]): (Column | undefined)[] | undefined {
  const named = fields.map((field) => columnNames[field.trim().toLowerCase().replaceAll(' ', '_')]);
  return named.includes('source') && named.some((name) => name && name !== 'source') ? named : undefined;
}

/** @returns an unknown kind as text */
function entryOf(order: readonly (Column | undefined)[], fields: readonly string[]): DraftEntry | string {
  const values: Partial<Record<Column, string>> = {};
  for (const [at, column] of order.entries())
    if (column && fields[at] !== undefined)
      values[column] = formula.test(fields[at]) ? fields[at].replace(/^'/, '') : fields[at];
  const kind = entryKind(
    values.kind?.trim().toLowerCase() || (values.phonemes?.trim() ? 'phonemes' : 'substitution'),
  );
  if (!kind) return values.kind ?? '';
  const isPattern = isYes(values.regex, false);
  const { source = '' } = values;
  return {
    ...plainEntry(source, values.dest ?? ''),
    // In a pattern each space counts.
    ...(isPattern && { source }),
    kind,
    phonemes: kind === 'phonemes' ? (values.phonemes ?? '').trim() : null,
    wholeWord: isYes(values.whole_word, true),
    matchCase: isYes(values.match_case, false),
    isPattern,
    inflected: isYes(values.inflected, false),
  };
}

const isYes = (value: string | undefined, otherwise: boolean): boolean =>
  !value?.trim() ? otherwise : /^(?:1|true|yes|ja|oui|y|x)$/i.test(value.trim());

/**
 * Entries as a CSV file that spreadsheets open: UTF-8 with its mark, semicolons, every field quoted. What a
 * spreadsheet would run as a formula has an apostrophe before it, which `readCsv` removes again. Line by
 * line, so that no more than a line is held.
 */
export function* writeCsv(entries: Iterable<DraftEntry>): Generator<string> {
  yield `\ufeff${csvLine(columns)}`;
  for (const { source, replacement, kind, phonemes, wholeWord, matchCase, isPattern, inflected } of entries)
    yield csvLine([
      source,
      replacement,
      kind,
      phonemes ?? '',
      yes(wholeWord),
      yes(matchCase),
      yes(isPattern),
      yes(inflected),
    ]);
}

const yes = (value: boolean): string => (value ? '1' : '0');
