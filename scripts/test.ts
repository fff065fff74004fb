/**
 * The whole test suite, as `npm test` runs it: two lanes side by side, the output of each part printed when
 * it ends. Answers 1 when anything failed, and says what.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { chromium } from './chromium.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = ['node', 'node_modules/typescript/bin/tsc'];
const vitest = ['vitest', 'run', '-c', 'tests/vitest.config.ts'];

interface Part {
  title: string;
  command: string[];
  environment?: Record<string, string>;
}

const failed: string[] = [];
const times: string[] = [];
/**
 * What the runners say of each test that failed, for the end of a long output: Vitest's ` FAIL file > test`,
 * Playwright's ` 1) [e2e] › file › test`.
 */
const failures = new Set<string>();
let passed = 0;

function run({ title, command, environment = {} }: Part): Promise<void> {
  const started = performance.now();
  return new Promise((resolve) => {
    const [file, ...args] = command;
    const child = spawn(file!, args, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    const end = (ok: boolean) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      const text = Buffer.concat(output).toString();
      times.push(`${seconds.padStart(5)} s  ${title}${ok ? '' : ': FAILED'}`);
      process.stdout.write(`\n━━ ${title}: ${ok ? 'passed' : 'FAILED'} (${seconds} s)\n${text}`);
      if (ok) passed += 1;
      else {
        failed.push(title);
        for (const line of stripVTControlCharacters(text).split('\n'))
          if (/^\s*(?:FAIL\s|\d+\) \[)/.test(line)) failures.add(`${title}: ${line.trim()}`);
      }
      resolve();
    };
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      end(false);
    });
    child.on('exit', (code) => end(code === 0));
  });
}

async function lane(parts: Part[]): Promise<void> {
  for (const part of parts) await run(part);
}

// Everything else needs what this makes.
await run({ title: 'Generated files are fresh', command: ['node', 'codegen/check-generated.ts'] });
await lane([
  { title: 'Types of the server', command: [...tsc, '-p', '.'] },
  { title: 'Types of the client', command: [...tsc, '-p', 'client'] },
  { title: 'Lint', command: ['oxlint', '--deny-warnings'] },
  { title: 'Format', command: ['prettier', '--check', '.'] },
]);
const browser = chromium();
await Promise.all([
  lane([
    { title: 'Unit tests', command: [...vitest, '--project', 'unit'] },
    { title: "The dashboard's components", command: [...vitest, '--project', 'components'] },
    { title: 'On the embedded database', command: [...vitest, '--project', 'pglite'] },
  ]),
  lane([
    { title: 'The dashboard builds', command: ['node', 'codegen/build.ts'] },
    { title: 'Size of the first screen', command: ['node', 'client/size.ts'] },
    // Five seconds' work for TypeScript 7, which does not see columns in Prisma's `select` and `where` that
    // are not there, as its predecessor does.
    { title: 'Names of columns', command: ['node', 'node_modules/typescript-5/lib/tsc.js', '-p', '.'] },
    { title: 'On PostgreSQL', command: [...vitest, '--project', 'postgres'] },
  ]),
]);
await run({ title: 'Through outages', command: [...vitest, '--project', 'outages-*'] });
const inBrowser = (project: string, title: string): Part => ({
  title,
  command: [
    'playwright',
    'test',
    '-c',
    'tests/playwright.config.ts',
    `--project=${project}`,
    `--output=test-results/${project}`,
  ],
  environment: { CHROMIUM: browser },
});
await Promise.all([
  run(inBrowser('e2e', 'The dashboard in the browser')),
  run(inBrowser('accessibility', 'Accessibility')),
]);
// By itself: it listens to sound in real time, which a busy machine would tear.
await run(inBrowser('player', 'The player in the browser'));

console.log(`\n${times.join('\n')}`);
if (failed.length) console.error(`\nFailed: ${failed.join(', ')}\n${[...failures].join('\n')}`);
console.log(`\nParts: ${passed} passed, ${failed.length} failed`);
process.exit(failed.length ? 1 : 0);
