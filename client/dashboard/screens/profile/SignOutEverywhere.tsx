import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql } from 'react-relay';
import type { SignOutEverywhereMutation } from '../../__generated__/SignOutEverywhereMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProfileScreen.module.css';

/** Ends every session of the account, and leaves this page, so that nothing of it stays in memory. */
export function SignOutEverywhere() {
  const { sessions: w } = useWords(profileWords);
  const [asked, setAsked] = useState(false);
  const [signOut, busy] = useAction<SignOutEverywhereMutation>(graphql`
    mutation SignOutEverywhereMutation {
      result: signOutEverywhere {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const leave = async () => {
    if ((await signOut({})).ok) location.replace('/');
  };
  return (
    <div className={styles.fields}>
      <p className={styles.note}>{w.about}</p>
      <div>
        <Button variant="default" onClick={() => setAsked(true)}>
          {w.signOut}
        </Button>
      </div>
      <ConfirmDialog
        title={w.ask}
        confirm={w.signOut}
        opened={asked}
        busy={busy}
        onConfirm={() => void leave()}
        onClose={() => setAsked(false)}
      >
        {w.warning}
      </ConfirmDialog>
    </div>
  );
}
