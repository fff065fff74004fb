// oxlint-disable relay/unused-fields -- said() reads the fields of notices
import { graphql } from 'react-relay';
import type { ReportPartQuery } from '../../__generated__/ReportPartQuery.graphql.ts';
import { Panel } from '../../ui/Panel.tsx';
import type { ReportParams } from './report-params.ts';
import { Definition } from './Definition.tsx';
import { Download } from './Download.tsx';
import { KeyFigures } from './KeyFigures.tsx';
import { PinButton } from './PinButton.tsx';
import { DaysLine, ReportView } from './ReportView.tsx';
import { noticeText } from './Picker.tsx';
import { ShareButton } from './ShareButton.tsx';
import styles from './Statistics.module.css';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

interface ReportPartProps {
  /** @property shares whether who looks may share */
  project: { id: string; databaseId: number; shares: boolean };
  asked: ReportParams;
  attempt: number;
}

/** Key figures, and the report that was chosen. */
export function ReportPart({ project, asked, attempt }: ReportPartProps) {
  const { report, period, from, to, compared } = asked;
  const data = useFreshQuery<ReportPartQuery>(
    graphql`
      query ReportPartQuery(
        $id: ID!
        $report: String!
        $from: Date
        $to: Date
        $period: StatisticsPeriod
        $compared: Boolean!
      ) @throwOnFieldError {
        project(id: $id) {
          ...PinButton_project @arguments(report: $report, period: $period)
          keyFigures(from: $from, to: $to, period: $period) {
            ...KeyFigures_figures
          }
          statistics(report: $report, from: $from, to: $to, period: $period) {
            from
            to
            rowCount
            title {
              code
              parameters
              message
            }
            definition {
              code
              parameters
              message
            }
            ...ReportView_statistics @arguments(compared: $compared)
            ...ReportView_days
          }
        }
      }
    `,
    { id: project.id, report, from, to, period, compared },
    attempt,
  );
  const statistics = data.project?.statistics;
  if (!statistics || !data.project?.keyFigures) return null;
  const title = noticeText(statistics.title);
  return (
    <>
      <KeyFigures figures={data.project.keyFigures} />
      <Panel
        title={
          <span className={styles.title}>
            {title}
            <Definition name={title}>
              <p>{noticeText(statistics.definition)}</p>
              <DaysLine statistics={statistics} />
            </Definition>
          </span>
        }
        aside={
          <div className={styles.actions}>
            <PinButton project={data.project} asked={asked} />
            {project.shares && report !== 'TtsCostByOrganisation' && (
              <ShareButton project={project.id} asked={asked} title={title} />
            )}
            <Download
              address={`/export/${project.databaseId}/reports/${report}.csv?date_from=${String(statistics.from)}&date_to=${String(statistics.to)}`}
              disabled={statistics.rowCount === 0}
            />
          </div>
        }
      >
        <ReportView
          statistics={statistics}
          articles={`/projects/${project.databaseId}/stats/articles/`}
          days={`?from=${String(statistics.from)}&to=${String(statistics.to)}`}
        />
      </Panel>
    </>
  );
}
