import type { ReactNode } from 'react';
import { formWords } from '../../generated/words/form.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { b } from '../../ui/rich-text.tsx';
import { useRestorableDays } from '../../ui/time/restorable-days.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { RestorableKind } from './deleted-kinds.ts';
import { useUndo } from './use-undo.ts';

export interface DeleteDialogProps {
  id: string;
  name: string;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

interface DeleteRestorableProps extends DeleteDialogProps {
  kind: RestorableKind;
  words: {
    question: string;
    confirm: string;
    text: (values: { name: string; days: number; b: (content: ReactNode) => ReactNode }) => ReactNode;
  };
  remove: (id: string) => Promise<{ ok: boolean }>;
  busy: boolean;
}

/** Asks before a thing is deleted, and offers to restore it afterwards. */
export function DeleteRestorable({
  id,
  name,
  opened,
  onClose,
  onDeleted,
  kind,
  words,
  remove,
  busy,
}: DeleteRestorableProps) {
  const f = useWords(formWords);
  const days = useRestorableDays();
  const undo = useUndo(kind);
  const confirm = async () => {
    const { ok } = await remove(id);
    onClose();
    if (!ok) return;
    undo({ id, name }, f.deleted({ name }));
    onDeleted();
  };
  return (
    <ConfirmDialog
      title={words.question}
      confirm={words.confirm}
      opened={opened}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{words.text({ name, days, b })}</p>
    </ConfirmDialog>
  );
}
