import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { statisticsWords, type StatisticsWords } from '../../generated/words/statistics.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Chart.module.css';
import { indexAt, plotOf, width, type Plot, type Series } from './chart-scales.ts';
import { ChartCursor, ChartFigures, ChartScales } from './ChartDrawing.tsx';
import { ChartTable } from './ChartTable.tsx';
import { figureIn, longLabel } from './figures.ts';

interface ChartProps {
  title: string;
  kind: 'LINE' | 'BAR';
  labels: readonly string[];
  series: readonly Series[];
  /** The day that is running, `YYYY-MM-DD` in the figures' time zone; its value is marked as unfinished. */
  today?: string | null;
  /** A table beside it has the same data. */
  hasTable?: boolean;
}

/**
 * A chart that is read with the eyes, with the pointer, with the arrow keys, and as a table by screen
 * readers.
 */
export function Chart({
  title,
  kind,
  labels: all,
  series: given,
  today = null,
  hasTable = false,
}: ChartProps) {
  const w = useWords(statisticsWords);
  const plot = plotOf(kind, all, given, today);
  if (!plot)
    return (
      <p className={styles.none} role="status">
        {w.noData}
      </p>
    );
  const { labels, series } = plot;
  const first = labels.length < all.length && w.chartFirst({ shown: labels.length, count: all.length });
  return (
    <figure className={styles.figure}>
      <ul className={styles.legend} aria-hidden="true">
        {series.map(({ name, past }, index) => (
          <li key={name} data-series={index} data-past={past || undefined}>
            {name}
          </li>
        ))}
        {first && <li>{first}</li>}
      </ul>
      <Pointed title={title} plot={plot} first={first} />
      {!hasTable && <ChartTable title={title} labels={labels} series={series} />}
    </figure>
  );
}

/** Chart that is read point by point: with the pointer, or with the keys named below it. */
function Pointed({ title, plot, first }: { title: string; plot: Plot; first: string | false }) {
  const w = useWords(statisticsWords);
  const id = useId();
  const [at, setAt] = useState<number | null>(null);
  const { labels, series, tall } = plot;
  const count = labels.length;
  const shown = at === null ? null : Math.min(at, count - 1);
  const keys: Record<string, (now: number | null) => number | null> = {
    ArrowLeft: (now) => Math.max(0, (now ?? count) - 1),
    ArrowRight: (now) => Math.min(count - 1, (now ?? -1) + 1),
    Home: () => 0,
    End: () => count - 1,
    Escape: () => null,
  };
  const press = (event: KeyboardEvent) => {
    const move = keys[event.key];
    if (!move) return;
    event.preventDefault();
    setAt(move(shown));
  };
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setAt(indexAt(plot, (event.clientX - box.left) / box.width));
  };
  const told = (index: number): string =>
    `${labelAt(w, plot, index)}: ${series.map((one) => `${nameAt(w, one, index)} ${figureIn(one.unit, one.data[index])}`).join(', ')}`;
  return (
    <>
      <div className={styles.frame}>
        {/* Read point by point: the arrow keys move, and the text below shows the point's values. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <svg
          viewBox={`0 0 ${width} ${tall}`}
          role="img"
          aria-label={w.chart({ title })}
          aria-describedby={id}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onKeyDown={press}
          onPointerMove={point}
          onPointerLeave={() => setAt(null)}
          onBlur={() => setAt(null)}
        >
          <ChartScales {...plot} />
          <ChartFigures {...plot} />
          {shown !== null && <ChartCursor {...plot} shown={shown} />}
        </svg>
        {shown !== null && <Figures plot={plot} shown={shown} />}
      </div>
      <p id={id} className="visually-hidden">
        {w.chartKeys} {first}
      </p>
      <p className="visually-hidden" role="status">
        {shown !== null && told(shown)}
      </p>
    </>
  );
}

/** The label of an index, and whether that day has not ended. */
function labelAt(w: StatisticsWords, { labels, isRunning }: Plot, index: number): string {
  const label = longLabel(labels[index]!);
  return isRunning && index === labels.length - 1 ? w.soFar({ label }) : label;
}

/** The name of a series at an index, with the day of its value where that is another one than the label. */
const nameAt = (w: StatisticsWords, { name, days }: Series, index: number): string =>
  days?.[index] ? w.onDay({ name, day: longLabel(days[index]) }) : name;

/** The figures of an index, beside it. */
function Figures({ plot, shown }: { plot: Plot; shown: number }) {
  const w = useWords(statisticsWords);
  const { labels, series, x } = plot;
  return (
    <div
      className={styles.tip}
      style={{ insetInlineStart: `${(x(shown) / width) * 100}%` }}
      data-side={shown > labels.length / 2 ? 'before' : 'after'}
      aria-hidden="true"
    >
      <strong>{labelAt(w, plot, shown)}</strong>
      {series.map((one, index) => (
        <span key={one.name} data-series={index} data-past={one.past || undefined}>
          {nameAt(w, one, shown)} <b>{figureIn(one.unit, one.data[shown])}</b>
        </span>
      ))}
    </div>
  );
}
