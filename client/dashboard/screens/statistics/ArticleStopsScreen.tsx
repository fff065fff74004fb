// oxlint-disable relay/unused-fields -- leftBy() reads the times
import { graphql, usePreloadedQuery } from 'react-relay';
import { Link } from 'react-router-dom';
import type { ArticleStopsScreenQuery } from '../../__generated__/ArticleStopsScreenQuery.graphql.ts';
import { statisticsWords } from '../../generated/words/statistics.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { NotFound } from '../../relay/Failure.tsx';
import { EmptyState } from '../../ui/lists/EmptyState.tsx';
import { formatDay } from '../../ui/format.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { ProjectPage } from '../../frames/project-part/ProjectPage.tsx';
import { Chart } from './Chart.tsx';
import { retentionByParagraph, retentionOf } from './listener-retention.ts';
import { statsPart } from './stats-part.ts';
import styles from './ArticleStops.module.css';

/** Where listeners stop in an article, drawn beside its text. */
export default function ArticleStopsScreen() {
  const { project, article } = usePreloadedQuery<ArticleStopsScreenQuery>(
    articleStopsScreenQuery,
    useLoadedQuery<ArticleStopsScreenQuery>(),
  );
  const { stops: w } = useWords(statisticsWords);
  if (!project || !article || article.project.databaseId !== project.databaseId)
    return <NotFound what="article" />;
  const { retention, title, spokenText, paragraphs } = article;
  const still = retentionOf(retention?.parts ?? []);
  const back = `/projects/${project.databaseId}/stats?report=Articles${retention ? `&from=${String(retention.from)}&to=${String(retention.to)}` : ''}`;
  return (
    <ProjectPage
      part={{ ...statsPart, heading: w.title }}
      project={project}
      detail={
        <>
          <Link to={back}>{w.back}</Link>
          <span>{title}</span>
        </>
      }
    >
      {!retention ? (
        <Panel>
          <EmptyState icon={statsPart.icon} title={title}>
            {w.few}
          </EmptyState>
        </Panel>
      ) : (
        <div className={styles.screen}>
          <Panel title={title}>
            <p className={styles.lead}>
              {w.lead({
                plays: retention.plays,
                from: formatDay(String(retention.from)),
                to: formatDay(String(retention.to)),
              })}
            </p>
            <Chart
              title={w.curve}
              kind="LINE"
              labels={still.map((_, part) => `${part} %`)}
              series={[
                { name: w.curve, unit: 'PERCENT', data: still },
                { name: w.heard, unit: 'PERCENT', data: retention.parts },
              ]}
            />
          </Panel>
          <Panel>
            {spokenText && paragraphs.length > 0 ? (
              <Text text={spokenText} paragraphs={paragraphs} still={still} />
            ) : (
              <p>{w.noText}</p>
            )}
          </Panel>
        </div>
      )}
    </ProjectPage>
  );
}

interface TextProps {
  text: string;
  paragraphs: readonly { start: number; length: number; startMs: number; endMs: number }[];
  still: readonly number[];
}

function Text({ text, paragraphs, still: there }: TextProps) {
  const { stops: w } = useWords(statisticsWords);
  const left = retentionByParagraph(paragraphs, there);
  const most = Math.max(...left.map(({ lost }) => lost), 0);
  const worst = left.findIndex(({ lost }) => lost === most && most >= 1);
  const round = (percent: number) => String(Math.round(percent));
  return (
    <>
      {worst >= 0 && <p className={styles.lead}>{w.biggest({ percent: round(most) })}</p>}
      <ol className={styles.text}>
        {left.map(({ paragraph, still, lost }, place) => (
          <li key={paragraph.start} data-worst={place === worst || undefined}>
            <span className={styles.gauge} aria-hidden="true">
              <span style={{ width: `${still}%` }} />
            </span>
            <span className={styles.share}>
              {w.still({ percent: round(still) })}
              {lost >= 1 && <em>{w.lost({ percent: round(lost) })}</em>}
            </span>
            <p>{text.slice(paragraph.start, paragraph.start + paragraph.length)}</p>
          </li>
        ))}
      </ol>
    </>
  );
}

const articleStopsScreenQuery = graphql`
  query ArticleStopsScreenQuery($id: ID!, $articleId: ID!, $from: Date, $to: Date)
  @preloadable
  @throwOnFieldError {
    project(id: $id) {
      databaseId
      ...ProjectPage_project
    }
    article(id: $articleId) {
      title
      project {
        databaseId
      }
      spokenText
      paragraphs {
        start
        length
        startMs
        endMs
      }
      # Refused to roles that the page then tells so.
      retention(from: $from, to: $to) @catch(to: NULL) {
        from
        to
        plays
        parts
      }
    }
  }
`;
