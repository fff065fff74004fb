import { useEffect, useRef } from 'react';
import { graphql, usePreloadedQuery } from 'react-relay';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { StatisticsScreenQuery } from '../../__generated__/StatisticsScreenQuery.graphql.ts';
import { statisticsWords } from '../../generated/words/statistics.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { Part } from '../../relay/Part.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { ProjectPage } from '../../frames/project-part/ProjectPage.tsx';
import { addressOf, parseReportParams, type ReportParams } from './report-params.ts';
import { LiveListeners } from './LiveListeners.tsx';
import { Loading } from './Loading.tsx';
import { Picker, type ReportChange } from './Picker.tsx';
import { ReportPart } from './ReportPart.tsx';
import { statsPart } from './stats-part.ts';
import styles from './Statistics.module.css';

/** Statistics of a project. The current selection is in the address. */
export default function StatisticsScreen() {
  const { project } = usePreloadedQuery<StatisticsScreenQuery>(
    graphql`
      query StatisticsScreenQuery($id: ID!) @preloadable @throwOnFieldError {
        project(id: $id) {
          id
          databaseId
          roles
          ...ProjectPage_project
          # Refused to roles that the page then tells so.
          statisticsReports @catch(to: NULL) {
            name
            ...Picker_reports
          }
        }
      }
    `,
    useLoadedQuery<StatisticsScreenQuery>(),
  );
  const w = useWords(statisticsWords);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const asked = parseReportParams(search);
  // A second change may come before the first is shown, and keeps it.
  const latest = useRef<ReportParams>(asked);
  useEffect(() => void (latest.current = parseReportParams(search)), [search]);
  const change = (changesOf: ReportChange) => {
    latest.current = { ...latest.current, ...changesOf(latest.current) };
    void navigate(addressOf(latest.current) || '?', { preventScrollReset: true });
  };
  const reports = project?.statisticsReports ?? [];
  // A report that is not there for this project, such as an organization's, is the usual one.
  const report = reports.some(({ name }) => name === asked.report) ? asked.report : reports[0]?.name;
  return (
    <ProjectPage part={statsPart} project={project}>
      {project && report && (
        <div className={styles.screen}>
          <Part what={w.live.what} waiting={<div className={styles.live} aria-busy="true" />}>
            {(attempt) => <LiveListeners project={project.id} attempt={attempt} />}
          </Part>
          <Picker reports={reports} asked={{ ...asked, report }} onChange={change} />
          <Part
            what={w.what}
            of={search.toString()}
            // Each report shows the spinner again, so that it never shows figures of another report.
            waiting={<Loading />}
          >
            {(attempt) => (
              <ReportPart
                key={search.toString()}
                project={{
                  id: project.id,
                  databaseId: project.databaseId,
                  shares: project.roles.includes('MAINTAINER'),
                }}
                asked={{ ...asked, report }}
                attempt={attempt}
              />
            )}
          </Part>
        </div>
      )}
    </ProjectPage>
  );
}
