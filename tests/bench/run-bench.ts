/**
 * `npm run bench [name…]`: every figure, or those of the named parts (`audio`, `attack/bracket-pages`), in
 * one table. Absolute times of a machine say little, so each figure is a ratio of two things measured in turn
 * in this run, or a bound that holds on any machine.
 */
import type { Figure } from './figure.ts';

const parts: Record<string, () => Promise<{ figures(only?: string): Promise<Figure[]>; rows?: string[] }>> = {
  audio: () => import('./audio-figures.ts'),
  normalization: () => import('./normalization-figures.ts'),
  joining: () => import('./joining-figures.ts'),
  pipeline: () => import('./pipeline-figures.ts'),
  list: () => import('./list-figures.ts'),
  rest: () => import('./rest-figures.ts'),
  ev: () => import('./ev-figures.ts'),
  ranges: () => import('./ranges-figures.ts'),
  feeds: () => import('./feeds-figures.ts'),
  attack: () => import('./attack-figures.ts'),
  memory: () => import('./memory-figures.ts'),
  player: () => import('./player-figures.ts'),
  live: () => import('./live-figures.ts'),
  lighthouse: () => import('./lighthouse-figures.ts'),
};

const wanted = process.argv.slice(2).map((name) => name.split('/') as [part: string, row?: string]);
for (const [part, row] of wanted) {
  const known = row === undefined ? Object.keys(parts) : ((await parts[part]?.())?.rows ?? []);
  if (!known.includes(row ?? part))
    throw new Error(`Unknown: ${row ?? part}. There are ${known.join(', ')}.`);
}

const rows: Figure[] = [];
for (const [name, load] of Object.entries(parts)) {
  const asked = wanted.length ? wanted.filter(([part]) => part === name) : [[name]];
  for (const [, row] of asked) {
    console.log(`Measuring ${[name, row].filter(Boolean).join('/')}…`);
    rows.push(...(await (await load()).figures(row)));
  }
}

console.log('\n| figure | value | bar | | measured |\n| --- | ---: | ---: | --- | --- |');
for (const { name, value, unit, bar, want, note } of rows) {
  const verdict =
    value === null ? 'not measured' : (want === 'at most' ? value <= bar : value >= bar) ? 'met' : 'MISSED';
  const shown = value === null ? '–' : `${Number(value.toPrecision(3))} ${unit}`;
  console.log(`| ${name} | ${shown} | ${want} ${bar} ${unit} | ${verdict} | ${note} |`);
}
process.exit(0);
