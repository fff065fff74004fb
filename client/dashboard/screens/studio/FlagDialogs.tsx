import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { commitMutation } from 'relay-runtime';
import type { FlagDialogsRegistrationMutation } from '../../__generated__/FlagDialogsRegistrationMutation.graphql.ts';
import { studioWords } from '../../generated/words/studio.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { useRefreshedUsage } from './balance/use-refreshed-usage.ts';

const registrationMutation = graphql`
  mutation FlagDialogsRegistrationMutation {
    recordStudioRegistration {
      __typename
    }
  }
`;

/** Shows dialogs for query parameters of redirects: from the payment provider, or from the sign-up. */
export function FlagDialogs() {
  const { payment: w } = useWords(studioWords);
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const environment = useRelayEnvironment();
  const refreshUsage = useRefreshedUsage();
  const payment = parameters.get('payment-success');
  const registered = parameters.get('registered') === 'true';

  useEffect(() => {
    if (!registered) return;
    // Sent once, even if it fails. Reloading the page doesn't repeat it.
    commitMutation<FlagDialogsRegistrationMutation>(environment, {
      mutation: registrationMutation,
      variables: {},
      onError: () => {},
    });
    void navigate('/studio', { replace: true });
  }, [registered, environment, navigate]);
  useEffect(() => {
    if (payment === 'true') refreshUsage();
  }, [payment, refreshUsage]);

  const paid = payment === 'true';
  /** What was read; the address follows. */
  const [read, setRead] = useState<string | null>(null);
  const close = () => {
    setRead(payment);
    const rest = new URLSearchParams(parameters);
    rest.delete('payment-success');
    void navigate({ pathname: '/studio', search: rest.toString() }, { replace: true });
  };
  return (
    <Dialog
      title={paid ? w.success : w.cancelled}
      opened={(paid || payment === 'false') && read !== payment}
      onClose={close}
      actions={
        <Button onClick={close} data-autofocus>
          {w.ok}
        </Button>
      }
    >
      <p>{paid ? w.thanks : w.wasCancelled}</p>
    </Dialog>
  );
}
