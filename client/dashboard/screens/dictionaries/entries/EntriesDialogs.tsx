import type { OwnerProps } from '../dictionary-owner.ts';
import { UsageDialog } from '../revoicing/UsageDialog.tsx';
import { Suggestions } from '../Suggestions.tsx';
import { PasteEntries } from './PasteEntries.tsx';
import { RestoreEntries } from './RestoreEntries.tsx';

/** What is open above the entries: a row for a new one, or one of the dialogs; lines to add were pasted. */
export type EntriesDialog = 'new' | 'restore' | 'suggestions' | { pasted: string };

interface EntriesDialogsProps extends Pick<OwnerProps, 'owner' | 'isAdmin'> {
  /** Its global id. */
  dictionary: string;
  open: EntriesDialog | null;
  /** The entries whose use is shown. */
  used: readonly string[] | null;
  onClose: () => void;
  onCloseUsage: () => void;
  onChanged: () => void;
  /** @param entries global ids of those that were added or changed */
  onSaved: (entries: readonly string[]) => void;
}

/** The dialogs of a dictionary's entries. */
export function EntriesDialogs({
  dictionary,
  owner,
  isAdmin,
  open,
  used,
  onClose,
  onCloseUsage,
  onChanged,
  onSaved,
}: EntriesDialogsProps) {
  return (
    <>
      {typeof open === 'object' && open && (
        <PasteEntries
          dictionary={dictionary}
          pasted={open.pasted}
          onClose={onClose}
          onAdded={(ids) => {
            onClose();
            onChanged();
            onSaved(ids);
          }}
        />
      )}
      {used && <UsageDialog entries={used} owner={owner} isAdmin={isAdmin} onClose={onCloseUsage} />}
      {open === 'suggestions' && owner.level === 'PROJECT' && (
        <Suggestions
          dictionary={dictionary}
          project={owner.project}
          onClose={(changed) => {
            onClose();
            if (changed.length > 0) onSaved(changed);
          }}
          onAdded={onChanged}
        />
      )}
      {open === 'restore' && (
        <RestoreEntries dictionary={dictionary} onClose={onClose} onRestored={onChanged} />
      )}
    </>
  );
}
