import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { articleWords } from '../../generated/words/article.ts';
import { useWords } from '../../words/word-catalogue.ts';

/** Explains that an article needs a title. After it is closed, the field shows the error. */
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
  const w = useWords(articleWords);
  return (
    <Dialog
      title={title}
      opened={opened}
      onClose={onClose}
      actions={<Button onClick={onClose}>{w.ok}</Button>}
    >
      <p>{children}</p>
    </Dialog>
  );
}
