import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { statisticsWords } from '../../generated/words/statistics.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Chart.module.css';
import { figureIn, longLabel, scaleTo, shortFigure, shortLabel, type Unit } from './figures.ts';

export interface Series {
  name: string;
  unit: Unit;
  data: readonly (number | null | undefined)[];
  /** Of the days before: drawn faintly. */
  past?: boolean;
}

interface ChartProps {
  title: string;
  kind: 'LINE' | 'BAR';
  labels: readonly string[];
  series: readonly Series[];
  /** What is drawn also stands in a table beside it. */
  hasTable?: boolean;
}

/** What is drawn is measured in these, and scales to the room that there is. */
const width = 800;
const height = 260;
const edge = { left: 52, right: 10, top: 14, bottom: 28 };
/** What a character of a label takes of it, on a small tablet too, and a line of them. */
const labelCharacter = 8;
const labelLine = 15;
const inner = { width: width - edge.left - edge.right, height: height - edge.top - edge.bottom };
/** More bars than these cannot be told apart: those that follow are in the table. */
const barsMax = 12;

/**
 * A chart that is read with the eyes, with the pointer, with the arrow keys, and as a table by screen
 * readers.
 */
export function Chart({ title, kind, labels: all, series: given, hasTable = false }: ChartProps) {
  const w = useWords(statisticsWords);
  const id = useId();
  const [at, setAt] = useState<number | null>(null);
  const count = kind === 'BAR' ? Math.min(all.length, barsMax) : all.length;
  const labels = all.slice(0, count);
  const series = given.map((one) => ({ ...one, data: one.data.slice(0, count) }));
  const most = Math.max(...series.flatMap(({ data }) => data.map((value) => value ?? 0)), 0);
  if (count === 0 || most === 0)
    return (
      <p className={styles.none} role="status">
        {w.noData}
      </p>
    );
  const lines = scaleTo(most);
  const top = lines.at(-1)!;
  /** Bars have names, of two lines. */
  const tall = kind === 'BAR' ? height + labelLine : height;
  const unit = series[0]!.unit;
  const y = (value: number): number => edge.top + inner.height * (1 - value / top);
  const step = inner.width / Math.max(1, kind === 'LINE' ? count - 1 : count);
  const x = (index: number): number =>
    edge.left + (kind === 'LINE' ? (count === 1 ? inner.width / 2 : index * step) : (index + 0.5) * step);
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
    const place = ((event.clientX - box.left) / box.width) * width - edge.left;
    const index = kind === 'LINE' ? Math.round(place / step) : Math.floor(place / step);
    setAt(Math.max(0, Math.min(count - 1, index)));
  };
  const first = count < all.length && w.chartFirst({ shown: count, count: all.length });
  const told = (index: number): string =>
    `${longLabel(labels[index]!)}: ${series.map(({ name, unit: of, data }) => `${name} ${figureIn(of, data[index])}`).join(', ')}`;
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
      <div className={styles.frame}>
        {/* It is read point by point: the arrow keys move, what they come to is told below. */}
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
          {lines.map((line) => (
            <g key={line} className={styles.line}>
              <line x1={edge.left} x2={width - edge.right} y1={y(line)} y2={y(line)} />
              <text x={edge.left - 8} y={y(line)} dy="0.32em">
                {shortFigure(unit, line)}
              </text>
            </g>
          ))}
          {marked(count, kind).map((index) => (
            <text
              key={index}
              className={styles.label}
              x={x(index)}
              y={height - edge.bottom + 20}
              data-bar={kind === 'BAR' || undefined}
              data-end={kind === 'LINE' ? endOf(index, count) : undefined}
            >
              {linesOf(shortLabel(labels[index]!), kind === 'BAR' ? step / labelCharacter : 20).map(
                (line, nth) => (
                  <tspan key={`${nth} ${line}`} x={x(index)} dy={nth * labelLine}>
                    {line}
                  </tspan>
                ),
              )}
            </text>
          ))}
          {kind === 'LINE' ? (
            series.map(({ name, data, past }, index) => (
              <g key={name} data-series={index} data-past={past || undefined}>
                {!past && index === 0 && count > 1 && <path className={styles.area} d={areaOf(data, x, y)} />}
                <path className={styles.path} d={pathOf(data, x, y)} />
                {count === 1 && data[0] != null && (
                  <circle className={styles.dot} cx={x(0)} cy={y(data[0])} r={4} />
                )}
              </g>
            ))
          ) : (
            <Bars {...{ series, x, y, step }} />
          )}
          {shown !== null && (
            <g aria-hidden="true">
              <line
                className={styles.cursor}
                x1={x(shown)}
                x2={x(shown)}
                y1={edge.top}
                y2={height - edge.bottom}
              />
              {kind === 'LINE' &&
                series.map(({ name, data, past }, index) =>
                  data[shown] == null ? null : (
                    <circle
                      key={name}
                      data-series={index}
                      data-past={past || undefined}
                      className={styles.dot}
                      cx={x(shown)}
                      cy={y(data[shown])}
                      r={4.5}
                    />
                  ),
                )}
            </g>
          )}
        </svg>
        {shown !== null && (
          <div
            className={styles.tip}
            style={{ insetInlineStart: `${(x(shown) / width) * 100}%` }}
            data-side={shown > count / 2 ? 'before' : 'after'}
            aria-hidden="true"
          >
            <strong>{longLabel(labels[shown]!)}</strong>
            {series.map(({ name, unit: of, data, past }, index) => (
              <span key={name} data-series={index} data-past={past || undefined}>
                {name} <b>{figureIn(of, data[shown])}</b>
              </span>
            ))}
          </div>
        )}
      </div>
      <p id={id} className="visually-hidden">
        {w.chartKeys} {first}
      </p>
      <p className="visually-hidden" role="status">
        {shown !== null && told(shown)}
      </p>
      {!hasTable && (
        <div className="visually-hidden">
          <table>
            <caption>{w.table({ title })}</caption>
            <thead>
              <tr>
                <th scope="col">{title}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((label, index) => (
                <tr key={`${index} ${label}`}>
                  <th scope="row">{longLabel(label)}</th>
                  {series.map(({ name, unit: of, data }) => (
                    <td key={name}>{figureIn(of, data[index])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </figure>
  );
}

interface Scales {
  x: (index: number) => number;
  y: (value: number) => number;
}

function Bars({ series, x, y, step }: Scales & { series: readonly Series[]; step: number }) {
  const room = step * 0.72;
  const each = Math.min(46, room / series.length);
  const bottom = y(0);
  return series.map(({ name, data, past }, index) => (
    <g key={name} data-series={index} data-past={past || undefined}>
      {data.map((value, place) => {
        const high = bottom - y(value ?? 0);
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- two rows may have one name
            key={place}
            className={styles.bar}
            x={x(place) - (each * series.length) / 2 + index * each}
            y={bottom - high}
            width={Math.max(1, each - 2)}
            height={Math.max(0, high)}
            rx={Math.max(0, Math.min(3, high / 2))}
          />
        );
      })}
    </g>
  ));
}

/** A label in one line or in two, where it has several words; `most` characters of each. */
function linesOf(label: string, most: number): string[] {
  if (label.length <= most) return [label];
  const end = label.lastIndexOf(' ', most);
  return end > 0 ? [label.slice(0, end), cut(label.slice(end + 1), most)] : [cut(label, most)];
}

const cut = (label: string, most: number): string =>
  label.length > most ? `${label.slice(0, Math.max(1, Math.floor(most) - 1)).trimEnd()}…` : label;

const endOf = (index: number, count: number): string | undefined =>
  count < 3 ? undefined : index === 0 ? 'first' : index === count - 1 ? 'last' : undefined;

/** Which labels there is room for: of time the ends and what lies evenly between, of bars all. */
function marked(count: number, kind: 'LINE' | 'BAR'): number[] {
  if (kind === 'BAR' || count <= 6) return Array.from({ length: count }, (_, index) => index);
  const step = Math.ceil((count - 1) / 5);
  const marks = Array.from({ length: Math.floor((count - 1) / step) + 1 }, (_, index) => index * step);
  const last = count - 1;
  if (marks.at(-1) !== last) {
    if (last - marks.at(-1)! < step) marks.pop();
    marks.push(last);
  }
  return marks;
}

function pathOf(data: Series['data'], x: Scales['x'], y: Scales['y']): string {
  let pen = 'M';
  return data
    .map((value, index) => {
      if (value === null || value === undefined) {
        pen = 'M';
        return '';
      }
      const part = `${pen}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = 'L';
      return part;
    })
    .join('');
}

const areaOf = (data: Series['data'], x: Scales['x'], y: Scales['y']): string =>
  `M${x(0)} ${y(0)}${data.map((value, index) => `L${x(index).toFixed(1)} ${y(value ?? 0).toFixed(1)}`).join('')}L${x(data.length - 1)} ${y(0)}Z`;
