// oxlint-disable relay/unused-fields -- BuyerLink reads whose it is
import { graphql, useFragment } from 'react-relay';
import type { ReversedPayments_payment$key } from '../../__generated__/ReversedPayments_payment.graphql.ts';
import { formatMinorUnits } from '../../ui/format.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';
import { BuyerLink } from './SubscriptionIssues.tsx';

/** Payments that were refunded or disputed, and what was taken back for them. */
export function ReversedPayments({ payments }: { payments: readonly ReversedPayments_payment$key[] }) {
  const { payments: w } = useWords(administrationWords);
  return (
    <Panel title={w.returns}>
      <p className={styles.note}>{payments.length === 0 ? w.returnsNone : w.returnsAbout}</p>
      <ul className={styles.list}>
        {payments.map((payment, index) => (
          <Returned key={index} payment={payment} />
        ))}
      </ul>
    </Panel>
  );
}

function Returned({ payment: key }: { payment: ReversedPayments_payment$key }) {
  const { payments: w } = useWords(administrationWords);
  const format = useDateTimeFormat();
  const payment = useFragment(
    graphql`
    fragment ReversedPayments_payment on ReversedPayment {
      payment
      currency
      total
      refunded
      disputed
      disputeStatus
      charactersDeducted
      createdAt
      customer
      buyer
      userId
      organizationId
    }
  `,
    key,
  );
  const {
    payment: paymentId,
    currency,
    total,
    refunded,
    disputed,
    disputeStatus,
    charactersDeducted,
    createdAt,
  } = payment;
  const money = (amount: number) => formatMinorUnits(amount, currency);
  const facts = [
    refunded > 0 && w.refunded({ amount: money(refunded), total: money(total) }),
    disputed > 0 && w.disputed({ amount: money(disputed), total: money(total) }),
    disputeStatus != null && w.disputeStatus({ status: disputeStatus }),
    charactersDeducted != null && charactersDeducted > 0 && w.taken({ count: charactersDeducted }),
  ].filter(Boolean);
  return (
    <li>
      <span className={styles.who}>
        <BuyerLink of={payment} />
        <span>{facts.join(' · ')}</span>
        <span>
          {format(createdAt)} · {paymentId}
        </span>
      </span>
    </li>
  );
}
