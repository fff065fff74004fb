import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Part } from './suite.ts';

export interface Outcome {
  part: Part;
  ok: boolean;
  seconds: number;
  /** Each test that failed, as the runners say it. */
  failures: string[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Vitest's ` FAIL  file > test` and Playwright's `  1) [e2e] › file › test`. */
const failure = /^\s*(?:FAIL\s|\d+\) \[)/;
/** Time for an interrupted process to clean up, milliseconds. */
const patience = 15_000;

const running = new Set<ChildProcess>();

/**
 * Runs a part in its own process group.
 * @param live whether to show its output as it arrives, instead of when it has ended
 */
export async function runPart(
  part: Part,
  environment: Record<string, string>,
  live: boolean,
): Promise<Outcome> {
  const started = performance.now();
  const [file, ...args] = part.command;
  if (live) process.stdout.write(`\n━━ ${part.title}\n`);
  const child = spawn(file!, args, {
    cwd: root,
    env: { ...process.env, ...environment, ...part.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output.push(chunk);
      if (live) process.stdout.write(chunk);
    });
  const code = await once(child, 'close').then(
    ([code]) => code as number | null,
    (error: Error) => {
      output.push(Buffer.from(`${error.message}\n`));
      return null;
    },
  );
  running.delete(child);
  const ok = code === 0;
  const seconds = (performance.now() - started) / 1_000;
  const text = Buffer.concat(output).toString();
  process.stdout.write(`\n━━ ${part.title}: ${ok ? 'passed' : 'FAILED'} (${seconds.toFixed(0)} s)\n`);
  if (!live) process.stdout.write(text);
  const lines = ok
    ? []
    : stripVTControlCharacters(text)
        .split('\n')
        .filter((line) => failure.test(line));
  return { part, ok, seconds, failures: [...new Set(lines.map((line) => line.trim()))] };
}

/** Ends what runs, with all that it has started. */
export async function endParts(): Promise<void> {
  const children = [...running];
  const ended = Promise.all(children.map((child) => once(child, 'close')));
  const signal = (name: NodeJS.Signals): void => {
    for (const { pid } of children)
      try {
        process.kill(-pid!, name);
      } catch {
        // It has ended.
      }
  };
  signal('SIGINT');
  await Promise.race([ended, sleep(patience)]);
  signal('SIGKILL');
}
