import { useCallback, useRef } from 'react';
import { fetchQuery, graphql, usePreloadedQuery, useRelayEnvironment } from 'react-relay';
import { useLocation } from 'react-router-dom';
import type {
  ArticlesTableQuery,
  ArticlesTableQuery$variables,
} from '../../../__generated__/ArticlesTableQuery.graphql.ts';
import { useLoadedQuery } from '../../../relay/loaded-query.ts';
import { useFallbackPolling } from '../../../relay/use-fallback-polling.ts';
import { Pagination } from '../../../ui/lists/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { projectWords } from '../../../generated/words/project.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { outOfCharacters, OutOfCharacters } from '../../buying/OutOfCharacters.tsx';
import { openingOf } from '../../../frames/project-part/project-part.ts';
import { ArticleRows } from './ArticleRows.tsx';
import { ArticlesHead } from './ArticlesHead.tsx';
import { BulkBar } from './BulkBar.tsx';
import { qaPart } from '../../review/review-part.ts';
import { NoArticles } from './NoArticles.tsx';
import { pagesOf } from './table-page.ts';
import { ProjectEvents } from '../ProjectEvents.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { useSelection } from './use-selection.ts';
import { useSelectionCommands } from './use-selection-commands.ts';
import { useTableAddress } from './use-table-address.ts';
import { useTopOfPage } from './use-top-of-page.ts';

/** Table of the project's articles: filters, a page of 20, live updates. Its state is in the address. */
export default function ArticlesTable() {
  const reference = useLoadedQuery<ArticlesTableQuery>();
  const { project } = usePreloadedQuery<ArticlesTableQuery>(articlesQuery, reference);
  const w = useWords(projectWords);
  const { search } = useLocation();
  const refetch = useRefetch(reference.variables);
  const { filters, sought, narrowed, isNarrowed, segment, addressOf } = useTableAddress();
  const top = useTopOfPage(filters.page);
  useFallbackPolling(refetch);
  const selection = useSelection(JSON.stringify([project?.id, narrowed]));
  const nodes = project?.articles.edges.map(({ node }) => node) ?? [];
  const ids = nodes.map(({ id }) => id);
  const canWrite = project?.canWrite ?? false;
  useSelectionCommands(selection, canWrite ? ids : []);
  const body = useRef<HTMLTableSectionElement>(null);
  const rowKeys = useRowKeys(body, canWrite ? (row) => ids[row] && selection.toggle(ids[row]) : null);

  if (!project) return null;
  const { __id: connection, totalCount, totalIsCapped, pageInfo } = project.articles;
  const labels = project.entitlements.includes('LABELS');
  const home = `/projects/${project.databaseId}`;
  const leave = () => {
    selection.clear();
    top.current?.focus({ preventScroll: true });
  };
  return (
    <Panel tight>
      <ProjectEvents
        project={project.id}
        listed={isNarrowed || filters.page > 1 ? null : ids}
        onList={refetch}
      />
      <ArticlesHead
        id={project.id}
        canWrite={canWrite}
        count={totalCount}
        isCapped={totalIsCapped}
        heading={top}
        filters={filters}
        search={sought}
        project={project.databaseId}
        labels={labels ? [...new Set(nodes.flatMap((node) => node.labels))].sort() : null}
        reviews={openingOf(qaPart, project) === 'open'}
      />
      {canWrite && selection.any && (
        <BulkBar
          selection={{ project: project.id, articles: selection.ids, filter: narrowed }}
          total={totalIsCapped ? null : totalCount}
          offersAll={ids.every((id) => selection.has(id)) && (totalIsCapped || totalCount > ids.length)}
          labels={labels}
          onAll={selection.selectAll}
          onClear={leave}
          onDone={() => {
            leave();
            refetch();
          }}
        />
      )}
      <OutOfCharacters project={project.id} waits={nodes.some(lacksCharacters)} />
      {nodes.length === 0 ? (
        <NoArticles project={project} query={sought.query} filtered={isNarrowed} />
      ) : (
        <ArticleRows
          articles={nodes}
          list={{ connection, project: project.databaseId, segment, search, labels, onDeleted: refetch }}
          selection={canWrite ? selection : null}
          sought={sought}
          to={(order) => home + addressOf(1, order)}
          body={body}
          rowKeys={rowKeys}
        />
      )}
      <Pagination
        current={filters.page}
        total={pagesOf(filters.page, totalCount, totalIsCapped && pageInfo.hasNextPage)}
        label={w.table.pages}
        to={(page) => home + addressOf(page, sought)}
      />
    </Panel>
  );
}

/** Returns a function that reads the table again. */
function useRefetch(variables: ArticlesTableQuery$variables): () => void {
  const environment = useRelayEnvironment();
  return useCallback(() => {
    fetchQuery<ArticlesTableQuery>(environment, articlesQuery, variables, {
      fetchPolicy: 'network-only',
    }).subscribe({ error: () => {} });
  }, [environment, variables]);
}

interface ArticleState {
  readonly status: string;
  readonly errorNotices: readonly { readonly code: string }[] | null | undefined;
}

/** Whether an article waits until the account has characters again. */
const lacksCharacters = ({ status, errorNotices }: ArticleState): boolean =>
  status === 'ERRORED' && (errorNotices?.some(({ code }) => code === outOfCharacters) ?? false);

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
