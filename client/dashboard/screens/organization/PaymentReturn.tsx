import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { PaymentReturnQuery } from '../../__generated__/PaymentReturnQuery.graphql.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useWords } from '../../words/word-catalogue.ts';

/** Milliseconds between two looks at whether the payment has come in. */
const lookEvery = 2_000;
/** Looks after which nobody waits for it any more; the mail of the payment service says the rest. */
const lookMax = 45;

const query = graphql`
  query PaymentReturnQuery($slug: ID!) {
    organization(id: $slug) {
      balance
      ...Purchasing_organization
    }
  }
`;

interface PaymentReturnProps {
  slug: string;
  balance: number;
  /** The characters have come. */
  onAdded: () => void;
}

/** What the payment service's pages led back with, and the characters as soon as they are there. */
export function PaymentReturn({ slug, balance, onAdded }: PaymentReturnProps) {
  const { buying: w } = useWords(organizationWords);
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const environment = useRelayEnvironment();
  const payment = parameters.get('payment-success');
  const isPaid = payment === 'true';
  const [before] = useState(balance);
  const [looks, setLooks] = useState(0);
  const added = Math.max(0, balance - before);
  const waits = isPaid && added === 0 && looks < lookMax;

  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => {
      // Without a connection it is looked for again.
      const again = () => setLooks(looks + 1);
      fetchQuery<PaymentReturnQuery>(environment, query, { slug }, { fetchPolicy: 'network-only' }).subscribe(
        { complete: again, error: again },
      );
    }, lookEvery);
    return () => clearTimeout(timer);
  }, [waits, looks, environment, slug]);
  useEffect(() => {
    if (added > 0) onAdded();
  }, [added, onAdded]);

  const close = () => {
    const rest = new URLSearchParams(parameters);
    rest.delete('payment-success');
    void navigate({ search: rest.toString() }, { replace: true });
  };
  return (
    <Dialog
      title={isPaid ? w.bought : w.cancelled}
      opened={isPaid || payment === 'false'}
      onClose={close}
      actions={
        <Button onClick={close} data-autofocus>
          {w.ok}
        </Button>
      }
    >
      <p role="status">{!isPaid ? w.wasCancelled : added > 0 ? w.added({ count: added }) : w.boughtText}</p>
    </Dialog>
  );
}
