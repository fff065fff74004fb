import { Button, Select } from '@mantine/core';
import { useState, type RefObject } from 'react';
import { graphql } from 'react-relay';
import type { RotateSecretDialogMutation } from '../../__generated__/RotateSecretDialogMutation.graphql.ts';
import { webhooksWords } from '../../generated/words/webhooks.ts';
import { useAction } from '../../relay/use-action.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Webhooks.module.css';

interface RotateSecretDialogProps {
  webhook: string;
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

/** Replaces the secret, and asks how long the previous one also signs. */
export function RotateSecretDialog({ webhook, trigger, onClose, onSecret }: RotateSecretDialogProps) {
  const { rotate: w, cancel } = useWords(webhooksWords);
  const [hours, setHours] = useState('24');
  const [rotate, busy] = useAction<RotateSecretDialogMutation>(graphql`
    mutation RotateSecretDialogMutation($input: RotateWebhookSecretInput!) {
      result: rotateWebhookSecret(input: $input) {
        __typename
        ... on RotateWebhookSecretSuccess {
          secret
          webhook {
            id
            previousSecretExpiresAt
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const confirm = async () => {
    const outcome = await rotate({ input: { id: webhook, overlapHours: Number(hours) } });
    if (!outcome.ok) return;
    onClose();
    if (outcome.result.secret) onSecret(outcome.result.secret);
  };
  return (
    <Dialog
      title={w.title}
      opened
      trigger={trigger}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button loading={busy} onClick={() => void confirm()}>
            {w.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{w.text}</p>
        <Select
          label={w.overlap}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={[
            { value: '0', label: w.atOnce },
            ...[1, 24, 72, 168].map((count) => ({ value: String(count), label: w.hours({ count }) })),
          ]}
          value={hours}
          onChange={(next) => next !== null && setHours(next)}
        />
      </div>
    </Dialog>
  );
}
