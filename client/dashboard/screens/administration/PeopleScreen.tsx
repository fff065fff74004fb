import { IconUsers } from '@tabler/icons-react';
import { graphql, usePaginationFragment, usePreloadedQuery } from 'react-relay';
import { Link } from 'react-router-dom';
import type { PeopleScreen_query$key } from '../../__generated__/PeopleScreen_query.graphql.ts';
import type { PeopleScreenPageQuery } from '../../__generated__/PeopleScreenPageQuery.graphql.ts';
import type { PeopleScreenQuery } from '../../__generated__/PeopleScreenQuery.graphql.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { EmptyState } from '../../ui/lists/EmptyState.tsx';
import { LoadMore } from '../../ui/lists/LoadMore.tsx';
import { pageSizes } from '../../generated/limits.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';
import { AdministrationFrame } from './AdministrationFrame.tsx';
import { SearchedList, useSearch } from './SearchedList.tsx';

/** For administrators: all accounts, searchable by a part of the name or the email address. */
export default function PeopleScreen() {
  const loaded = useLoadedQuery<PeopleScreenQuery>();
  const query = usePreloadedQuery<PeopleScreenQuery>(
    graphql`
    query PeopleScreenQuery($search: String) @preloadable @throwOnFieldError {
      ...PeopleScreen_query @arguments(search: $search)
    }
  `,
    loaded,
  );
  const { people: w } = useWords(administrationWords);
  return (
    <AdministrationFrame>
      <SearchedList label={w.search} hint={w.hint} what={w.what}>
        {(search) => <People query={query} search={search} first={loaded.variables.search ?? ''} />}
      </SearchedList>
    </AdministrationFrame>
  );
}

interface PeopleProps {
  query: PeopleScreen_query$key;
  search: string;
  /** What was searched for when the screen was opened. */
  first: string;
}

function People({ query, search, first }: PeopleProps) {
  const w = useWords(administrationWords);
  const {
    data: { users },
    hasNext,
    isLoadingNext,
    loadNext,
    refetch,
  } = usePaginationFragment<PeopleScreenPageQuery, PeopleScreen_query$key>(
    graphql`
    fragment PeopleScreen_query on Query
    @refetchable(queryName: "PeopleScreenPageQuery")
    @argumentDefinitions(search: { type: "String" }, count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" }) {
      users(search: $search, first: $count, after: $cursor) @connection(key: "PeopleScreen_users") {
        edges {
          node {
            id
            name
            email
            role
            verified
          }
        }
      }
    }
  `,
    query,
  );
  const searching = useSearch(search, first, refetch);
  const { edges } = users;
  if (edges.length === 0)
    return (
      <EmptyState
        icon={IconUsers}
        role="status"
        title={search ? w.people.nothing({ query: search }) : w.people.none}
      />
    );
  return (
    <div aria-busy={searching}>
      <ul className={styles.list}>
        {edges.map(({ node: { id, name, email, role, verified } }) => (
          <li key={id}>
            <span className={styles.who}>
              <Link to={`/projects/administration/people/${encodeURIComponent(id)}`}>{name || email}</Link>
              {name && <span>{email}</span>}
            </span>
            <span className={styles.facts}>
              {role === 'ADMIN' && <span className={styles.mark}>{w.administrator}</span>}
              {verified && <span className={styles.mark}>{w.verified}</span>}
            </span>
          </li>
        ))}
      </ul>
      <LoadMore
        what={w.people.many}
        shown={edges.length}
        more={hasNext}
        busy={isLoadingNext}
        onMore={() => loadNext(pageSizes.list)}
      />
    </div>
  );
}
