import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What one file of tests took, in milliseconds of wall clock. */
export interface FileTimes {
  project: string;
  file: string;
  state: string;
  /** Loading the file and all that it imports. */
  importing: number;
  /** The environment, and hooks that run once a file. */
  setUp: number;
  tests: number;
  /** Its slowest tests, and those that are nearest to their limits. */
  slowest: TestTime[];
}

interface TestTime {
  name: string;
  milliseconds: number;
  /** Milliseconds that it may take; 0 for any. */
  limit: number;
}

const byTime = (a: TestTime, b: TestTime): number => b.milliseconds - a.milliseconds;
/** The part of its limit that a test took. */
const share = ({ milliseconds, limit }: Pick<TestTime, 'milliseconds' | 'limit'>): number =>
  limit > 0 ? milliseconds / limit : 0;
const byShare = (a: TestTime, b: TestTime): number => share(b) - share(a);

/** The five slowest of some tests, and the five that are nearest to their limits. */
export const slowestOf = (tests: readonly TestTime[]): TestTime[] => [
  ...new Set([...tests.toSorted(byTime).slice(0, 5), ...tests.toSorted(byShare).slice(0, 5)]),
];

/** The file that runners append their times to: `TEST_TIMES`, or `test-results/times.jsonl`. */
export function timesFile(): string {
  return (
    process.env['TEST_TIMES'] ?? fileURLToPath(new URL('../../test-results/times.jsonl', import.meta.url))
  );
}

/** What the runners have kept since the file was last removed; nothing when there is none. */
function readTimes(path = timesFile()): FileTimes[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FileTimes);
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1).padStart(8);
const cost = ({ importing, setUp, tests }: FileTimes): number => importing + setUp + tests;

function row(times: FileTimes, label: string): string {
  const { importing, setUp, tests } = times;
  return `${[cost(times), importing, setUp, tests].map(seconds).join('')}  ${label}`;
}

/** A table in seconds, the dearest file first, with sums for each project and the slowest single tests. */
function printTimes(all: FileTimes[]): string {
  const byCost = (a: FileTimes, b: FileTimes) => cost(b) - cost(a);
  const sums = [...Map.groupBy(all, ({ project }) => project)].map(([project, files]) => ({
    project,
    file: `${project}: ${files.length} files`,
    state: '',
    importing: files.reduce((sum, { importing }) => sum + importing, 0),
    setUp: files.reduce((sum, { setUp }) => sum + setUp, 0),
    tests: files.reduce((sum, { tests }) => sum + tests, 0),
    slowest: [],
  }));
  const tests = all.flatMap(({ file, slowest }) => slowest.map((test) => ({ file, ...test })));
  return [
    '     all  import  set-up   tests  seconds',
    ...sums.sort(byCost).map((sum) => row(sum, sum.file)),
    '',
    ...[...all]
      .sort(byCost)
      .map((times) =>
        row(times, `${times.project}: ${times.file}${times.state === 'passed' ? '' : ` (${times.state})`}`),
      ),
    '',
    'The slowest tests:',
    ...tests
      .toSorted(byTime)
      .slice(0, 25)
      .map(({ file, name, milliseconds }) => `${seconds(milliseconds)}  ${file} > ${name}`),
    '',
    'The tests that took most of the time that they may take:',
    ...tests
      .toSorted(byShare)
      .slice(0, 15)
      .map(({ file, name, ...test }) => {
        const percent = `${Math.round(100 * share(test))} %`.padStart(8);
        return `${percent}  ${seconds(test.milliseconds).trim()} of ${seconds(test.limit).trim()} s  ${file} > ${name}`;
      }),
  ].join('\n');
}

if (import.meta.main) console.log(printTimes(readTimes(process.argv[2])));
