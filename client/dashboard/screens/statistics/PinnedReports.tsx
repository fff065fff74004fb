// oxlint-disable relay/unused-fields -- said() reads the fields of notices
import { graphql } from 'react-relay';
import { Link } from 'react-router-dom';
import type { PinnedReportsQuery } from '../../__generated__/PinnedReportsQuery.graphql.ts';
import { statisticsWords } from '../../generated/words/statistics.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { addressOf, periodNames } from './report-params.ts';
import { Chart } from './Chart.tsx';
import { changeOf, dayIn, headingOf, shortFigure } from './figures.ts';
import { noticeText } from './Picker.tsx';
import { rowName } from './row-name.ts';
import styles from './PinnedReports.module.css';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

/** Shows the reports that the user pinned to the dashboard, or nothing if there are none. */
export default function PinnedReports({ attempt }: { attempt: number }) {
  const w = useWords(statisticsWords);
  const { viewer } = useFreshQuery<PinnedReportsQuery>(pinnedReportsQuery, {}, attempt);
  const pins = viewer?.statisticsPins ?? [];
  if (pins.length === 0) return null;
  return (
    <section aria-labelledby="pinned">
      <h2 id="pinned" className={styles.heading}>
        {w.pins.title}
      </h2>
      <ul className={styles.pins}>
        {pins.map(({ id, report, period, project, statistics: found }) => {
          const statistics = found.ok ? found.value : null;
          const known = periodNames.find((name) => name === period);
          if (!statistics || !known) return null;
          const title = noticeText(statistics.title);
          const drawn = statistics.graph.datasets[0];
          const column = statistics.figureColumns.findIndex(({ name }) => name === drawn?.column.name);
          const total = statistics.totals?.[column];
          const change = changeOf(total, statistics.before.totals?.[column]);
          return (
            <li key={id}>
              <p className={styles.of}>
                {project.name} · {w.periods[known]}
              </p>
              <h3>
                <Link
                  to={`/projects/${project.databaseId}/stats${addressOf({ report, period: known, from: null, to: null, compared: true })}`}
                >
                  {title}
                </Link>
              </h3>
              {total != null && drawn && (
                <p className={styles.total}>
                  <b>{shortFigure(drawn.column.unit, total)}</b> {headingOf(noticeText(drawn.column.header))}
                  {change && <small> {change}</small>}
                </p>
              )}
              {drawn && (
                <Chart
                  title={title}
                  kind={statistics.graph.kind === 'LINE' ? 'LINE' : 'BAR'}
                  labels={statistics.graph.labels.map((label) => rowName(w, report, label))}
                  today={dayIn(statistics.timeZone)}
                  series={[
                    {
                      name: headingOf(noticeText(drawn.column.header)),
                      unit: drawn.column.unit,
                      data: drawn.data,
                    },
                  ]}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const pinnedReportsQuery = graphql`
  query PinnedReportsQuery @throwOnFieldError {
    viewer {
      statisticsPins {
        id
        report
        period
        project {
          databaseId
          name
        }
        statistics @catch {
          timeZone
          title {
            code
            parameters
            message
          }
          totals
          figureColumns {
            name
            unit
            header {
              code
              parameters
              message
            }
          }
          before {
            totals
          }
          graph {
            kind
            labels
            datasets {
              column {
                name
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
      }
    }
  }
`;
