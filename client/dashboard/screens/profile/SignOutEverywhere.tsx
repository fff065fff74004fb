import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql } from 'react-relay';
import type { SignOutEverywhereMutation } from '../../__generated__/SignOutEverywhereMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import styles from './ProfileScreen.module.css';

/** Ends every session of the account, and leaves this page, so that nothing of it stays in memory. */
export function SignOutEverywhere() {
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
      <p className={styles.note}>Ends this account's sessions on every device, for example after you lose one.</p>
      <div>
        <Button variant="default" onClick={() => setAsked(true)}>
          Sign out everywhere
        </Button>
      </div>
      <ConfirmDialog
        title="Sign out everywhere?"
        confirm="Sign out everywhere"
        opened={asked}
        busy={busy}
        onConfirm={() => void leave()}
        onClose={() => setAsked(false)}
      >
        Every device will have to sign in again, including this one.
      </ConfirmDialog>
    </div>
  );
}
