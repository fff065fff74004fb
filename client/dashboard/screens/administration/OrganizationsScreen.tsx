import { IconBuilding } from '@tabler/icons-react';
import { graphql, usePaginationFragment, usePreloadedQuery } from 'react-relay';
import { Link } from 'react-router-dom';
import type { OrganizationsScreen_query$key } from '../../__generated__/OrganizationsScreen_query.graphql.ts';
import type { OrganizationsScreenPageQuery } from '../../__generated__/OrganizationsScreenPageQuery.graphql.ts';
import type { OrganizationsScreenQuery } from '../../__generated__/OrganizationsScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { EmptyState } from '../../ui/lists/EmptyState.tsx';
import { LoadMore } from '../../ui/lists/LoadMore.tsx';
import { pageSizes } from '../../generated/limits.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';
import { AdministrationFrame } from './AdministrationFrame.tsx';
import { SearchedList, useSearch } from './SearchedList.tsx';

/** For administrators: all organizations, found by a part of their names. */
export default function OrganizationsScreen() {
  const loaded = useLoadedQuery<OrganizationsScreenQuery>();
  const query = usePreloadedQuery<OrganizationsScreenQuery>(
    graphql`
    query OrganizationsScreenQuery($search: String) @preloadable @throwOnFieldError {
      ...OrganizationsScreen_query @arguments(search: $search)
    }
  `,
    loaded,
  );
  const { organizations: w } = useWords(administrationWords);
  return (
    <AdministrationFrame>
      <SearchedList label={w.search} hint={w.hint} what={w.what}>
        {(search) => <Organizations query={query} search={search} first={loaded.variables.search ?? ''} />}
      </SearchedList>
    </AdministrationFrame>
  );
}

interface OrganizationsProps {
  query: OrganizationsScreen_query$key;
  search: string;
  /** What was searched for when the screen was opened. */
  first: string;
}

function Organizations({ query, search, first }: OrganizationsProps) {
  const w = useWords(administrationWords);
  const {
    data: { organizations },
    hasNext,
    isLoadingNext,
    loadNext,
    refetch,
  } = usePaginationFragment<OrganizationsScreenPageQuery, OrganizationsScreen_query$key>(
    graphql`
    fragment OrganizationsScreen_query on Query
    @refetchable(queryName: "OrganizationsScreenPageQuery")
    @argumentDefinitions(search: { type: "String" }, count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" }) {
      organizations(search: $search, first: $count, after: $cursor) @connection(key: "OrganizationsScreen_organizations") {
        edges {
          node {
            id
            databaseId
            name
            pseudo
            balance
            verified
          }
        }
      }
    }
  `,
    query,
  );
  const searching = useSearch(search, first, refetch);
  const { edges } = organizations;
  if (edges.length === 0)
    return (
      <EmptyState
        icon={IconBuilding}
        role="status"
        title={search ? w.organizations.nothing({ query: search }) : w.organizations.none}
      />
    );
  return (
    <div aria-busy={searching}>
      <ul className={styles.list}>
        {edges.map(({ node: { id, databaseId, name, pseudo, balance, verified } }) => (
          <li key={id}>
            <span className={styles.who}>
              <Link to={`/projects/administration/organizations/${databaseId}`}>{name}</Link>
              {pseudo && <span>{pseudo}</span>}
            </span>
            <span className={styles.facts}>
              {verified && <span className={styles.mark}>{w.verified}</span>}
              <span data-low={balance <= 0 && !verified ? '' : undefined}>{w.left({ count: balance })}</span>
            </span>
          </li>
        ))}
      </ul>
      <LoadMore
        what={w.organizations.many}
        shown={edges.length}
        more={hasNext}
        busy={isLoadingNext}
        onMore={() => loadNext(pageSizes.list)}
      />
    </div>
  );
}
