import { useCallback, useEffect, useRef } from 'react';
import { fetchQuery, graphql, usePreloadedQuery, useRelayEnvironment } from 'react-relay';
import { useLocation, useNavigationType, useParams } from 'react-router-dom';
import type { ArticlesTableQuery } from '../../../__generated__/ArticlesTableQuery.graphql.ts';
import { useLoadedQuery } from '../../../relay/loaded-query.ts';
import { useFallbackPolling } from '../../../relay/use-fallback-polling.ts';
import { formatCount } from '../../../ui/format.ts';
import { useCommands } from '../../../ui/commands.ts';
import { Pagination } from '../../../ui/lists/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { pageSizes } from '../../../generated/limits.ts';
import { projectWords } from '../../../generated/words/project.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { DeletedMenu } from '../../../frames/deleted-items/DeletedMenu.tsx';
import { outOfCharacters, OutOfCharacters } from '../../buying/OutOfCharacters.tsx';
import { openingOf } from '../../../frames/project-part/project-part.ts';
import { ArticleFilters } from './ArticleFilters.tsx';
import { ArticleRow } from './ArticleRow.tsx';
import styles from './ArticlesTable.module.css';
import { formatTableSearch, parseTableSearch, type TableSearch } from './article-variables.ts';
import { BulkBar } from './BulkBar.tsx';
import { qaPart } from '../../review/review-part.ts';
import { NoArticles } from './NoArticles.tsx';
import { formatTablePage, parseTablePage } from './table-page.ts';
import { ProjectEvents } from '../ProjectEvents.tsx';
import { SortHeader } from './SortHeader.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useSelection } from './use-selection.ts';

/** Table of the project's articles: filters, a page of 20, live updates. Its state is in the address. */
export default function ArticlesTable() {
  const reference = useLoadedQuery<ArticlesTableQuery>();
  const { project } = usePreloadedQuery<ArticlesTableQuery>(articlesQuery, reference);
  const environment = useRelayEnvironment();
  const w = useWords(projectWords);
  const now = useNow();
  const { tablePage } = useParams();
  const { search } = useLocation();
  const { variables } = reference;
  const refetch = useCallback(() => {
    fetchQuery<ArticlesTableQuery>(environment, articlesQuery, variables, {
      fetchPolicy: 'network-only',
    }).subscribe({ error: () => {} });
  }, [environment, variables]);
  const filters = parseTablePage(tablePage);
  const params = new URLSearchParams(search);
  const sought = parseTableSearch(params);
  const top = useTopOfPage(filters.page);
  useFallbackPolling(refetch);
  const { dateFrom, dateTo, status } = filters;
  const { query, label, qaStatus } = sought;
  const selection = useSelection(
    JSON.stringify([project?.id, dateFrom, dateTo, status, query, label, qaStatus]),
  );

  const nodes = project?.articles.edges.map(({ node }) => node) ?? [];
  const ids = nodes.map(({ id }) => id);
  useCommands([
    project?.canWrite &&
      ids.length > 0 && {
        id: 'articles.select',
        label: w.table.selectPage,
        run: () => selection.set(ids, true),
      },
    selection.any && { id: 'articles.clear', label: w.bulk.clear, run: selection.clear },
  ]);

  const body = useRef<HTMLTableSectionElement>(null);
  const toggle = (id: string) => selection.set([id], !selection.has(id));
  const rowKeys = useRowKeys(body, project?.canWrite ? (row) => ids[row] && toggle(ids[row]) : null);

  if (!project) return null;
  const { __id: connection, edges, totalCount, totalIsCapped, pageInfo } = project.articles;
  const filtered =
    query !== '' ||
    label !== '' ||
    dateFrom !== null ||
    dateTo !== null ||
    status !== null ||
    qaStatus !== null;
  const segment = formatTablePage(filters);
  const labels = project.entitlements.includes('LABELS');
  const addressOf = (page: number, order: TableSearch) =>
    `/projects/${project.databaseId}/${formatTablePage({ ...filters, page })}${formatTableSearch(order, params)}`;
  const sortedTo = (order: TableSearch) => addressOf(1, order);
  // Beyond what was counted, one page leads to the next.
  const counted = Math.ceil(totalCount / pageSizes.list);
  const pages = Math.max(counted, filters.page + (totalIsCapped && pageInfo.hasNextPage ? 1 : 0));
  const allHere = ids.every((id) => selection.has(id));
  const isShort = edges.some(
    ({ node: { status: state, errorNotices } }) =>
      state === 'ERRORED' && errorNotices?.some(({ code }) => code === outOfCharacters),
  );
  const known = [...new Set(edges.flatMap(({ node }) => node.labels))].sort();

  return (
    <Panel tight>
      <ProjectEvents
        project={project.id}
        listed={filtered || filters.page > 1 ? null : ids}
        onList={refetch}
      />
      <div className={styles.head}>
        <h2 ref={top} tabIndex={-1}>
          {w.articles}
        </h2>
        <span className={styles.count} data-testid="article-count">
          {totalIsCapped ? w.table.moreThan({ count: totalCount }) : formatCount(totalCount)}
        </span>
        <ArticleFilters
          key={project.id}
          filters={filters}
          search={sought}
          project={project.databaseId}
          labels={labels ? known : null}
          reviews={openingOf(qaPart, project) === 'open'}
        />
        {project.canWrite && (
          <span className={styles.more}>
            <DeletedMenu kind="articles" project={project.id} list={w.articles} />
          </span>
        )}
      </div>
      {project.canWrite && selection.any && (
        <BulkBar
          selection={{
            project: project.id,
            articles: selection.ids,
            filter: { search: query || null, label: label || null, qaStatus, dateFrom, dateTo, status },
          }}
          total={totalIsCapped ? null : totalCount}
          offersAll={allHere && (totalIsCapped || totalCount > ids.length)}
          labels={labels}
          onAll={selection.selectAll}
          onClear={() => {
            selection.clear();
            top.current?.focus({ preventScroll: true });
          }}
          onDone={() => {
            selection.clear();
            refetch();
            top.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <OutOfCharacters project={project.id} waits={isShort} />
      {edges.length === 0 ? (
        <NoArticles project={project} query={query} filtered={filtered} />
      ) : (
        <table className={styles.table}>
          <TableHead
            ids={ids}
            selection={project.canWrite ? selection : null}
            search={sought}
            labels={labels}
            to={sortedTo}
          />
          <tbody ref={body} {...rowKeys}>
            {edges.map(({ node }) => (
              <ArticleRow
                key={node.id}
                article={node}
                connection={connection}
                project={project.databaseId}
                segment={segment}
                search={search}
                labels={labels}
                now={now}
                selection={
                  project.canWrite
                    ? { selected: selection.has(node.id), toggle: () => toggle(node.id) }
                    : undefined
                }
                onDeleted={refetch}
              />
            ))}
          </tbody>
        </table>
      )}
      <Pagination
        current={filters.page}
        total={pages}
        label={w.table.pages}
        to={(page) => addressOf(page, sought)}
      />
    </Panel>
  );
}

interface TableHeadProps {
  /** Articles of the page. */
  ids: readonly string[];
  /** Null: the person may not select. */
  selection: ReturnType<typeof useSelection> | null;
  search: TableSearch;
  labels: boolean;
  to: (order: TableSearch) => string;
}

function TableHead({ ids, selection, search: sought, labels, to: sortedTo }: TableHeadProps) {
  const w = useWords(projectWords);
  const allHere = selection !== null && ids.every((id) => selection.has(id));
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className={styles.check}>
            <input
              type="checkbox"
              aria-label={w.table.selectPage}
              checked={allHere}
              ref={(box) => {
                if (box) box.indeterminate = !allHere && ids.some((id) => selection.has(id));
              }}
              onChange={() => selection.set(ids, !allHere)}
            />
          </th>
        )}
        <th scope="col" className={styles.play}>
          <span className="visually-hidden">{w.table.play}</span>
        </th>
        <SortHeader sort="STATUS" search={sought} to={sortedTo}>
          {w.table.status}
        </SortHeader>
        <SortHeader sort="TITLE" search={sought} to={sortedTo}>
          {w.table.title}
        </SortHeader>
        <SortHeader sort="DURATION" search={sought} to={sortedTo} className={styles.duration}>
          {w.table.duration}
        </SortHeader>
        <SortHeader sort="ADDED" search={sought} to={sortedTo} className={styles.date}>
          {w.table.added}
        </SortHeader>
        {labels && (
          <th scope="col" className={styles.labels}>
            {w.table.labels}
          </th>
        )}
        <th scope="col" className={styles.menu}>
          <span className="visually-hidden">{w.table.actions}</span>
        </th>
      </tr>
    </thead>
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
  query ArticlesTableQuery(
    $id: ID!
    $first: Int!
    $offset: Int!
    $query: String
    $label: String
    $qaStatus: ArticleQaFilter
    $sort: ArticleSort
    $descending: Boolean
    $dateFrom: Date
    $dateTo: Date
    $status: ArticleStatus
  ) @preloadable @throwOnFieldError {
    project(id: $id) {
      id
      databaseId
      canWrite
      entitlements
      ...NoArticles_project
      ...projectPart_gate
      articles(
        first: $first
        offset: $offset
        search: $query
        label: $label
        qaStatus: $qaStatus
        sort: $sort
        descending: $descending
        dateFrom: $dateFrom
        dateTo: $dateTo
        status: $status
      )
        @connection(
          key: "ArticlesTable_articles"
          filters: ["offset", "search", "label", "qaStatus", "sort", "descending", "dateFrom", "dateTo", "status"]
        ) {
        __id
        totalCount
        totalIsCapped
        pageInfo {
          hasNextPage
        }
        edges {
          node {
            id
            labels
            status
            errorNotices {
              code
            }
            ...ArticleRow_article
          }
        }
      }
    }
  }
`;
