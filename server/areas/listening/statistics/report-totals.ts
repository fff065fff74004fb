import { columns, type ColumnName } from './columns.ts';
import { percent, type Report, type Row } from './report.ts';

/** Figures that may be added up, where rows have nothing in common. */
const additive: ReadonlySet<ColumnName> = new Set<ColumnName>([
  'views',
  'plays',
  'plays_free',
  'plays_premium',
  'finishes',
  'minutes_heard',
  'downloads',
  'ads_requested',
  'ads_started',
  'ads_first_quartile',
  'ads_midpoint',
  'ads_third_quartile',
  'ads_finished',
  'ads_skipped',
  'ads_failed',
  'ads_blocked',
  'ads_empty',
  'characters',
  'characters_saved',
  'price',
]);

/** Shares that follow from two sums: part, whole. */
const shares: Partial<Record<ColumnName, readonly [part: ColumnName, whole: ColumnName]>> = {
  ctr: ['plays', 'views'],
  ltr: ['finishes', 'plays'],
};

/** Decimals of a figure that are kept: money has six, minutes four; what follows is the computer's. */
const exactly = (sum: number): number => Math.round(sum * 1e6) / 1e6;

/**
 * Returns the totals of a report's rows, by figure: sums of the figures as shown and exported; a share is
 * computed from the sums. Figures without a meaningful total are absent. Null: rows count things twice.
 */
export function sumRows({ columns: names, overlapping }: Report, rows: readonly Row[]): Row | null {
  if (overlapping) return null;
  const sum = (name: ColumnName): number =>
    exactly(rows.reduce((total, row) => total + Number(row[name] ?? 0), 0));
  const total: Partial<Record<ColumnName, number | null>> = {};
  for (const name of names) {
    const [part, whole] = shares[name] ?? [];
    if (additive.has(name)) total[name] = sum(name);
    else if (part && whole && names.includes(part) && names.includes(whole))
      total[name] = percent(sum(part), sum(whole));
  }
  return total;
}

/** The columns of a report with figures, in their order. */
export const figureColumns = ({ columns: names }: Report): ColumnName[] => names.filter(isFigure);

export const isFigure = (name: ColumnName): boolean => !['text', 'day'].includes(columns[name].unit);
