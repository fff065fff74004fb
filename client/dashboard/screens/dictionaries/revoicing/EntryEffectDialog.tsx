import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, type RefObject } from 'react';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { notify } from '../../../ui/messages.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';
import { useEntryEffect, type EntryEffectProps } from './EntryEffect.tsx';

/** Time for which a notice says that no article has the word, milliseconds. */
const noneShownMs = 4_000;

interface EntryEffectDialogProps extends EntryEffectProps {
  /** Gets the focus when the dialog closes. */
  trigger?: RefObject<HTMLElement | null> | undefined;
}

/**
 * Takes the place of the dialog in which an entry was saved: which articles it affects, with the focus on the
 * button that regenerates them. If there are none, a notice appears instead.
 */
export function EntryEffectDialog({ trigger, ...props }: EntryEffectDialogProps) {
  const { effect: e, done } = useWords(dictionariesWords);
  const { text, isUsed, isUnused, regenerate, busy } = useEntryEffect(props);
  const id = useId();
  const next = useRef<HTMLButtonElement>(null);
  const isKnown = text !== null;
  useEffect(() => {
    // The button may be new, so the focus is still on the one that closes the dialog.
    if (isKnown) next.current?.focus();
  }, [isKnown]);
  const leave = useEffectEvent(() => {
    notify(`${e.saved}. ${text}`, noneShownMs);
    props.onClose();
  });
  useEffect(() => {
    if (isUnused) leave();
  }, [isUnused]);
  return (
    <Dialog
      title={e.saved}
      opened
      className={styles.result}
      trigger={trigger}
      onClose={props.onClose}
      actions={
        <>
          <Button
            ref={isUsed ? undefined : next}
            variant={isUsed ? 'default' : 'filled'}
            onClick={props.onClose}
          >
            {isUsed ? e.later : done}
          </Button>
          {isUsed && (
            <Button
              ref={regenerate ? undefined : next}
              variant={regenerate ? 'default' : 'filled'}
              aria-describedby={id}
              onClick={props.onShow}
            >
              {e.show}
            </Button>
          )}
          {regenerate && (
            <Button ref={next} loading={busy} aria-describedby={id} onClick={regenerate}>
              {e.voice}
            </Button>
          )}
        </>
      }
    >
      <p id={id} role="status">
        {text ?? e.checking}
      </p>
    </Dialog>
  );
}
