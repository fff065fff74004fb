import styles from './Chart.module.css';
import { edge, height, labelCharacter, labelLine, width, type Plot, type Series } from './chart-scales.ts';
import { shortFigure, shortLabel } from './figures.ts';

/** The lines of values and the labels below a chart. */
export function ChartScales({ kind, labels, series, lines, step, x, y }: Plot) {
  const count = labels.length;
  const unit = series[0]!.unit;
  return (
    <>
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
    </>
  );
}

/** What a chart shows, as lines or as bars. */
export function ChartFigures(plot: Plot) {
  const { kind, labels, series, x, y, isRunning } = plot;
  if (kind === 'BAR') return <Bars {...plot} />;
  const count = labels.length;
  return series.map(({ name, data, past }, index) => {
    // The running day is lower only because it has not ended.
    const open = isRunning && !past && count > 1;
    const ended = open ? data.slice(0, -1) : data;
    return (
      <g key={name} data-series={index} data-past={past || undefined}>
        {!past && index === 0 && ended.length > 1 && <path className={styles.area} d={areaOf(ended, x, y)} />}
        <path className={styles.path} d={pathOf(ended, x, y)} />
        {open && data.at(-1) != null && (
          <>
            <path
              className={styles.running}
              d={pathOf(
                data.map((value, at) => (at < count - 2 ? null : value)),
                x,
                y,
              )}
            />
            <circle className={styles.open} cx={x(count - 1)} cy={y(data.at(-1)!)} r={4} />
          </>
        )}
        {count === 1 && data[0] != null && <circle className={styles.dot} cx={x(0)} cy={y(data[0])} r={4} />}
      </g>
    );
  });
}

/** Marks an index. */
export function ChartCursor({ kind, series, x, y, shown }: Plot & { shown: number }) {
  return (
    <g aria-hidden="true">
      <line className={styles.cursor} x1={x(shown)} x2={x(shown)} y1={edge.top} y2={height - edge.bottom} />
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
  );
}

function Bars({ series, x, y, step }: Plot) {
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

/** Labels of a time axis: both ends and as even steps between as days allow. */
const timeLabels = 6;

/** Returns the indexes whose labels there is room for: of time the ends and even steps, of bars all. */
function marked(count: number, kind: 'LINE' | 'BAR'): number[] {
  if (kind === 'BAR' || count <= timeLabels) return Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: timeLabels }, (_, nth) => Math.round((nth * (count - 1)) / (timeLabels - 1)));
}

function pathOf(data: Series['data'], x: Plot['x'], y: Plot['y']): string {
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

const areaOf = (data: Series['data'], x: Plot['x'], y: Plot['y']): string =>
  `M${x(0)} ${y(0)}${data.map((value, index) => `L${x(index).toFixed(1)} ${y(value ?? 0).toFixed(1)}`).join('')}L${x(data.length - 1)} ${y(0)}Z`;
