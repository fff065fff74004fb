import { randomFrom } from '../scripts/seeded-random.ts';

/** What was measured on one page, by the names of the figures. */
export interface Figures {
  id: string;
  site: string;
  [figure: string]: number | string | null;
}

const draws = 2_000;

/**
 * Returns the mean of each figure over pages. With earlier figures, also the difference and its 95 %
 * confidence interval (bootstrap over whole sites, pages paired). Pages without a figure do not count for it.
 */
export function pairedTable(
  pages: readonly Figures[],
  before: readonly Figures[] | null,
): Record<string, Record<string, string | number>> {
  const earlier = new Map(before?.map((page) => [page.id, page]));
  const names = Object.keys(pages[0] ?? {}).filter((name) => name !== 'id' && name !== 'site');
  return Object.fromEntries(
    names.map((name) => {
      const told = pages.flatMap((page) => {
        const value = page[name];
        const old = earlier.get(page.id)?.[name];
        return typeof value === 'number'
          ? [{ site: page.site, value, old: typeof old === 'number' ? old : null }]
          : [];
      });
      const pairs = told.flatMap(({ site, value, old }) =>
        old === null ? [] : [{ site, value: value - old }],
      );
      const row: Record<string, string | number> = {
        pages: told.length,
        ...(before && { before: meanOf(told.map(({ old }) => old ?? 0)).toFixed(4) }),
        now: meanOf(told.map(({ value }) => value)).toFixed(4),
      };
      if (before) {
        const [low, high] = intervalOf(pairs);
        row['difference'] =
          `${signed(meanOf(pairs.map(({ value }) => value)))} (${signed(low)} to ${signed(high)})`;
      }
      return [name, row];
    }),
  );
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`;

function intervalOf(pairs: readonly { site: string; value: number }[]): [low: number, high: number] {
  const sites = new Map<string, { sum: number; count: number }>();
  for (const { site, value } of pairs) {
    const known = sites.get(site) ?? { sum: 0, count: 0 };
    sites.set(site, { sum: known.sum + value, count: known.count + 1 });
  }
  const all = [...sites.values()];
  const next = randomFrom(1);
  const means = Array.from({ length: draws }, () => {
    let sum = 0;
    let count = 0;
    for (let drawn = 0; drawn < all.length; drawn++) {
      const one = all[Math.floor(next() * all.length)] as { sum: number; count: number };
      sum += one.sum;
      count += one.count;
    }
    return sum / Math.max(1, count);
  }).sort((a, b) => a - b);
  return [means[Math.floor(0.025 * draws)] ?? 0, means[Math.floor(0.975 * draws)] ?? 0];
}
