import { Button } from '@mantine/core';
import { studioWords } from '../../../generated/words/studio.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { useWords } from '../../../words/word-catalogue.ts';

interface NoCharactersProps {
  opened: boolean;
  /** Opens the payment. Null: payments are not set up. Absent: only a message without an offer. */
  onSubscribe?: (() => void) | null;
  busy?: boolean;
  onClose: () => void;
}

/**
 * Nothing is left of the allowance: when something was to be generated, or once when the studio is opened.
 */
export function NoCharacters({ opened, onSubscribe, busy = false, onClose }: NoCharactersProps) {
  const { noCharacters: w, usage } = useWords(studioWords);
  return (
    <Dialog
      title={w.heading}
      opened={opened}
      onClose={onClose}
      actions={
        onSubscribe === undefined ? (
          <Button onClick={onClose} data-autofocus>
            {w.gotIt}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              {w.close}
            </Button>
            {onSubscribe && (
              <Button loading={busy} onClick={onSubscribe} data-autofocus>
                {w.subscribe}
              </Button>
            )}
          </>
        )
      }
    >
      <p>{w.text}</p>
      {onSubscribe === null && <p>{usage.unavailable}</p>}
      {onSubscribe !== undefined && <p>{w.kept}</p>}
    </Dialog>
  );
}
