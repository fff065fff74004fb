import { Button, Select } from '@mantine/core';
import { useState, type RefObject } from 'react';
import { graphql } from 'react-relay';
import type { ReplayDialogMutation } from '../../__generated__/ReplayDialogMutation.graphql.ts';
import { webhooksWords } from '../../generated/words/webhooks.ts';
import { useAction } from '../../relay/use-action.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { notify } from '../../ui/messages.ts';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Webhooks.module.css';

interface ReplayDialogProps {
  webhook: string;
  /** When it was disabled, of one that was just enabled: what it missed is the first choice. */
  missedSince: string | null;
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
  onReplayed: () => void;
}

const shownMs = 3_000;

/** Sends events again, since a time that it asks for. */
export function ReplayDialog({ webhook, missedSince, trigger, onClose, onReplayed }: ReplayDialogProps) {
  const { replay: w, cancel } = useWords(webhooksWords);
  const format = useDateTimeFormat();
  const [since, setSince] = useState(missedSince ?? '24');
  const [replay, busy] = useAction<ReplayDialogMutation>(graphql`
    mutation ReplayDialogMutation($input: ReplayWebhookInput!) {
      result: replayWebhook(input: $input) {
        __typename
        ... on ReplayWebhookSuccess {
          messages
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const confirm = async () => {
    const start = since === missedSince ? since : hoursAgo(Number(since));
    const outcome = await replay({ input: { id: webhook, since: start } });
    if (!outcome.ok) return;
    onClose();
    notify(w.done({ count: outcome.result.messages ?? 0 }), shownMs);
    onReplayed();
  };
  return (
    <Dialog
      title={missedSince === null ? w.title : w.missedTitle}
      opened
      trigger={trigger}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {missedSince === null ? cancel : w.notNow}
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
          label={w.since}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={[
            ...(missedSince === null
              ? []
              : [{ value: missedSince, label: w.missed({ when: format(missedSince) }) }]),
            { value: '1', label: w.hour },
            ...[1, 3, 7, 30].map((count) => ({ value: String(24 * count), label: w.days({ count }) })),
          ]}
          value={since}
          onChange={(next) => next !== null && setSince(next)}
        />
      </div>
    </Dialog>
  );
}

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
