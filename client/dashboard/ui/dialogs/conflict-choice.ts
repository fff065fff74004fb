import { fieldsOfTheirs, type Choices } from './ConflictDialog.tsx';

/** The version that another person saved. */
interface Conflict {
  /** Revision of the stored version. */
  revision: number;
  by: string | null;
}

interface ConflictedDraft<F> {
  discard: () => void;
  drop: (names: readonly string[]) => Partial<F>;
}

/**
 * Properties of the dialog in which a person chooses between their changes and those of others; null: there
 * is no conflict. @param save gets the revision that is changed, and what is left to save
 */
export function conflictChoice<F>(
  conflict: Conflict | null,
  close: () => void,
  { discard, drop }: ConflictedDraft<F>,
  save: (revision: number, left: Partial<F>) => Promise<unknown>,
) {
  return (
    conflict && {
      by: conflict.by,
      onClose: close,
      onTakeTheirs: () => {
        close();
        discard();
      },
      onKeepMine: (choices: Choices) => {
        close();
        const left = drop(fieldsOfTheirs(choices));
        if (Object.keys(left).length > 0) void save(conflict.revision, left);
      },
    }
  );
}
