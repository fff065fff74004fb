import { Button } from '@mantine/core';
import type { RefObject } from 'react';
import { studioWords } from '../../../generated/words/studio.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Studio.module.css';

interface PlanDialogProps {
  plans: readonly {
    readonly key: string;
    readonly name: string;
    readonly amount: string;
    readonly minutes: number | null | undefined;
  }[];
  opened: boolean;
  busy: boolean;
  trigger: RefObject<HTMLElement | null>;
  onChoose: (plan: string) => void;
  onClose: () => void;
}

/** Which plan it shall be, where there are several. */
export function PlanDialog({ plans, opened, busy, trigger, onChoose, onClose }: PlanDialogProps) {
  const { usage: w } = useWords(studioWords);
  return (
    <Dialog
      title={w.choose}
      opened={opened}
      trigger={trigger}
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          {w.later}
        </Button>
      }
    >
      <ul className={styles.plans}>
        {plans.map(({ key, name, amount, minutes }) => (
          <li key={key}>
            <button type="button" disabled={busy} onClick={() => onChoose(key)}>
              <strong>{name}</strong>
              {minutes != null && <span>{w.minutes({ count: minutes })}</span>}
              {amount && <span>{amount}</span>}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
