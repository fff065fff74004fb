import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';

/** The specification's words. */
export const needsTitle = 'Title needs to be filled';

/** Says that an article needs a title; once it is read, the field says so. */
export function UntitledDialog({
  title,
  opened,
  onClose,
  children,
}: {
  title: string;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog title={title} opened={opened} onClose={onClose} actions={<Button onClick={onClose}>Ok</Button>}>
      <p>{children}</p>
    </Dialog>
  );
}
