// oxlint-disable relay/unused-fields -- the balance is read again for the screen that shows it
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { PaymentResultQuery } from '../../__generated__/PaymentResultQuery.graphql.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useWords } from '../../words/word-catalogue.ts';

/** Milliseconds between two looks at whether the payment has come in. */
const lookEvery = 2_000;
/** Polls before the page stops waiting; the payment provider's email reports the result. */
const lookMax = 45;

const query = graphql`
  query PaymentResultQuery($slug: ID!, $payment: String!) {
    organization(id: $slug) {
      balance
      purchasing {
        added(payment: $payment)
      }
      ...Purchasing_organization
    }
  }
`;

interface PaymentResultProps {
  slug: string;
  /** The characters have come. */
  onAdded: () => void;
}

/** What the payment service's pages led back with, and the characters as soon as they are there. */
export function PaymentResult({ slug, onAdded }: PaymentResultProps) {
  const { buying: w } = useWords(organizationWords);
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const environment = useRelayEnvironment();
  const outcome = parameters.get('payment-success');
  const payment = parameters.get('payment');
  const isPaid = outcome === 'true';
  const [looks, setLooks] = useState(0);
  const [added, setAdded] = useState(0);
  const waits = isPaid && payment !== null && added === 0 && looks < lookMax;

  useEffect(() => {
    if (!waits) return;
    // It may have come in before the browser came back.
    const timer = setTimeout(
      () => {
        // Without a connection it is looked for again.
        const again = () => setLooks(looks + 1);
        fetchQuery<PaymentResultQuery>(
          environment,
          query,
          { slug, payment },
          { fetchPolicy: 'network-only' },
        ).subscribe({
          next: ({ organization }) => setAdded(organization?.purchasing?.added ?? 0),
          complete: again,
          error: again,
        });
      },
      looks === 0 ? 0 : lookEvery,
    );
    return () => clearTimeout(timer);
  }, [waits, looks, environment, slug, payment]);
  useEffect(() => {
    if (added > 0) onAdded();
  }, [added, onAdded]);

  const close = () => {
    const rest = new URLSearchParams(parameters);
    rest.delete('payment-success');
    rest.delete('payment');
    void navigate({ search: rest.toString() }, { replace: true });
  };
  return (
    <Dialog
      title={isPaid ? w.bought : w.cancelled}
      opened={isPaid || outcome === 'false'}
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
