import { useState } from 'react';
import { graphql, usePaginationFragment } from 'react-relay';
import type { BalanceHistory_organization$key } from '../../__generated__/BalanceHistory_organization.graphql.ts';
import type { BalanceHistoryPageQuery } from '../../__generated__/BalanceHistoryPageQuery.graphql.ts';
import type { BalanceHistoryQuery } from '../../__generated__/BalanceHistoryQuery.graphql.ts';
import { pageSizes } from '../../generated/limits.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { Part } from '../../relay/Part.tsx';
import { formatCount } from '../../ui/format.ts';
import { PagedList } from '../../ui/lists/PagedList.tsx';
import { FoldingPanel } from '../../ui/Panel.tsx';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { textByKey, useWords } from '../../words/word-catalogue.ts';
import styles from './OrganizationScreen.module.css';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

interface BalanceHistoryProps {
  organization: string;
  /** Another number after each change, so that it is seen here. */
  changes: number;
}

/** What was added to an organization's balance and taken from it; asked for when it is opened. */
export function BalanceHistory({ organization, changes }: BalanceHistoryProps) {
  const { history: w } = useWords(organizationWords);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <FoldingPanel title={w.title} onOpen={() => setIsOpen(true)}>
      {isOpen && (
        <Part what={w.what} of={String(changes)} waiting={<Bar height={90} />}>
          {(attempt) => <Loaded organization={organization} asked={`${attempt}.${changes}`} />}
        </Part>
      )}
    </FoldingPanel>
  );
}

function Loaded({ organization: id, asked }: { organization: string; asked: string }) {
  const { organization } = useFreshQuery<BalanceHistoryQuery>(
    graphql`
    query BalanceHistoryQuery($id: ID!) @throwOnFieldError {
      organization(id: $id) {
        ...BalanceHistory_organization
      }
    }
  `,
    { id },
    asked,
  );
  return organization && <Entries organization={organization} />;
}

function Entries({ organization }: { organization: BalanceHistory_organization$key }) {
  const { history: w } = useWords(organizationWords);
  const format = useDateTimeFormat();
  const {
    data: { ledger },
    ...pages
  } = usePaginationFragment<BalanceHistoryPageQuery, BalanceHistory_organization$key>(
    graphql`
    fragment BalanceHistory_organization on Organization
    @refetchable(queryName: "BalanceHistoryPageQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 15 }, cursor: { type: "String" }) {
      ledger(first: $count, after: $cursor) @connection(key: "BalanceHistory_ledger") {
        edges {
          node {
            id
            kind
            amount
            charactersSaved
            reason
            reversal
            paymentId
            createdAt
          }
        }
      }
    }
  `,
    organization,
  );
  return (
    <PagedList
      items={ledger?.edges ?? []}
      className={styles.entries}
      none={<p className={styles.note}>{w.none}</p>}
      what={w.many}
      pages={pages}
      step={pageSizes.log}
    >
      {({ node: { id, kind, amount, charactersSaved, reason, reversal, paymentId, createdAt } }) => (
        <li key={id}>
          <span className={styles.who}>
            <strong>{textByKey(w.kinds, reversal ?? (paymentId == null ? kind : 'BOUGHT')) ?? kind}</strong>
            {paymentId != null && <span>{w.payment({ id: paymentId })}</span>}
            {paymentId == null && isTold(kind) && <span>{reason}</span>}
            <time dateTime={createdAt}>{format(createdAt)}</time>
          </span>
          <span className={styles.amount} data-added={amount > 0 || undefined}>
            {kind === 'SAVED' ? w.saved({ count: charactersSaved }) : signed(amount)}
          </span>
        </li>
      )}
    </PagedList>
  );
}

/** Returns whether the transaction has a written reason; for generated audio, its kind is enough. */
const isTold = (kind: string): boolean => kind === 'GRANTED' || kind === 'CREDITED';

const signed = (amount: number): string =>
  amount < 0 ? `\u2212${formatCount(-amount)}` : `+${formatCount(amount)}`;
