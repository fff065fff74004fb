import { Button } from '@mantine/core';
import { studioWords } from '../../../generated/words/studio.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useWords } from '../../../words/word-catalogue.ts';
import type { useTextTransfer } from './use-text-transfer.ts';

/** Asks whether a text that was read replaces the existing text or follows it. */
export function ReplaceTextDialog({ transfer }: { transfer: ReturnType<typeof useTextTransfer> }) {
  const w = useWords(studioWords);
  const { found, setFound, take } = transfer;
  return (
    <ConfirmDialog
      title={w.source.replaceHeading}
      confirm={w.source.replace}
      opened={found !== null}
      onConfirm={() => found && take(found, false)}
      onClose={() => setFound(null)}
    >
      <p>{w.source.replaceText({ name: found?.from ?? '' })}</p>
      <Button variant="subtle" style={{ justifySelf: 'start' }} onClick={() => found && take(found, true)}>
        {w.source.append}
      </Button>
    </ConfirmDialog>
  );
}
