import { scaleTo, type Unit } from './figures.ts';

export interface Series {
  name: string;
  unit: Unit;
  data: readonly (number | null | undefined)[];
  /** Of the days before: drawn faintly. */
  past?: boolean;
  /** The day of each value, `YYYY-MM-DD`, where it is another one than the chart's label. */
  days?: readonly string[];
}

/** Units of the drawing, which scales to the available space. */
export const width = 800;
export const height = 260;
export const edge = { left: 52, right: 10, top: 14, bottom: 28 };
/** What a character of a label takes of it, on a small tablet too, and a line of them. */
export const labelCharacter = 8;
export const labelLine = 15;
const inner = { width: width - edge.left - edge.right, height: height - edge.top - edge.bottom };
/** Most bars that stay distinguishable; the rest are in the table. */
const barsMax = 12;

/** What a chart shows, and where: `x` and `y` are the places of an index and of a value. */
export interface Plot {
  kind: 'LINE' | 'BAR';
  labels: readonly string[];
  series: readonly Series[];
  /** The last label is a day that has not ended. */
  isRunning: boolean;
  /** The values that have a line. */
  lines: readonly number[];
  /** From one index to the next. */
  step: number;
  /** Of the whole drawing: the names of bars have two lines. */
  tall: number;
  x: (index: number) => number;
  y: (value: number) => number;
}

/** Measures a chart; null: it would show nothing. */
export function plotOf(
  kind: Plot['kind'],
  all: readonly string[],
  given: readonly Series[],
  today: string | null = null,
): Plot | null {
  const count = kind === 'BAR' ? Math.min(all.length, barsMax) : all.length;
  const series = given.map((one) => ({ ...one, data: one.data.slice(0, count) }));
  const most = Math.max(...series.flatMap(({ data }) => data.map((value) => value ?? 0)), 0);
  if (count === 0 || most === 0) return null;
  const lines = scaleTo(most);
  const top = lines.at(-1)!;
  const step = inner.width / Math.max(1, kind === 'LINE' ? count - 1 : count);
  return {
    kind,
    labels: all.slice(0, count),
    series,
    isRunning: kind === 'LINE' && today !== null && all.at(-1) === today,
    lines,
    step,
    tall: kind === 'BAR' ? height + labelLine : height,
    x: (index) =>
      edge.left + (kind === 'LINE' ? (count === 1 ? inner.width / 2 : index * step) : (index + 0.5) * step),
    y: (value) => edge.top + inner.height * (1 - value / top),
  };
}

/** The index at a share (0 to 1) of a chart's width. */
export function indexAt({ kind, labels, step }: Plot, share: number): number {
  const place = share * width - edge.left;
  const index = kind === 'LINE' ? Math.round(place / step) : Math.floor(place / step);
  return Math.max(0, Math.min(labels.length - 1, index));
}
