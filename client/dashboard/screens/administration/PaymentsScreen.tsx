// oxlint-disable relay/unused-fields -- BuyerLink reads whose it is
import { fetchQuery, graphql, usePreloadedQuery, useRelayEnvironment } from 'react-relay';
import type {
  PaymentsScreenQuery,
  PaymentsScreenQuery$data,
} from '../../__generated__/PaymentsScreenQuery.graphql.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import { useLoadedQuery } from '../../relay/loaded-query.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { textByKey, useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';
import { AdministrationFrame } from './AdministrationFrame.tsx';
import { ClaimPayments } from './ClaimPayments.tsx';
import { FailedPaymentEvents } from './FailedPaymentEvents.tsx';
import { BuyerLink, SubscriptionIssues } from './SubscriptionIssues.tsx';
import { ReversedPayments } from './ReversedPayments.tsx';

const query = graphql`
  query PaymentsScreenQuery @preloadable @throwOnFieldError {
    paymentInstallation {
      publicUrl
      isCurrent
    }
    subscriptionIssues {
      ...SubscriptionIssues_matter
    }
    reversedPayments {
      ...ReversedPayments_payment
    }
    failedPaymentEvents {
      ...FailedPaymentEvents_event
    }
    paymentComparisons {
      startedAt
      finishedAt
      customers
      failures
      differences {
        kind
        customer
        parlanceValue
        serviceValue
        buyer
        userId
        organizationId
      }
    }
  }
`;

/**
 * For administrators: subscriptions to look at, refunds and disputes, events that failed, and the nightly
 * comparisons with the payment service.
 */
export default function PaymentsScreen() {
  const { payments: w } = useWords(administrationWords);
  const environment = useRelayEnvironment();
  const {
    paymentInstallation,
    subscriptionIssues,
    reversedPayments,
    failedPaymentEvents,
    paymentComparisons,
  } = usePreloadedQuery<PaymentsScreenQuery>(query, useLoadedQuery<PaymentsScreenQuery>());
  // What fails is shown by the action before it; the screen keeps what it has.
  const lookAgain = () =>
    fetchQuery<PaymentsScreenQuery>(environment, query, {}).subscribe({ error: () => {} });
  return (
    <AdministrationFrame>
      <div className={styles.parts}>
        {paymentInstallation && !paymentInstallation.isCurrent && (
          <ClaimPayments publicUrl={paymentInstallation.publicUrl} onChange={lookAgain} />
        )}
        <FailedPaymentEvents events={failedPaymentEvents} onChange={lookAgain} />
        <SubscriptionIssues matters={subscriptionIssues} onChange={lookAgain} />
        <ReversedPayments payments={reversedPayments} />
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
  const { startedAt, finishedAt, customers, failures, differences } = comparison;
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
            {failures > 0 && <span className={styles.warn}>{w.failures({ count: failures })}</span>}
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
  const { kind, parlanceValue: here, serviceValue: there } = difference;
  const shown = (value: string): string =>
    value === 'none'
      ? w.nothing
      : kind === 'period' && !Number.isNaN(Date.parse(value))
        ? format(value)
        : value;
  return (
    <>
      <p>
        <BuyerLink of={difference} /> <span>{textByKey(w.kinds, kind) ?? kind}</span>
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
      <p className={styles.note}>{textByKey(w.done, kind)}</p>
    </>
  );
}
