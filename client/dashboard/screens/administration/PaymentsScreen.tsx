import { graphql, usePreloadedQuery } from 'react-relay';
import { Link } from 'react-router-dom';
import type {
  PaymentsScreenQuery,
  PaymentsScreenQuery$data,
} from '../../__generated__/PaymentsScreenQuery.graphql.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useDateTimeFormat } from '../../ui/time-zone.ts';
import { textUnder, useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';
import { AdministrationFrame } from './AdministrationFrame.tsx';

/** For administrators: the nightly comparisons with the payment service, what differed, and what was done. */
export default function PaymentsScreen() {
  const { payments: w } = useWords(administrationWords);
  const { paymentComparisons } = usePreloadedQuery<PaymentsScreenQuery>(
    graphql`
    query PaymentsScreenQuery @preloadable @throwOnFieldError {
      paymentComparisons {
        startedAt
        finishedAt
        customers
        differences {
          kind
          customer
          here
          there
          buyer
          userId
          organizationId
        }
      }
    }
  `,
    useLoadedQuery<PaymentsScreenQuery>(),
  );
  return (
    <AdministrationFrame>
      <div className={styles.parts}>
        <Panel title={w.title}>
          <p className={styles.note}>{w.about}</p>
          {paymentComparisons.length === 0 ? (
            <p className={styles.found}>{w.none}</p>
          ) : (
            <ul className={styles.records}>
              {paymentComparisons.map((comparison) => (
                <ComparisonItem key={comparison.startedAt} comparison={comparison} />
              ))}
            </ul>
          )}
        </Panel>
      </div>
    </AdministrationFrame>
  );
}

type Comparison = PaymentsScreenQuery$data['paymentComparisons'][number];

function ComparisonItem({ comparison }: { comparison: Comparison }) {
  const { payments: w } = useWords(administrationWords);
  const format = useDateTimeFormat();
  const { startedAt, finishedAt, customers, differences } = comparison;
  const count = differences.length;
  return (
    <li>
      <p>
        <time dateTime={startedAt}>{format(startedAt)}</time>
        {finishedAt == null ? (
          <span className={styles.warn}>{w.underWay}</span>
        ) : (
          <>
            <span>{w.customers({ count: customers })}</span>
            <span className={count > 0 ? styles.warn : undefined}>
              {count === 0 ? w.agreed : w.differences({ count })}
            </span>
          </>
        )}
      </p>
      {count > 0 && (
        <ul className={styles.differences}>
          {differences.map((difference, index) => (
            <li key={index}>
              <DifferenceItem difference={difference} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function DifferenceItem({ difference }: { difference: Comparison['differences'][number] }) {
  const { payments: w } = useWords(administrationWords);
  const format = useDateTimeFormat();
  const { kind, customer, here, there, buyer, userId, organizationId } = difference;
  const shown = (value: string): string =>
    value === 'none'
      ? w.nothing
      : kind === 'period' && !Number.isNaN(Date.parse(value))
        ? format(value)
        : value;
  const path =
    userId != null
      ? `people/${encodeURIComponent(userId)}`
      : organizationId != null
        ? `organizations/${encodeURIComponent(organizationId)}`
        : null;
  const name = buyer ?? w.unknown({ customer });
  return (
    <>
      <p>
        {path === null ? (
          <strong>{name}</strong>
        ) : (
          <Link to={`/projects/administration/${path}`}>{name}</Link>
        )}{' '}
        <span>{textUnder(w.kinds, kind) ?? kind}</span>
      </p>
      <dl>
        <div>
          <dt>{w.here}</dt>
          <dd>{shown(here)}</dd>
        </div>
        <div>
          <dt>{w.there}</dt>
          <dd>{shown(there)}</dd>
        </div>
      </dl>
      <p className={styles.note}>{textUnder(w.done, kind)}</p>
    </>
  );
}
