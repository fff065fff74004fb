import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import type { Figure } from './figure.ts';

/** What is kept of a run. */
export interface Results {
  machine: Machine;
  figures: Figure[];
}

export interface Machine {
  cores: number;
  processor: string;
  memoryGb: number;
  node: string;
  date: string;
  /** Of the last minute, before the run began. */
  load: number;
}

/** The last run that was kept. */
export const lastRun = new URL('./last.json', import.meta.url);

/** The machine as it is now. */
export const machineNow = (): Machine => ({
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? 'unknown',
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  date: new Date().toISOString().slice(0, 10),
  load: Number(loadavg()[0]!.toFixed(2)),
});

/** Figures of other parts that the file has are kept. */
export async function saveResults(file: URL | string, { machine, figures }: Results): Promise<void> {
  const before = await readResults(file);
  const names = new Set(figures.map(({ name }) => name));
  const kept = before?.figures.filter(({ name }) => !names.has(name)) ?? [];
  const whole = { machine, figures: [...kept, ...figures] };
  // JSON has no infinity, which is what an answer took that never came.
  const finite = (_: string, value: unknown) => (value === Infinity ? Number.MAX_VALUE : value);
  await writeFile(file, `${JSON.stringify(whole, finite, 2)}\n`);
}

/** @returns undefined when there is no such file */
export async function readResults(file: URL | string): Promise<Results | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as Results);
}

/** What a single round may differ by, as a share of its value: how much it does is not known. */
const unknownNoise = 0.1;

/** Figures that are worse than they were by more than the rounds of both differ, with what to say of them. */
export function worseThan(before: readonly Figure[], now: readonly Figure[]): string[] {
  return now.flatMap((figure) => {
    const old = before.find(({ name }) => name === figure.name);
    if (figure.value === null || !figure.rounds || old?.value == null || !old.rounds) return [];
    const by = figure.better === 'lower' ? figure.value - old.value : old.value - figure.value;
    if (by <= (noiseOf(figure.rounds) + noiseOf(old.rounds)) / 2) return [];
    const shown = (value: number) => Number(value.toPrecision(3));
    return [`${figure.name}: ${shown(figure.value)} ${figure.unit}, before ${shown(old.value)}`];
  });
}

const noiseOf = ({ min, max, median, count }: NonNullable<Figure['rounds']>): number =>
  count === 1 ? 2 * unknownNoise * Math.abs(median) : max - min;
