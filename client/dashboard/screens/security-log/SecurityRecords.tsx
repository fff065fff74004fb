import { graphql, usePaginationFragment } from 'react-relay';
import type {
  SecurityRecords_query$data,
  SecurityRecords_query$key,
} from '../../__generated__/SecurityRecords_query.graphql.ts';
import type { SecurityRecordsPageQuery } from '../../__generated__/SecurityRecordsPageQuery.graphql.ts';
import { LoadMore } from '../../ui/lists/LoadMore.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { pageSizes } from '../../generated/limits.ts';
import { securityLogWords } from '../../generated/words/securityLog.ts';
import { textByKey, useWords } from '../../words/word-catalogue.ts';
import styles from './SecurityLog.module.css';

/** Who did what, from where, newest first, as sentences. */
export function SecurityRecords({ query }: { query: SecurityRecords_query$key }) {
  const w = useWords(securityLogWords);
  const {
    data: { securityLog },
    hasNext,
    isLoadingNext,
    loadNext,
  } = usePaginationFragment<SecurityRecordsPageQuery, SecurityRecords_query$key>(
    graphql`
    fragment SecurityRecords_query on Query
    @refetchable(queryName: "SecurityRecordsPageQuery")
    @argumentDefinitions(
      organization: { type: "ID" }
      count: { type: "Int", defaultValue: 15 }
      cursor: { type: "String" }
    ) {
      securityLog(organization: $organization, first: $count, after: $cursor)
        @connection(key: "SecurityRecords_securityLog") {
        edges {
          node {
            id
            event
            createdAt
            network
            device
            user {
              name
              email
            }
            subject {
              name
              email
            }
            details {
              name
              value
            }
          }
        }
      }
    }
  `,
    query,
  );
  const { edges } = securityLog;
  return (
    <>
      <p className={styles.note}>{w.about}</p>
      {edges.length === 0 && <p className={styles.note}>{w.none}</p>}
      <ul className={styles.records}>
        {edges.map(({ node }) => (
          <Entry key={node.id} entry={node} />
        ))}
      </ul>
      <LoadMore
        what={w.many}
        shown={edges.length}
        more={hasNext}
        busy={isLoadingNext}
        onMore={() => loadNext(pageSizes.log)}
      />
    </>
  );
}

type EntryData = SecurityRecords_query$data['securityLog']['edges'][number]['node'];

function Entry({
  entry: { event, createdAt, user, subject, network, device, details },
}: {
  entry: EntryData;
}) {
  const w = useWords(securityLogWords);
  const format = useDateTimeFormat();
  const detail = (name: string) => details.find((one) => one.name === name)?.value;
  const roles: Readonly<Record<string, string>> = w.roles;
  const methods: Readonly<Record<string, string>> = w.methods;
  const role = detail('role') ?? '';
  const method = detail('method');
  const kind =
    event === 'SIGNED_IN' && detail('newDevice') === 'true'
      ? 'SIGNED_IN_NEW'
      : event === 'SECOND_FACTOR_REQUIRED' && detail('required') === 'false'
        ? 'SECOND_FACTOR_NO_LONGER_REQUIRED'
        : event === 'SIGNED_REQUESTS_REQUIRED' && detail('required') === 'false'
          ? 'SIGNED_REQUESTS_NO_LONGER_REQUIRED'
          : event === 'SIGN_IN_REFUSED' && detail('reason') === 'limit'
            ? 'SIGN_IN_LIMITED'
            : event;
  const whence = device && network ? w.from({ device, network }) : network ? w.network({ network }) : device;
  return (
    <li>
      <p>
        <time dateTime={createdAt}>{format(createdAt)}</time>
        <span>
          {kind &&
            textByKey(
              w.events,
              kind,
            )?.({
              who: user?.name || user?.email || (network ? w.somebody : w.program),
              whom: subject?.name || subject?.email || w.somebody,
              role: roles[role] ?? role,
              name: detail('project') ?? detail('name') ?? detail('what') ?? '',
            })}
        </span>
      </p>
      {(whence || method) && (
        <p className={styles.details}>
          {[method && (methods[method] ?? method), whence].filter(Boolean).join(' · ')}
        </p>
      )}
    </li>
  );
}
