// oxlint-disable relay/unused-fields -- said() reads the fields of notices
import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { ReportView_days$key } from '../../__generated__/ReportView_days.graphql.ts';
import type {
  ReportView_statistics$data,
  ReportView_statistics$key,
} from '../../__generated__/ReportView_statistics.graphql.ts';
import { statisticsWords } from '../../generated/words/statistics.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { formatDay } from '../../ui/format.ts';
import { Chart } from './Chart.tsx';
import type { Series } from './chart-scales.ts';
import { Definition } from './Definition.tsx';
import { changeOf, dayIn, daysFrom, figureIn, headingOf, longLabel } from './figures.ts';
import { noticeText } from './Picker.tsx';
import { rowName } from './row-name.ts';
import styles from './Statistics.module.css';

/** Rows that are shown at first: more are a click away. */
const rowsAtFirst = 20;

interface ReportViewProps {
  statistics: ReportView_statistics$key;
  /** Where a report of articles leads for each, before the article's id and the days; absent: nowhere. */
  articles?: string;
  days?: string;
}

/** A report: its chart, and its table. */
export function ReportView({ statistics: key, articles, days = '' }: ReportViewProps) {
  const statistics = useFragment(statisticsFragment, key);
  const w = useWords(statisticsWords);
  const title = noticeText(statistics.title);
  const { graph, before, rowCount } = statistics;
  const nameOf = (label: string | null | undefined): string => rowName(w, statistics.name, label);
  const isLine = graph.kind === 'LINE';
  const series: Series[] = graph.datasets.map(({ column, data }) => ({
    name: headingOf(noticeText(column.header)),
    unit: column.unit,
    data,
  }));
  // Each bar has its own meaning, so earlier values are in the table's footer.
  if (isLine && before)
    series.push(
      ...series
        .slice(0, 1)
        .map((one) => ({
          ...one,
          name: w.before({ name: one.name }),
          data: before.graph.datasets[0]?.data.slice(0, graph.labels.length) ?? [],
          past: true,
          days: daysFrom(String(before.from), graph.labels),
        })),
    );
  return (
    <>
      {statistics.notice && <p className={styles.notice}>{noticeText(statistics.notice)}</p>}
      <Chart
        title={title}
        kind={isLine ? 'LINE' : 'BAR'}
        labels={graph.labels.map(nameOf)}
        series={series}
        today={dayIn(statistics.timeZone)}
        // The rows below are what is drawn.
        hasTable={graph.labels.length === rowCount && graph.labels.length <= rowsAtFirst && !before}
      />
      <Table
        statistics={statistics}
        title={title}
        nameOf={nameOf}
        {...(articles !== undefined && { articles })}
        days={days}
      />
    </>
  );
}

interface TableProps {
  statistics: ReportView_statistics$data;
  title: string;
  nameOf: (label: string | null | undefined) => string;
  articles?: string;
  days: string;
}

function Headings({ statistics }: Pick<TableProps, 'statistics'>) {
  const { labelColumn, figureColumns } = statistics;
  return (
    <thead>
      <tr>
        {labelColumn && <th scope="col">{headingOf(noticeText(labelColumn.header))}</th>}
        {figureColumns.map(({ name, header, definition }) => (
          <th key={name} scope="col" className={styles.figure}>
            <span>
              {headingOf(noticeText(header))}
              {definition && (
                <Definition name={headingOf(noticeText(header))}>
                  <p>{noticeText(definition)}</p>
                  <DaysLine statistics={statistics} />
                </Definition>
              )}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The sums of all rows, with how they changed since the days before. */
function Totals({ statistics }: Pick<TableProps, 'statistics'>) {
  const w = useWords(statisticsWords);
  const { figureColumns, totals, before } = statistics;
  if (!totals?.some((total) => total !== null)) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row">{w.total}</th>
        {totals.map((total, column) => {
          const change = changeOf(total, before?.totals?.[column]);
          return (
            <td key={figureColumns[column]!.name} className={styles.figure}>
              {total === null ? '' : figureIn(figureColumns[column]!.unit, total)}
              {change && <small>{change}</small>}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}

function Table({ statistics, title, nameOf, articles, days }: TableProps) {
  const w = useWords(statisticsWords);
  const [whole, setWhole] = useState(false);
  const { labelColumn, figureColumns, rows, rowCount } = statistics;
  if (rowCount === 0)
    return (
      <p className={styles.none} role="status">
        {w.noResults}
      </p>
    );
  const shown = whole ? rows : rows.slice(0, rowsAtFirst);
  return (
    <>
      {/* Focusable, so that it can be scrolled by keyboard where it is wider than the screen. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} role="region" aria-label={w.table({ title })} tabIndex={0}>
        <table className={styles.table}>
          <Headings statistics={statistics} />
          <tbody>
            {shown.map(({ label, figures, articleId }, index) => (
              <tr key={`${index} ${label}`}>
                {labelColumn && (
                  <th scope="row" data-nameless={label === null || undefined}>
                    {articles !== undefined && articleId != null ? (
                      <Link
                        to={`${articles}${articleId}${days}`}
                        title={w.stops.link({ title: nameOf(label) })}
                      >
                        {nameOf(label)}
                      </Link>
                    ) : (
                      longLabel(nameOf(label))
                    )}
                  </th>
                )}
                {figures.map((figure, column) => (
                  <td key={figureColumns[column]!.name} className={styles.figure}>
                    {figureIn(figureColumns[column]!.unit, figure)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {labelColumn && <Totals statistics={statistics} />}
        </table>
      </div>
      {!whole && rows.length > rowsAtFirst && (
        <Button variant="default" size="compact-sm" mt={10} onClick={() => setWhole(true)}>
          {w.more({ count: rows.length })}
        </Button>
      )}
    </>
  );
}

/** Shows the days of the figures, their time zone, and how they are counted. */
export function DaysLine({ statistics: key }: { statistics: ReportView_days$key }) {
  const { from, to, timeZone } = useFragment(
    graphql`
      fragment ReportView_days on Statistics {
        from
        to
        timeZone
      }
    `,
    key,
  );
  return <DaysWords {...{ from: String(from), to: String(to), timeZone }} />;
}

export function DaysWords({ from, to, timeZone }: { from: string; to: string; timeZone: string }) {
  const w = useWords(statisticsWords);
  return (
    <p className={styles.days}>
      {w.daysOf({ from: formatDay(from), to: formatDay(to), zone: timeZone })} {w.grain}
    </p>
  );
}

const statisticsFragment = graphql`
  fragment ReportView_statistics on Statistics
  @argumentDefinitions(compared: { type: "Boolean", defaultValue: false }) {
    ...ReportView_days
    name
    timeZone
    notice {
      code
      parameters
      message
    }
    title {
      code
      parameters
      message
    }
    labelColumn {
      name
      unit
      header {
        code
        parameters
        message
      }
    }
    figureColumns {
      name
      unit
      header {
        code
        parameters
        message
      }
      definition {
        code
        parameters
        message
      }
    }
    rowCount
    rows {
      label
      figures
      articleId
    }
    totals
    before @include(if: $compared) {
      from
      to
      totals
      graph {
        datasets {
          data
        }
      }
    }
    graph {
      kind
      labels
      datasets {
        column {
          unit
          header {
            code
            parameters
            message
          }
        }
        data
      }
    }
  }
`;
