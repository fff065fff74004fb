import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { graphql } from 'react-relay';
import type { ResetSecondFactorMutation } from '../../__generated__/ResetSecondFactorMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { administrationWords } from '../../generated/words/administration.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';

interface ResetSecondFactorProps {
  user: string;
  name: string;
  onChange: () => void;
}

/** Resets the second factor of a user who has lost app, passkeys and recovery codes. */
export function ResetSecondFactor({ user, name, onChange }: ResetSecondFactorProps) {
  const { person: w } = useWords(administrationWords);
  const [asked, setAsked] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [take, busy] = useAction<ResetSecondFactorMutation>(graphql`
    mutation ResetSecondFactorMutation($input: ResetSecondFactorInput!) {
      result: resetSecondFactor(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const confirm = async () => {
    setError(null);
    const outcome = await take({ input: { user } });
    setAsked(false);
    if (!outcome.ok) return setError(Object.values(outcome.fieldErrors)[0] ?? null);
    notify(w.secondStepTaken({ name }), 2000);
    onChange();
  };
  return (
    <Panel title={w.secondStep}>
      <div className={styles.line}>
        <p>{w.secondStepHint}</p>
        <Button ref={button} variant="default" size="xs" onClick={() => setAsked(true)}>
          {w.takeSecondStep}
        </Button>
      </div>
      <FieldError>{error}</FieldError>
      <ConfirmDialog
        title={w.takeSecondStepTitle({ name })}
        confirm={w.takeSecondStep}
        opened={asked}
        busy={busy}
        trigger={button}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(false)}
      >
        <p>{w.takeSecondStepText({ name })}</p>
      </ConfirmDialog>
    </Panel>
  );
}
