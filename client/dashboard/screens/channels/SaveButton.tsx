import { Button, Tooltip } from '@mantine/core';
import { useId } from 'react';
import { channelsWords } from '../../generated/words/channels.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ChannelForm.module.css';

interface SaveButtonProps {
  label: string;
  /** What is missing before it can be saved; null: nothing. */
  hint: string | null;
  busy: boolean;
  disabled: boolean;
}

/**
 * Sends the form. While something is missing it is disabled, and says what: at the pointer, on focus and to
 * screen readers.
 */
export function SaveButton({ label, hint, busy, disabled }: SaveButtonProps) {
  const w = useWords(channelsWords);
  const id = useId();
  if (hint === null)
    return (
      <Button type="submit" size="md" loading={busy} disabled={disabled}>
        {label}
      </Button>
    );
  return (
    <>
      <Tooltip label={hint} multiline maw={300} withArrow events={{ hover: true, focus: true, touch: true }}>
        {/* A button that is really disabled has no focus, and none could learn why. */}
        <Button
          type="submit"
          size="md"
          data-disabled
          aria-disabled
          aria-describedby={id}
          onClick={(event) => event.preventDefault()}
        >
          {label}
        </Button>
      </Tooltip>
      <span id={id} className={styles.hint}>
        {w.notReady}
        <span className="visually-hidden">: {hint}</span>
      </span>
    </>
  );
}
