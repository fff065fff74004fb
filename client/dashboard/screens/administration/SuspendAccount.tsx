import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { SuspendAccountMutation } from '../../__generated__/SuspendAccountMutation.graphql.ts';
import type { SuspendAccountReactivateMutation } from '../../__generated__/SuspendAccountReactivateMutation.graphql.ts';
import type { SuspendAccount_user$key } from '../../__generated__/SuspendAccount_user.graphql.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';

interface SuspendAccountProps {
  user: SuspendAccount_user$key;
  /** It was stopped or opened, and that is on record. */
  onChange: () => void;
}

const changedShown = 2000;

/** Stops an account that is abused, with all that leads to what was made in its studio; or opens it again. */
export function SuspendAccount({ user: key, onChange }: SuspendAccountProps) {
  const { id, name, email, suspendedAt } = useFragment(userFragment, key);
  const { studio: w } = useWords(administrationWords);
  const [asked, setAsked] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [stop, stopping] = useAction<SuspendAccountMutation>(suspendAccountMutation);
  const [resume, resuming] = useAction<SuspendAccountReactivateMutation>(resumeMutation);
  const [typed, setTyped] = useState<string | null>(null);
  const stopped = suspendedAt != null;
  const shown = { name: name || email };
  const reason = typed ?? (stopped ? w.reasonReopen : w.reasonStop);
  const confirm = async () => {
    setError(null);
    const input = { user: id, reason };
    const outcome = stopped ? await resume({ input }) : await stop({ input });
    if (!outcome.ok && outcome.fieldErrors['reason']) return setError(outcome.fieldErrors['reason']);
    setAsked(false);
    if (!outcome.ok) return setError(Object.values(outcome.fieldErrors)[0] ?? null);
    setTyped(null);
    notify(stopped ? w.isOpen(shown) : w.hasStopped(shown), changedShown);
    onChange();
  };
  return (
    <Panel title={w.title}>
      <div className={styles.line}>
        <p>{stopped ? w.stopped : w.open}</p>
        <Button
          ref={button}
          variant={stopped ? 'default' : 'filled'}
          {...(!stopped && { color: 'red' })}
          size="xs"
          onClick={() => setAsked(true)}
        >
          {stopped ? w.reopen : w.stop}
        </Button>
      </div>
      <FieldError>{!asked && error}</FieldError>
      <ConfirmDialog
        title={stopped ? w.reopenTitle(shown) : w.stopTitle(shown)}
        confirm={stopped ? w.reopen : w.stop}
        opened={asked}
        busy={stopping || resuming}
        trigger={button}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(false)}
      >
        <p>{stopped ? w.reopenText(shown) : w.stopText(shown)}</p>
        <TextInput
          label={w.reason}
          value={reason}
          error={error}
          onChange={({ currentTarget }) => {
            setError(null);
            setTyped(currentTarget.value);
          }}
        />
      </ConfirmDialog>
    </Panel>
  );
}

const userFragment = graphql`
  fragment SuspendAccount_user on User {
    id
    name
    email
    suspendedAt
  }
`;

const suspendAccountMutation = graphql`
  mutation SuspendAccountMutation($input: SuspendAccountInput!) {
    result: suspendAccount(input: $input) {
      __typename
      ... on SuspendAccountSuccess {
        user {
          id
          suspendedAt
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const resumeMutation = graphql`
  mutation SuspendAccountReactivateMutation($input: ReactivateAccountInput!) {
    result: reactivateAccount(input: $input) {
      __typename
      ... on ReactivateAccountSuccess {
        user {
          id
          suspendedAt
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
