/**
 * Does the suite find faults? Plants those of scripts/mutants/planted-faults.ts one at a time in a copy of
 * the working tree, runs the tests that ought to find each until the first fails, and prints which one did.
 *   npm run mutants [-- name… | area…] [--thorough]
 * What fails must pass again without the fault, or it has found nothing. With `--thorough` the rest of a
 * fault's projects run where its own tests pass. Ends with 1 where a fault survived. The copy goes at the
 * end, also when it is interrupted.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { plantedFaults, type PlantedFault } from './mutants/planted-faults.ts';
import { chromium } from './chromium.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A file's text with the fault in it. @throws Error unless what it replaces is there exactly once */
export function withFault(text: string, { name, file, find, replace }: PlantedFault): string {
  const pattern = new RegExp(
    find
      .split(/\s+/)
      .map((word) => escaped(word))
      .join('\\s+'),
    'g',
  );
  const places = text.match(pattern)?.length ?? 0;
  if (places !== 1) throw new Error(`${name}: ${places} places in ${file} where the fault could be.`);
  return text.replace(pattern, () => replace);
}

/** A test that failed; without a name the file could not be run. */
interface FailedTest {
  file: string;
  name: string | null;
}

/** A copy of the working tree, in which faults are planted. */
class Copy {
  readonly #base = mkdtempSync(join(tmpdir(), 'parlance-mutants-'));
  readonly #tree = join(this.#base, 'tree');
  readonly #temporary = join(this.#base, 'tmp');
  readonly #report = join(this.#base, 'report.json');
  #running: ChildProcess | undefined;

  constructor() {
    const left = /^(node_modules|\.git|data|test-results|screenshots|playwright-report)$/;
    // As root PostgreSQL runs as another user, who has to get there.
    chmodSync(this.#base, 0o755);
    cpSync(root, this.#tree, { recursive: true, filter: (path) => !left.test(basename(path)) });
    symlinkSync(join(root, 'node_modules'), join(this.#tree, 'node_modules'));
    mkdirSync(this.#temporary);
    chmodSync(this.#temporary, 0o1777);
  }

  /** Runs what `work` does while the fault is there. */
  async plant<Result>(fault: PlantedFault, work: () => Promise<Result>): Promise<Result> {
    const path = join(this.#tree, fault.file);
    const text = await readFile(path, 'utf8');
    await this.#write(path, withFault(text, fault));
    try {
      return await work();
    } finally {
      await this.#write(path, text);
    }
  }

  async #write(path: string, text: string): Promise<void> {
    await writeFile(path, text);
    if (path.startsWith(join(this.#tree, 'client/player/')))
      await this.#run(['node', 'client/build/build-player.ts']);
  }

  /**
   * Runs tests, with `bail` until the first one fails.
   * @param files none: all of the project
   * @param names only the tests of these names
   * @returns those that failed
   */
  async test(
    project: string,
    files: readonly string[],
    { bail = false, names }: { bail?: boolean; names?: readonly string[] },
  ): Promise<FailedTest[]> {
    await rm(this.#report, { force: true });
    const isPlayer = project.startsWith('player');
    const runner = isPlayer
      ? `playwright test -c tests/playwright.config.ts --retries=0 --max-failures=${Number(bail)}`
      : `vitest run -c tests/vitest.config.ts --retry=0 --bail=${Number(bail)} --outputFile=${this.#report}`;
    const [code, output] = await this.#run([
      ...runner.split(' '),
      `--project=${project}`,
      '--reporter=json',
      ...(names ? [isPlayer ? '-g' : '-t', `(${names.map(escaped).join('|')})$`] : []),
      ...files,
    ]);
    const report: unknown = await readFile(this.#report, 'utf8').then(JSON.parse, () => null);
    const nameOf = (path: string): string => relative(this.#tree, path);
    const { ran, failed } =
      report === null
        ? { ran: 0, failed: [] }
        : isPlayer
          ? readPlaywright(report as PlaywrightReport, nameOf)
          : readVitest(report as VitestReport, nameOf);
    if (failed.length === 0 && (ran === 0 || code !== 0))
      throw new Error(`Tests of ${project} ended with ${code}, ${ran} were run:\n${output}`);
    return failed;
  }

  #run([command, ...args]: string[]): Promise<[code: number | null, output: string]> {
    return new Promise((resolve, reject) => {
      let output = '';
      // Runs in its own process group, so that an interrupt comes only from here, and only once.
      const child = spawn(command!, args, {
        cwd: this.#tree,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          CI: '',
          TMPDIR: this.#temporary,
          CHROMIUM: chromium(),
          PLAYWRIGHT_JSON_OUTPUT_NAME: this.#report,
        },
      });
      this.#running = child;
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-10_000)));
      child.on('error', reject);
      child.on('close', (code) => resolve([code, output]));
    });
  }

  /** Ends what runs, and deletes everything. */
  remove(): void {
    try {
      if (this.#running?.exitCode === null) process.kill(-this.#running.pid!, 'SIGKILL');
    } catch {
      // Gone already.
    }
    rmSync(this.#base, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Vitest's report, as far as it is read here. */
interface VitestReport {
  testResults: {
    name: string;
    status: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
}

interface Outcome {
  /** How many tests. */
  ran: number;
  failed: FailedTest[];
}

function readVitest({ testResults }: VitestReport, nameOf: (file: string) => string): Outcome {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: nameOf(name),
      name: [...ancestorTitles, title].join(' > '),
      status,
    })),
  );
  const failed = tests.filter(({ status }) => status === 'failed');
  const broken = testResults
    .map(({ name, status }) => ({ file: nameOf(name), name: null, status }))
    .filter(({ file, status }) => status === 'failed' && !failed.some((test) => test.file === file));
  const ran = failed.length + tests.filter(({ status }) => status === 'passed').length;
  return { ran, failed: [...failed, ...broken] };
}

interface Spec {
  title: string;
  file: string;
  ok: boolean;
  tests: { status: string }[];
}

/** A suite, as far as it is read here. */
interface Suite {
  suites?: Suite[];
  specs?: Spec[];
}

/** Playwright's report, whose file paths are relative to `rootDir`. */
interface PlaywrightReport extends Suite {
  config: { rootDir: string };
}

const specsOf = ({ suites = [], specs = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

function readPlaywright(report: PlaywrightReport, nameOf: (path: string) => string): Outcome {
  const specs = specsOf(report);
  const failed = specs.filter(({ ok, tests }) => !ok && tests.some(({ status }) => status === 'unexpected'));
  return {
    ran: specs.length,
    failed: failed.map(({ file, title }) => ({
      file: nameOf(join(report.config.rootDir, file)),
      name: title,
    })),
  };
}

/** A test that failed with a fault, and its project. */
type Finder = FailedTest & { project: string };

/** The test that finds a fault; null: none does. */
async function finderOf(copy: Copy, fault: PlantedFault, isThorough: boolean): Promise<Finder | null> {
  const named = Object.entries(fault.tests);
  const attempts = [...named, ...(isThorough ? named.map(([project]) => [project, []] as const) : [])];
  for (const [project, files] of attempts) {
    const [failed] = await copy.plant(fault, () => copy.test(project, files, { bail: true }));
    if (failed) return { ...failed, project };
  }
  return null;
}

/** Those of the tests that fail without a fault, too, and so have found nothing. */
async function brokenAnyway(copy: Copy, finders: readonly Finder[]): Promise<Finder[]> {
  const broken: Finder[] = [];
  for (const [project, tests] of Map.groupBy(finders, (finder) => finder.project)) {
    const names = tests.map(({ name }) => name).filter((name) => name !== null);
    const failed = await copy.test(
      project,
      [...new Set(tests.map(({ file }) => file))],
      names.length === tests.length ? { names } : {},
    );
    const fails = ({ file, name }: FailedTest): boolean =>
      failed.some(
        (test) => test.file === file && (test.name === name || test.name === null || name === null),
      );
    broken.push(...tests.filter(fails));
  }
  return broken;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { thorough: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const chosen = plantedFaults.filter(
    ({ name, area }) => positionals.length === 0 || positionals.includes(name) || positionals.includes(area),
  );
  if (chosen.length === 0) throw new Error(`There is no fault or area called ${positionals.join(', ')}.`);
  const copy = new Copy();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      copy.remove();
      process.exit(1);
    });
  const finders = new Map<string, Finder>();
  try {
    for (const fault of chosen) {
      const started = performance.now();
      const told = await finderOf(copy, fault, values.thorough).then(
        (finder) => {
          if (!finder) return 'SURVIVED';
          finders.set(fault.name, finder);
          return `found by ${finder.file}: ${finder.name ?? 'it cannot be run'}`;
        },
        (error: Error) => `NOT JUDGED: ${error.message}`,
      );
      const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(4);
      console.log(`${seconds} s  ${fault.area.padEnd(11)}  ${fault.name}: ${told}`);
    }
    for (const test of await brokenAnyway(copy, [...finders.values()]))
      for (const [name, finder] of finders)
        if (finder === test) {
          finders.delete(name);
          console.log(`NOT JUDGED: ${name}, because ${test.file} also fails without it: ${test.name}`);
        }
  } finally {
    copy.remove();
  }
  console.log(`\nFound: ${finders.size} of ${chosen.length}`);
  const missed = chosen.filter(({ name }) => !finders.has(name));
  if (missed.length) console.error(`Not found: ${missed.map(({ name }) => name).join(', ')}`);
  process.exitCode = missed.length ? 1 : 0;
}

if (import.meta.main) await run();
