/**
 * `npm run bench [name…]`: every figure, or those of the named parts, in one table. Absolute times of a machine say little, so
 * each figure is a ratio of two things measured in turn in this run, or a bound that holds on any machine.
 */
import type { Figure } from './figure.ts';

const parts: Record<string, () => Promise<{ figures(): Promise<Figure[]> }>> = {
  audio: () => import('./audio.ts'),
  pipeline: () => import('./pipeline.ts'),
  list: () => import('./list.ts'),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length) throw new Error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`);

const rows: Figure[] = [];
for (const [name, load] of Object.entries(parts)) {
  if (wanted.length && !wanted.includes(name)) continue;
  console.log(`Measuring ${name}…`);
  rows.push(...(await (await load()).figures()));
}

console.log('\n| figure | value | bar | | measured |\n| --- | ---: | ---: | --- | --- |');
for (const { name, value, unit, bar, want, note } of rows) {
  const verdict = value === null ? 'not measured' : (want === 'at most' ? value <= bar : value >= bar) ? 'met' : 'MISSED';
  const shown = value === null ? '–' : `${Number(value.toPrecision(3))} ${unit}`;
  console.log(`| ${name} | ${shown} | ${want} ${bar} ${unit} | ${verdict} | ${note} |`);
}
process.exit(0);
