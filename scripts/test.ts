/**
 * The test suite. `npm test` runs it all, the cheap parts first; tests/README.md says what else it can be
 * asked for. Answers 1 when anything failed, and says what.
 */
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, headlessChromium } from './chromium.ts';
import { end, processesLeftIn, processesOf } from './test/leftover-processes.ts';
import { stages, type Part } from './test/suite.ts';
import { endParts, runPart, type Outcome } from './test/run-suite-part.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Continues after a cheap part has failed. */
    'keep-going': { type: 'boolean', default: false },
    /** Prints what each file of tests cost. */
    times: { type: 'boolean', default: false },
    /** Leaves nothing out: what `npm run test:full` asks for. */
    full: { type: 'boolean', default: false },
    /** Only tests of what was changed since the last commit. */
    changed: { type: 'boolean', default: false },
    /** Again and again, whenever a file changes. */
    watch: { type: 'boolean', default: false },
    /** Only tests whose name matches. */
    testNamePattern: { type: 'string', short: 't' },
  },
});

/** Some tests, in the terminal that asks for them. @returns the exit code */
function runFiles(files: string[]): number {
  const inBrowser = files.some((file) => file.includes('.spec.'));
  const name = asked.testNamePattern;
  const words = inBrowser
    ? ['playwright', 'test', '-c', 'tests/playwright.config.ts', ...(name ? ['-g', name] : [])]
    : [
        'vitest',
        asked.watch ? 'watch' : 'run',
        '-c',
        'tests/vitest.config.ts',
        ...(name ? ['-t', name] : []),
      ];
  const [command, ...args] = [...words, ...(asked.changed ? ['--changed'] : []), ...files];
  const isHeard = files.some((file) => file.includes('player/sound'));
  const browser = inBrowser && { CHROMIUM: isHeard ? chromium() : headlessChromium() };
  const environment = { ...process.env, ...browser };
  return spawnSync(command!, args, { cwd: root, stdio: 'inherit', env: environment }).status ?? 1;
}

/** All that the run writes lies here, so that it goes when the run ends, however that is. */
async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'parlance-suite-'));
  // PostgreSQL's own user has to pass through.
  await chmod(directory, 0o711);
  return directory;
}

async function runSuite(names: string[]): Promise<number> {
  const known = stages.flatMap(({ parts }) => parts.map(({ name }) => name));
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length) {
    console.error(`Unknown part: ${unknown.join(', ')}. Parts: ${known.join(', ')}.`);
    return 2;
  }
  const directory = await makeDirectory();
  const timesFile = join(root, 'test-results/times.jsonl');
  await mkdir(join(root, 'test-results'), { recursive: true });
  await rm(timesFile, { force: true });
  const environment: Record<string, string> = {
    TMPDIR: directory,
    TEST_TIMES: timesFile,
    ...(asked.full && { SUITE: 'full' }),
  };
  let interrupted = false;
  const clear = async (): Promise<void> => {
    end(await processesOf(directory));
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, async () => {
      if (interrupted) return;
      interrupted = true;
      console.error(`\n${signal}: stopping the tests.`);
      await endParts();
      await clear();
      process.exit(130);
    });

  const outcomes: Outcome[] = [];
  const isWanted = ({ name }: Part): boolean => names.length === 0 || names.includes(name);
  const started = performance.now();
  for (const { cheap, atOnce, isLive, inBrowser, parts } of stages) {
    const waiting = parts.filter(isWanted);
    if (inBrowser && waiting.length)
      environment['CHROMIUM'] = inBrowser === 'shell' ? headlessChromium() : chromium();
    const work = async (): Promise<void> => {
      for (let part = waiting.shift(); part && !interrupted; part = waiting.shift())
        outcomes.push(await runPart(part, environment, isLive));
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    // An interrupt is handled above, so this never resolves.
    if (interrupted) return new Promise(() => {});
    const left = await processesLeftIn(directory);
    if (left.length) {
      const said = left.map(({ pid, command }) => `Left running: ${pid} ${command}`);
      outcomes.push({ part: leftBehind, ok: false, seconds: 0, failures: said });
      end(left);
    }
    if (cheap && !asked['keep-going'] && outcomes.some(({ ok }) => !ok)) break;
  }
  await clear();
  if (asked.times) spawnSync('node', ['tests/support/times.ts', timesFile], { cwd: root, stdio: 'inherit' });
  return report(outcomes, (performance.now() - started) / 1_000);
}

const leftBehind: Part = { name: 'left-behind', title: 'Nothing is left running', command: [] };

/** @returns the exit code */
function report(outcomes: readonly Outcome[], seconds: number): number {
  const failed = outcomes.filter(({ ok }) => !ok);
  const line = ({ part, ok, seconds }: Outcome): string =>
    `${seconds.toFixed(0).padStart(5)} s  ${part.title}${ok ? '' : ': FAILED'}`;
  console.log(`\n${outcomes.map(line).join('\n')}\n${seconds.toFixed(0).padStart(5)} s  in all`);
  for (const { part, failures } of failed)
    console.error([`\nFailed: ${part.title}`, ...failures.map((failure) => `  ${failure}`)].join('\n'));
  console.log(`\nParts: ${outcomes.length - failed.length} passed, ${failed.length} failed`);
  return failed.length ? 1 : 0;
}

const isFile = (word: string): boolean => word.includes('/') || /\.(?:test|spec)\./.test(word);
process.exit(
  asked.watch || asked.changed || positionals.some(isFile) || asked.testNamePattern
    ? runFiles(positionals)
    : await runSuite(positionals),
);
