import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  confirm: string;
  opened: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, confirm, opened, busy = false, onConfirm, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      opened={opened}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>Cancel</Button>
          <Button color="red" loading={busy} onClick={onConfirm}>{confirm}</Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
