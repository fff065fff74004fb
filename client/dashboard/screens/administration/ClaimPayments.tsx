import { Button } from '@mantine/core';
import { graphql } from 'react-relay';
import type { ClaimPaymentsMutation } from '../../__generated__/ClaimPaymentsMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { administrationWords } from '../../generated/words/administration.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';

interface ClaimPaymentsProps {
  /** Address of the server that payments belong to. */
  publicUrl: string;
  onChange: () => void;
}

/** Asks what this server is, whose database belongs to another address; payments wait for the answer. */
export function ClaimPayments({ publicUrl, onChange }: ClaimPaymentsProps) {
  const { payments: w } = useWords(administrationWords);
  const [claim, busy] = useAction<ClaimPaymentsMutation>(graphql`
    mutation ClaimPaymentsMutation($input: ClaimPaymentsInput!) {
      result: claimPayments(input: $input) {
        __typename
        ... on ClaimPaymentsSuccess {
          installation {
            publicUrl
            isCurrent
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const answer = async (isCopy: boolean) => {
    const outcome = await claim({ input: { isCopy } });
    if (!outcome.ok) return;
    notify(w.claimed, 4000);
    onChange();
  };
  return (
    <Panel title={w.elsewhere}>
      <p className={styles.warn} role="status">
        {w.elsewhereText({ publicUrl })}
      </p>
      <div className={styles.choice}>
        <Button size="xs" disabled={busy} onClick={() => void answer(false)}>
          {w.moved}
        </Button>
        <Button size="xs" variant="default" disabled={busy} onClick={() => void answer(true)}>
          {w.copy}
        </Button>
      </div>
    </Panel>
  );
}
