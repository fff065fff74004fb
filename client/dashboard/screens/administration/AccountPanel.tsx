import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { graphql } from 'react-relay';
import type { AccountPanelVerifyMutation } from '../../__generated__/AccountPanelVerifyMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { administrationWords } from '../../generated/words/administration.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';
import { GrantBalance, type AccountHolder } from './GrantBalance.tsx';

interface AccountPanelProps {
  holder: AccountHolder;
  balance: number;
  verified: boolean;
  note?: string;
  /** Something was changed, and is on record. */
  onChange: () => void;
}

/** An account's balance, whether it is verified, and the change of either. */
export function AccountPanel({ holder, balance, verified, note, onChange }: AccountPanelProps) {
  const { account: w, left } = useWords(administrationWords);
  const { kind, id, name } = holder;
  const [asked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [verify, busy] = useAction<AccountPanelVerifyMutation>(graphql`
    mutation AccountPanelVerifyMutation($input: SetVerifiedInput!) {
      result: setVerified(input: $input) {
        __typename
        ... on SetVerifiedSuccess {
          organization {
            id
            verified
          }
          user {
            id
            verified
            hasVerified
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const confirm = async () => {
    const { ok } = await verify({ input: { [kind]: id, verified: !verified } });
    setAsked(false);
    if (!ok) return;
    notify(verified ? w.isNotVerified({ name }) : w.isVerified({ name }), 2000);
    onChange();
  };
  return (
    <Panel title={w.title}>
      <p className={styles.balance}>{left({ count: balance })}</p>
      {note && <p className={styles.note}>{note}</p>}
      <div className={styles.line}>
        <p>{verified ? w.verified : w.notVerified}</p>
        <Button ref={button} variant="default" size="xs" onClick={() => setAsked(true)}>
          {verified ? w.unverify : w.verify}
        </Button>
      </div>
      <ConfirmDialog
        title={verified ? w.unverifyTitle({ name }) : w.verifyTitle({ name })}
        confirm={verified ? w.unverify : w.verify}
        opened={asked}
        busy={busy}
        trigger={button}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(false)}
      >
        <p>{verified ? w.unverifyText({ name }) : w.verifyText({ name })}</p>
      </ConfirmDialog>
      <GrantBalance holder={holder} verified={verified} onChange={onChange} />
    </Panel>
  );
}
