/**
 * Does the suite find faults? Plants those of tests/mutants/planted-faults.ts one at a time in a copy of the
 * working tree, runs the tests that ought to find each until the first fails, and prints which one did.
 *   npm run mutants [-- name… | area…] [--thorough]
 * What fails must pass again without the fault, or it has found nothing. With `--thorough` the rest of a
 * fault's projects run where its own tests pass. Ends with 1 where a fault survived. The copy goes at the end,
 * also when it is interrupted.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { plantedFaults, type PlantedFault } from '../tests/mutants/planted-faults.ts';
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
      await this.#run(['node', 'client/build-player.ts']);
  }

  /**
   * Runs tests until the first one fails. @param files none: all of the project @param name only the test of
   * this name
   * @returns the one that failed; null: none
   */
  async test(project: string, files: readonly string[], name?: string | null): Promise<FailedTest | null> {
    await rm(this.#report, { force: true });
    const isPlayer = project === 'player';
    const runner = isPlayer
      ? 'playwright test -c tests/playwright.config.ts --max-failures=1 --retries=0'
      : `vitest run -c tests/vitest.config.ts --bail=1 --retry=0 --outputFile=${this.#report}`;
    const [code, output] = await this.#run([
      ...runner.split(' '),
      `--project=${project}`,
      '--reporter=json',
      ...(name ? [isPlayer ? '-g' : '-t', `${escaped(name)}$`] : []),
      ...files,
    ]);
    const report: unknown = await readFile(this.#report, 'utf8').then(JSON.parse, () => null);
    if (report === null) throw new Error(`No tests of ${project} were run:\n${output}`);
    const failed = isPlayer
      ? failedSpec(report as Suite)
      : failedTest(report as VitestReport, (file) => relative(this.#tree, file));
    if (code !== 0 && !failed) throw new Error(`Tests of ${project} ended with ${code}:\n${output}`);
    const ran = isPlayer ? specsOf(report as Suite).length : ranTests(report as VitestReport);
    if (ran === 0 && !failed) throw new Error(`No tests of ${project} were run:\n${output}`);
    return failed;
  }

  #run([command, ...args]: string[]): Promise<[code: number | null, output: string]> {
    return new Promise((resolve, reject) => {
      let output = '';
      // In a group of its own: an interruption comes from here alone, and once.
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

function failedTest({ testResults }: VitestReport, nameOf: (file: string) => string): FailedTest | null {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: nameOf(name),
      name: [...ancestorTitles, title].join(' > '),
      status,
    })),
  );
  const broken = testResults.find(({ status }) => status === 'failed');
  return (
    tests.find(({ status }) => status === 'failed') ??
    (broken ? { file: nameOf(broken.name), name: null } : null)
  );
}

const ranTests = ({ testResults }: VitestReport): number =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed').length;

interface Spec {
  title: string;
  file: string;
  ok: boolean;
  tests: { status: string }[];
}

/** Playwright's report and the suites in it, as far as they are read here. */
interface Suite {
  suites?: Suite[];
  specs?: Spec[];
}

const specsOf = ({ suites = [], specs = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

function failedSpec(report: Suite): FailedTest | null {
  const failed = specsOf(report).find(
    ({ ok, tests }) => !ok && tests.some(({ status }) => status === 'unexpected'),
  );
  return failed ? { file: `tests/player/${basename(failed.file)}`, name: failed.title } : null;
}

/** The test that finds a fault; null: none does. @throws Error when what fails does so without the fault */
async function finderOf(copy: Copy, fault: PlantedFault, isThorough: boolean): Promise<FailedTest | null> {
  const named = Object.entries(fault.tests);
  const attempts = [...named, ...(isThorough ? named.map(([project]) => [project, []] as const) : [])];
  for (const [project, files] of attempts) {
    const failed = await copy.plant(fault, () => copy.test(project, files));
    if (!failed) continue;
    if (await copy.test(project, [failed.file], failed.name))
      throw new Error(`${failed.file} fails without the fault, too: ${failed.name}`);
    return failed;
  }
  return null;
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
  const missed: string[] = [];
  try {
    for (const fault of chosen) {
      const started = performance.now();
      const told = await finderOf(copy, fault, values.thorough).then(
        (finder) => finder && `found by ${finder.file}: ${finder.name ?? 'cannot be run'}`,
        (error: Error) => `NOT JUDGED: ${error.message}`,
      );
      if (!told?.startsWith('found')) missed.push(fault.name);
      const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(4);
      console.log(`${seconds} s  ${fault.area.padEnd(11)}  ${fault.name}: ${told ?? 'SURVIVED'}`);
    }
  } finally {
    copy.remove();
  }
  console.log(`\nFound: ${chosen.length - missed.length} of ${chosen.length}`);
  if (missed.length) console.error(`Not found: ${missed.join(', ')}`);
  process.exitCode = missed.length ? 1 : 0;
}

if (import.meta.main) await run();
