import { Button } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { uiWords } from '../../generated/words/ui.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  confirm: string;
  cancel?: string;
  opened: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What has the focus again afterwards; else what had it before. */
  trigger?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({
  title,
  confirm,
  cancel,
  opened,
  busy = false,
  onConfirm,
  onClose,
  trigger,
  children,
}: ConfirmDialogProps) {
  const w = useWords(uiWords);
  return (
    <Dialog
      title={title}
      opened={opened}
      onClose={onClose}
      trigger={trigger}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {cancel ?? w.cancel}
          </Button>
          <Button color="red" loading={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
