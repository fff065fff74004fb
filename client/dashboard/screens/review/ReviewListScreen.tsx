import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { lazy, useEffect, useState } from 'react';
import { graphql, usePreloadedQuery } from 'react-relay';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { ReviewListScreenQuery } from '../../__generated__/ReviewListScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { Part } from '../../relay/Part.tsx';
import { EmptyState } from '../../ui/lists/EmptyState.tsx';
import { Pagination } from '../../ui/lists/Pagination.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { pageSizes } from '../../generated/limits.ts';
import { reviewWords } from '../../generated/words/review.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { ProjectPage } from '../../frames/project-part/ProjectPage.tsx';
import { withWords } from '../../words/words-part.ts';
import { formatStars } from './format-stars.ts';
import styles from './Review.module.css';
import { linkText, listOf, type ReviewTab } from './review-list.ts';
import { qaPart } from './review-part.ts';
import { useNextReview } from './use-next-review.ts';

const QualityPanel = lazy(() => withWords(import('./QualityPanel.tsx')));

/** How long the notice that there is nothing to review is shown, milliseconds (specification, section 9). */
const saidFor = 2_000;

/** A project's articles that are to be reviewed, and that were. */
export default function ReviewListScreen() {
  const { viewer, project } = usePreloadedQuery<ReviewListScreenQuery>(
    reviewListScreenQuery,
    useLoadedQuery<ReviewListScreenQuery>(),
  );
  const w = useWords(reviewWords);
  const [search] = useSearchParams();
  const { tab, page } = listOf(search);
  const counters = project?.reviewCounters.ok ? project.reviewCounters.value : null;
  const base = `/projects/${project?.databaseId}/qa`;
  const address = (which: ReviewTab, number = 1) =>
    `${base}?tab=${which}${number > 1 ? `&page=${number}` : ''}`;
  const rows = project?.toReview ?? project?.reviewed;
  const stars = (rating: number | null | undefined) => (rating ? w.stars({ count: rating }) : w.pending);
  return (
    <ProjectPage
      part={qaPart}
      project={viewer && project}
      detail={
        counters &&
        w.counters({
          total: counters.reviewedTotal,
          waiting: counters.needReview,
          today: counters.reviewedToday,
          average: formatStars(counters.averageRating),
        })
      }
    >
      <div className={styles.head}>
        <nav className={styles.tabs} aria-label={w.lists}>
          {(['reviewed', 'new'] as const).map((which) => (
            <Link key={which} to={address(which)} aria-current={which === tab ? 'page' : undefined}>
              {which === 'new' ? w.toReview : w.reviewed}
            </Link>
          ))}
        </nav>
        <span className={styles.grow} />
        <StartReview project={String(project?.databaseId)} />
      </div>
      <div className={styles.lists}>
        <Panel>
          {!rows || rows.edges.length === 0 ? (
            <EmptyState icon={qaPart.icon} title={w.none} />
          ) : (
            <ul className={styles.list}>
              {rows.edges.map(({ node }) => (
                <li key={node.databaseId}>
                  <Link
                    to={tab === 'new' ? `${base}/${node.databaseId}/edit` : `${base}/${node.databaseId}`}
                    title={node.title}
                  >
                    {linkText(node.title)}
                  </Link>
                  <span>{tab === 'new' ? w.pending : stars(node.qaRating)}</span>
                </li>
              ))}
            </ul>
          )}
          <Pagination
            current={page}
            total={Math.ceil((rows?.totalCount ?? 0) / pageSizes.list)}
            to={(number) => address(tab, number)}
            label={w.pages}
          />
        </Panel>
        <Part what={w.quality.what}>{() => <QualityPanel project={String(project?.databaseId)} />}</Part>
      </div>
    </ProjectPage>
  );
}

/** Opens the next article, or shows a notice for a while if there is none. */
function StartReview({ project }: { project: string }) {
  const w = useWords(reviewWords);
  const [next, busy] = useNextReview(project);
  const navigate = useNavigate();
  const [saysNone, setSaysNone] = useState(false);
  useEffect(() => {
    if (!saysNone) return undefined;
    const timer = setTimeout(() => setSaysNone(false), saidFor);
    return () => clearTimeout(timer);
  }, [saysNone]);
  const start = async () => {
    const found = await next();
    if (found === 'none') setSaysNone(true);
    else if (found !== null) await navigate(`/projects/${project}/qa/${found}/edit`);
  };
  return (
    <>
      <span role="status" className={styles.none}>
        {saysNone && w.noNewArticles}
      </span>
      <Button leftSection={<IconPlayerPlay size={16} />} loading={busy} onClick={() => void start()}>
        {w.start}
      </Button>
    </>
  );
}

const reviewListScreenQuery = graphql`
  query ReviewListScreenQuery($id: ID!, $offset: Int!, $isNew: Boolean!) @preloadable @throwOnFieldError {
    viewer {
      __typename
    }
    project(id: $id) {
      databaseId
      ...ProjectPage_project
      reviewCounters @catch {
        reviewedTotal
        needReview
        reviewedToday
        averageRating
      }
      toReview: articles(first: 20, offset: $offset, status: READY, qaStatus: NEW) @include(if: $isNew) {
        totalCount
        edges {
          node {
            databaseId
            title
            qaRating
          }
        }
      }
      reviewed: articles(first: 20, offset: $offset, qaStatus: REVIEWED) @skip(if: $isNew) {
        totalCount
        edges {
          node {
            databaseId
            title
            qaRating
          }
        }
      }
    }
  }
`;
