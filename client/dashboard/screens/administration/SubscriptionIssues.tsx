import { Button, Select, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type {
  SubscriptionIssuesEndMutation,
  SubscriptionRefund,
} from '../../__generated__/SubscriptionIssuesEndMutation.graphql.ts';
import type {
  SubscriptionIssues_matter$data,
  SubscriptionIssues_matter$key,
} from '../../__generated__/SubscriptionIssues_matter.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import { textByKey, useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';

const refunds: readonly SubscriptionRefund[] = ['ALL', 'LAST', 'NONE'];

interface SubscriptionIssuesProps {
  matters: readonly SubscriptionIssues_matter$key[];
  /** A subscription was ended. */
  onChange: () => void;
}

/** Subscriptions that an administrator should know of, each with the way to end and refund it. */
export function SubscriptionIssues({ matters, onChange }: SubscriptionIssuesProps) {
  const { payments: w } = useWords(administrationWords);
  return (
    <Panel title={w.matters}>
      <p className={styles.note}>{matters.length === 0 ? w.mattersNone : w.mattersAbout}</p>
      <ul className={styles.list}>
        {matters.map((matter, index) => (
          <Matter key={index} matter={matter} onChange={onChange} />
        ))}
      </ul>
    </Panel>
  );
}

function Matter({ matter: key, onChange }: { matter: SubscriptionIssues_matter$key; onChange: () => void }) {
  const { payments: w } = useWords(administrationWords);
  const format = useDateTimeFormat();
  const button = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState(false);
  const matter = useFragment(
    graphql`
    fragment SubscriptionIssues_matter on SubscriptionIssue {
      kind
      subscription
      customer
      status
      startedAt
      buyer
      userId
      organizationId
    }
  `,
    key,
  );
  const { kind, subscription, status, startedAt } = matter;
  const name = matter.buyer ?? w.unknown({ customer: matter.customer });
  return (
    <li>
      <span className={styles.who}>
        <BuyerLink of={matter} />
        <span className={styles.warn}>{textByKey(w.matterKinds, kind)}</span>
        <span>
          {w.matterFacts({ subscription, status })}
          {startedAt != null && ` · ${w.since({ when: format(startedAt) })}`}
        </span>
      </span>
      <Button
        ref={button}
        size="compact-sm"
        variant="default"
        aria-label={w.endOf({ subscription, name })}
        onClick={() => setAsked(true)}
      >
        {w.end}
      </Button>
      {asked && (
        <EndSubscription
          subscription={subscription}
          name={name}
          trigger={button}
          onClose={() => setAsked(false)}
          onEnded={onChange}
        />
      )}
    </li>
  );
}

interface EndSubscriptionProps {
  subscription: string;
  name: string;
  trigger: React.RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  onEnded: () => void;
}

function EndSubscription({ subscription, name, trigger, onClose, onEnded }: EndSubscriptionProps) {
  const { payments: w } = useWords(administrationWords);
  const [refund, setRefund] = useState<SubscriptionRefund>('ALL');
  const [reason, setReason] = useState(w.reasonDefault);
  const [error, setError] = useState<string | null>(null);
  const [end, busy] = useAction<SubscriptionIssuesEndMutation>(graphql`
    mutation SubscriptionIssuesEndMutation($input: EndSubscriptionInput!) {
      result: endSubscription(input: $input) {
        __typename
        ... on EndSubscriptionSuccess {
          refunds
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const confirm = async () => {
    setError(null);
    const outcome = await end({ input: { subscription, refund, reason } });
    if (!outcome.ok) {
      const [problem] = Object.values(outcome.fieldErrors);
      return problem === undefined ? onClose() : setError(problem);
    }
    onClose();
    notify(w.ended({ count: outcome.result.refunds ?? 0 }), 4000);
    onEnded();
  };
  return (
    <ConfirmDialog
      title={w.endTitle({ name })}
      confirm={w.end}
      opened
      busy={busy}
      trigger={trigger}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{w.endText}</p>
      <Select
        label={w.refund}
        allowDeselect={false}
        data={refunds.map((value) => ({ value, label: w.refunds[value as keyof typeof w.refunds] }))}
        value={refund}
        onChange={(value) => value && setRefund(value as SubscriptionRefund)}
      />
      <TextInput
        label={w.reason}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => {
          setError(null);
          setReason(currentTarget.value);
        }}
      />
      <FieldError>{error}</FieldError>
    </ConfirmDialog>
  );
}

type Buyer = Pick<SubscriptionIssues_matter$data, 'buyer' | 'customer' | 'userId' | 'organizationId'>;

/** Whom something about payments concerns, as a link to where administrators see them. */
export function BuyerLink({ of: { buyer, customer, userId, organizationId } }: { of: Buyer }) {
  const { payments: w } = useWords(administrationWords);
  const path =
    userId != null
      ? `people/${encodeURIComponent(userId)}`
      : organizationId != null
        ? `organizations/${encodeURIComponent(organizationId)}`
        : null;
  const name = buyer ?? w.unknown({ customer });
  return path === null ? (
    <strong>{name}</strong>
  ) : (
    <Link to={`/projects/administration/${path}`}>{name}</Link>
  );
}
