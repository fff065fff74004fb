/**
 * Implements `npm run bench [-- name…]`: every figure, or those of the named parts (`audio`,
 * `attack/bracket-pages`). Absolute times of a machine say little, so each figure is a ratio of two things
 * measured alternately in this run, or a bound that holds on any machine.
 *
 * - `--list` names the parts, their rows, and how long each takes.
 * - `--against <file>` compares with that run instead of `last.json`, and names what became worse.
 * - `--save` saves the run in `last.json`; `--json <file>` elsewhere.
 * - `--tiny` measures as little as possible, to check that everything is measured.
 *
 * Each part runs in a separate process, and prints its figures when it ends. Exits with 1 when a part failed,
 * or when a figure cannot be true.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { verdictOf, type Figure } from './figure.ts';
import type { Size } from './part.ts';
import { parts } from './bench-parts.ts';
import { cpuOf } from './process-tree.ts';
import { asStarted } from './server-as-started.ts';
import { lastRun, machineNow, readResults, saveResults, worseThan } from './results.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    tiny: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    against: { type: 'string' },
    json: { type: 'string' },
  },
});

if (options.list) {
  let minutes = 0;
  for (const [name, load] of Object.entries(parts)) {
    const { part } = await load();
    minutes += part.minutes;
    console.log(`${name.padEnd(14)}${part.minutes.toFixed(1).padStart(5)} min  ${part.rows.join(' ')}`);
  }
  console.log(`${'all'.padEnd(14)}${minutes.toFixed(1).padStart(5)} min`);
  process.exit();
}

const wanted = positionals.map((name) => name.split('/') as [part: string, row?: string]);
for (const [name, row] of wanted) {
  const known = row === undefined ? Object.keys(parts) : ((await parts[name]?.())?.part.rows ?? []);
  if (!known.includes(row ?? name))
    throw new Error(`Unknown: ${row ?? name}. There are ${known.join(', ')}.`);
}
const compared = options.against ?? (options.tiny ? undefined : lastRun);
const before = compared && (await readResults(compared));
if (options.against && !before) throw new Error(`There is no ${options.against}.`);

const machine = machineNow();
console.log(
  `${machine.cores} cores (${machine.processor}), ${machine.memoryGb} GB, Node ${machine.node}, load ${machine.load}`,
);
const figures: Figure[] = [];
const failed: string[] = [];
for (const name of Object.keys(parts)) {
  const asked = wanted.filter(([part]) => part === name);
  if (wanted.length && !asked.length) continue;
  // A part that is requested both whole and by rows is measured whole.
  const rows = asked.some(([, row]) => row === undefined) ? [] : asked.map(([, row]) => row!);
  console.log(`\nMeasuring ${[name, rows.join(', ')].filter(Boolean).join(': ')}…`);
  const begun = performance.now();
  const cpu = await cpuOf(async () => {
    try {
      const told = await run(name, options.tiny ? 'tiny' : 'full', rows);
      figures.push(...told);
      print(told);
    } catch (error) {
      failed.push(name);
      console.error(`${name} FAILED: ${(error as Error).message}`);
    }
  });
  const took = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(`${name}: ${took} s, ${cpu.toFixed(0)} s of CPU`);
}

if (wanted.length !== 1 && figures.length) {
  console.log('\nAll figures:');
  print(figures);
}
if (before) {
  const worse = worseThan(before.figures, figures);
  const { date, cores, processor, load } = before.machine;
  console.log(`\nAgainst ${date} (${cores} cores, ${processor}, load ${load}):`);
  console.log(worse.length ? worse.map((line) => `  worse: ${line}`).join('\n') : '  nothing became worse');
}
for (const file of [options.save && lastRun, options.json])
  if (file) await saveResults(file, { machine, figures });
const implausible = figures.filter((figure) => verdictOf(figure) === 'IMPLAUSIBLE');
for (const { name, value, unit, plausible } of implausible)
  console.error(`${name}: ${value} ${unit} cannot be true, it should lie in ${plausible.join(' to ')}.`);
if (failed.length) console.error(`Failed: ${failed.join(', ')}`);
process.exitCode = failed.length || implausible.length ? 1 : 0;

/** @throws Error when the part ended without telling its figures */
async function run(name: string, size: Size, rows: string[]): Promise<Figure[]> {
  const script = fileURLToPath(new URL('./run-part.ts', import.meta.url));
  const child = fork(script, [name, size, ...rows], { serialization: 'advanced', execArgv: asStarted });
  let told: Figure[] | undefined;
  child.once('message', (message) => (told = message as Figure[]));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (!told || code !== 0) throw new Error(`it ended with ${signal ?? code}`);
  return told;
}

function print(rows: Figure[]): void {
  console.log('\n| figure | value | rounds | bar | | measured |\n| --- | ---: | --- | ---: | --- | --- |');
  for (const figure of rows) {
    const { name, value, unit, rounds, bar, better, note } = figure;
    const shown = (number: number) => Number(number.toPrecision(3));
    const range = rounds && rounds.count > 1 ? `${shown(rounds.min)} to ${shown(rounds.max)}` : '';
    const target = `${better === 'lower' ? 'at most' : 'at least'} ${bar} ${unit}`;
    const result = value === null ? '–' : `${shown(value)} ${unit}`;
    console.log(`| ${name} | ${result} | ${range} | ${target} | ${verdictOf(figure)} | ${note} |`);
  }
}
