import { conflictWords } from '../../../generated/words/conflict.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import {
  ConflictDialog,
  fieldsOfTheirs,
  type Choices,
  type ConflictingChange,
} from '../../../ui/dialogs/ConflictDialog.tsx';
import { useWords } from '../../../words/word-catalogue.ts';
import type { EntryChanges, EntryConflict, EntryFields, SaveOutcome } from './use-save-entry.ts';

interface EntryConflictDialogProps {
  conflict: EntryConflict;
  busy: boolean;
  onSave: (changes: EntryChanges, revision: number) => Promise<SaveOutcome>;
  onClose: () => void;
}

/**
 * Shows another member's concurrent change of the entry, and offers a choice for fields that both changed.
 */
export function EntryConflictDialog({ conflict, busy, onSave, onClose }: EntryConflictDialogProps) {
  const { title } = useWords(conflictWords);
  const { conflict: w, fields, kinds, yes, no, empty } = useWords(dictionariesWords).entry;
  const { before, theirs, mine, by, revision } = conflict;
  const shown = (name: keyof EntryFields, value: string | boolean | null): string =>
    typeof value === 'boolean'
      ? value
        ? yes
        : no
      : name === 'kind'
        ? kinds[value as EntryFields['kind']]
        : value || empty;
  const names = Object.keys(before) as (keyof EntryFields)[];
  const changes = names
    .filter((name) => theirs[name] !== before[name])
    .map((name): ConflictingChange => ({
      name,
      label: fields[name],
      before: shown(name, before[name]),
      theirs: shown(name, theirs[name]),
      ...(mine[name] !== undefined && { mine: shown(name, mine[name]) }),
    }));
  const keep = async (choices: Choices) => {
    const taken = fieldsOfTheirs(choices);
    const kept = Object.fromEntries(Object.entries(mine).filter(([name]) => !taken.includes(name)));
    if (Object.keys(kept).length === 0) return onClose();
    await onSave(kept, revision);
  };
  return (
    <ConflictDialog
      title={title({ what: w.what })}
      changes={changes}
      by={by}
      busy={busy}
      onKeepMine={(choices) => void keep(choices)}
      onTakeTheirs={onClose}
      onClose={onClose}
    />
  );
}
