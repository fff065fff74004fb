import { useCallback, useEffect, useRef } from 'react';
import { fetchQuery, graphql, usePreloadedQuery, useRelayEnvironment } from 'react-relay';
import { useLocation, useNavigationType, useParams } from 'react-router-dom';
import type { ArticlesTableQuery } from '../../__generated__/ArticlesTableQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { useFallbackPolling } from '../../relay/use-live.ts';
import { formatCount } from '../../ui/format.ts';
import { Pagination } from '../../ui/Pagination.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ArticleFilters } from './ArticleFilters.tsx';
import { ArticleRow } from './ArticleRow.tsx';
import styles from './ArticlesTable.module.css';
import { pageSize } from './article-variables.ts';
import { NoArticles } from './NoArticles.tsx';
import { formatTablePage, parseTablePage } from './table-page.ts';
import { ProjectEvents } from './ProjectEvents.tsx';

/** The project's articles: filters, a page of 20, live. What it shows stands in the address. */
export default function ArticlesTable() {
  const reference = useLoadedQuery<ArticlesTableQuery>();
  const { project } = usePreloadedQuery<ArticlesTableQuery>(articlesQuery, reference);
  const environment = useRelayEnvironment();
  const { tablePage } = useParams();
  const { search } = useLocation();
  const { variables } = reference;
  const refetch = useCallback(() => {
    fetchQuery<ArticlesTableQuery>(environment, articlesQuery, variables, { fetchPolicy: 'network-only' }).subscribe({ error: () => {} });
  }, [environment, variables]);
  const filters = parseTablePage(tablePage);
  const top = useTopOfPage(filters.page);
  useFallbackPolling(refetch);

  if (!project) return null;
  const { __id: connection, edges, totalCount, totalIsCapped } = project.articles;
  const query = new URLSearchParams(search).get('query')?.trim() ?? '';
  const filtered = query !== '' || filters.dateFrom !== null || filters.dateTo !== null || filters.status !== null;
  const segment = formatTablePage(filters);
  const labels = project.entitlements.includes('labels');
  const pages = Math.max(Math.ceil(totalCount / pageSize), filters.page);

  return (
    <Panel tight>
      <ProjectEvents project={project.id} onList={refetch} />
      <div className={styles.head}>
        <h2 ref={top} tabIndex={-1}>
          Articles
        </h2>
        <span className={styles.count} data-testid="article-count">
          {totalIsCapped ? 'more than ' : ''}
          {formatCount(totalCount)}
        </span>
        <ArticleFilters key={project.id} filters={filters} query={query} project={project.databaseId} />
      </div>
      {edges.length === 0 ? (
        <NoArticles project={project} query={query} filtered={filtered} />
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Play</span>
              </th>
              <th scope="col">Status</th>
              <th scope="col">Title</th>
              <th scope="col" className={styles.date}>
                Date added
              </th>
              {labels && (
                <th scope="col" className={styles.labels}>
                  Labels
                </th>
              )}
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {edges.map(({ node }) => (
              <ArticleRow
                key={node.id}
                article={node}
                connection={connection}
                project={project.databaseId}
                segment={segment}
                search={search}
                labels={labels}
                onDeleted={refetch}
              />
            ))}
          </tbody>
        </table>
      )}
      <Pagination
        current={filters.page}
        total={pages}
        label="Pages of articles"
        to={(page) => `/projects/${project.databaseId}/${formatTablePage({ ...filters, page })}${search}`}
      />
    </Panel>
  );
}

/** Another page begins at its top; going back, the browser knows where one was. @returns for the heading */
function useTopOfPage(page: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(page);
  const isBack = useNavigationType() === 'POP';
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (isBack) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [page, isBack]);
  return heading;
}

const articlesQuery = graphql`
  query ArticlesTableQuery($id: ID!, $first: Int!, $offset: Int!, $query: String, $dateFrom: Date, $dateTo: Date, $status: ArticleStatus) @preloadable @throwOnFieldError {
    project(id: $id) {
      id
      databaseId
      entitlements
      ...NoArticles_project
      articles(first: $first, offset: $offset, query: $query, dateFrom: $dateFrom, dateTo: $dateTo, status: $status)
        @connection(key: "ArticlesTable_articles", filters: ["offset", "query", "dateFrom", "dateTo", "status"]) {
        __id
        totalCount
        totalIsCapped
        edges {
          node {
            id
            ...ArticleRow_article
          }
        }
      }
    }
  }
`;
