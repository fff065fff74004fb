import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { StopAccountMutation } from '../../__generated__/StopAccountMutation.graphql.ts';
import type { StopAccountResumeMutation } from '../../__generated__/StopAccountResumeMutation.graphql.ts';
import type { StopAccount_user$key } from '../../__generated__/StopAccount_user.graphql.ts';
import { administrationWords } from '../../generated/words/administration.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';

interface StopAccountProps {
  user: StopAccount_user$key;
  /** It was stopped or opened, and that is on record. */
  onChange: () => void;
}

const changedShown = 2000;

/** Stops an account that is abused, with all that leads to what was made in its studio; or opens it again. */
export function StopAccount({ user: key, onChange }: StopAccountProps) {
  const { id, name, email, stoppedAt } = useFragment(userFragment, key);
  const { studio: w } = useWords(administrationWords);
  const [asked, setAsked] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [stop, stopping] = useAction<StopAccountMutation>(stopAccountMutation);
  const [resume, resuming] = useAction<StopAccountResumeMutation>(resumeMutation);
  const [why, setWhy] = useState<string | null>(null);
  const stopped = stoppedAt != null;
  const shown = { name: name || email };
  const reason = why ?? (stopped ? w.whyReopen : w.whyStop);
  const confirm = async () => {
    setError(null);
    const input = { user: id, why: reason };
    const outcome = stopped ? await resume({ input }) : await stop({ input });
    if (!outcome.ok && outcome.fieldErrors['why']) return setError(outcome.fieldErrors['why']);
    setAsked(false);
    if (!outcome.ok) return setError(Object.values(outcome.fieldErrors)[0] ?? null);
    setWhy(null);
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
          label={w.why}
          value={reason}
          error={error}
          onChange={({ currentTarget }) => {
            setError(null);
            setWhy(currentTarget.value);
          }}
        />
      </ConfirmDialog>
    </Panel>
  );
}

const userFragment = graphql`
  fragment StopAccount_user on User {
    id
    name
    email
    stoppedAt
  }
`;

const stopAccountMutation = graphql`
  mutation StopAccountMutation($input: StopAccountInput!) {
    result: stopAccount(input: $input) {
      __typename
      ... on StopAccountSuccess {
        user {
          id
          stoppedAt
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const resumeMutation = graphql`
  mutation StopAccountResumeMutation($input: ResumeAccountInput!) {
    result: resumeAccount(input: $input) {
      __typename
      ... on ResumeAccountSuccess {
        user {
          id
          stoppedAt
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
