import { Checkbox } from '@mantine/core';
import { graphql, useFragment } from 'react-relay';
import type {
  EntryRow_entry$data,
  EntryRow_entry$key,
} from '../../../__generated__/EntryRow_entry.graphql.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { notify } from '../../../ui/messages.ts';
import { useDateTimeFormat } from '../../../ui/time/time-zone.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';
import { EntryCell, type EntryCellProps } from './EntryCell.tsx';
import { EntryConflictDialog } from './EntryConflictDialog.tsx';
import { EntryDialog } from './EntryDialog.tsx';
import { EntryMenu } from './EntryMenu.tsx';
import type { Owner } from '../dictionary-owner.ts';
import type { PreviewScope } from './use-entry-preview.ts';
import { useDeleteEntries } from './use-delete-entries.ts';
import { useEntryEdits, type EntryEdits } from './use-entry-edits.ts';
import { fieldsOf } from './use-save-entry.ts';

interface EntryRowProps {
  entry: EntryRow_entry$key;
  /** Its dictionary's global id. */
  dictionary: string;
  owner: Owner;
  scope: PreviewScope;
  mayWrite: boolean;
  /** Administrators alone add entries to the global dictionary. */
  isAdmin: boolean;
  /** It was added a moment ago. */
  isFresh: boolean;
  isSelected: boolean;
  onSelect: (on: boolean) => void;
  onRefused: () => void;
  /** @param inDialog it was saved in the dialog of all fields */
  onSaved: (inDialog: boolean) => void;
  onUsage: () => void;
  onDeleted: () => void;
}

/** Row of an entry, with its word and pronunciation editable in place. */
export function EntryRow({
  entry: key,
  dictionary,
  owner,
  scope,
  mayWrite,
  isAdmin,
  isFresh,
  isSelected,
  onSelect,
  onRefused,
  onSaved,
  onUsage,
  onDeleted,
}: EntryRowProps) {
  const entry = useFragment(entryFragment, key);
  const { entries: w } = useWords(dictionariesWords);
  const format = useDateTimeFormat();
  const edits = useEntryEdits({ entry, revision: entry.revision, dictionary, isFresh, onSaved });
  const { begin, busy, conflict, opened, setOpened } = edits;
  const deleteEntry = useDeleteEntry(entry, onDeleted);
  const unless = (act: () => void) => (mayWrite ? act : onRefused);
  const openAll = unless(() => {
    begin();
    setOpened(true);
  });
  const deleteThis = unless(() => void deleteEntry());
  const created = w.created({ when: format(entry.createdAt), who: entry.createdBy?.name ?? w.program });
  return (
    <tr data-testid="dictionary-entry">
      <td>
        <Checkbox
          size="xs"
          aria-label={w.select({ word: entry.source })}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      </td>
      <TextCells
        entry={entry}
        found={edits.found}
        cell={{ mayWrite, onOpen: begin, onDetails: openAll, onDelete: deleteThis, onRefused }}
        onSave={edits.saveCell}
      />
      <KindCell entry={entry} />
      <ChangedCell entry={entry} created={created} />
      <td>
        <EntryMenu
          entry={entry}
          mayWrite={mayWrite}
          isAdmin={isAdmin}
          onDetails={openAll}
          onUsage={onUsage}
          onDelete={deleteThis}
          onRefused={onRefused}
        />
        {opened && (
          <EntryDialog
            title={w.detailsOf({ word: entry.source })}
            id={entry.id}
            entry={fieldsOf(entry)}
            scope={scope}
            dictionary={dictionary}
            owner={owner}
            busy={busy}
            created={created}
            onSave={edits.saveAll}
            onClose={() => setOpened(false)}
          />
        )}
        {conflict && (
          <EntryConflictDialog conflict={conflict} busy={busy} onSave={edits.save} onClose={edits.dismiss} />
        )}
      </td>
    </tr>
  );
}

/** Deletes an entry, and says that it is gone. */
function useDeleteEntry({ id, source }: EntryRow_entry$data, onDeleted: () => void) {
  const { entries: w } = useWords(dictionariesWords);
  const [remove] = useDeleteEntries();
  return async () => {
    if ((await remove([id])).length === 0) return;
    notify(w.deleted({ word: source }), 2000);
    onDeleted();
  };
}

interface TextCellsProps {
  entry: EntryRow_entry$data;
  /** Whether another entry has the same word, or the same pronunciation. */
  found: EntryEdits['found'];
  /** What both cells have in common. */
  cell: Pick<EntryCellProps, 'mayWrite' | 'onOpen' | 'onDetails' | 'onDelete' | 'onRefused'>;
  onSave: EntryEdits['saveCell'];
}

/** The word and its pronunciation. */
function TextCells({ entry, found, cell, onSave }: TextCellsProps) {
  const { entries: w } = useWords(dictionariesWords);
  return (
    <>
      <td data-column={w.columns.source}>
        <EntryCell
          {...cell}
          label={w.columns.source}
          value={entry.source}
          empty={w.silent}
          warning={found.source ? w.sameSource : null}
          onSave={(value) => onSave('source', value)}
        />
      </td>
      <td data-column={w.columns.replacement}>
        <EntryCell
          {...cell}
          label={w.columns.replacement}
          value={entry.replacement}
          empty={entry.kind === 'SUBSTITUTION' ? w.silent : w.asWritten}
          warning={found.replacement ? w.sameReplacement : null}
          onSave={(value) => onSave('replacement', value)}
        />
      </td>
    </>
  );
}

function KindCell({ entry }: { entry: EntryRow_entry$data }) {
  const { entry: e } = useWords(dictionariesWords);
  const marks = [
    entry.isPattern && e.marks.pattern,
    !entry.isPattern && !entry.wholeWord && e.marks.part,
    entry.matchCase && e.marks.case,
    entry.inflected && e.marks.inflected,
  ].filter((mark) => mark !== false);
  return (
    <td className={styles.kind}>
      {e.kinds[entry.kind as keyof typeof e.kinds]}
      {entry.phonemes && <code>{entry.phonemes}</code>}
      {marks.length > 0 && <span>{marks.join(' · ')}</span>}
    </td>
  );
}

function ChangedCell({ entry, created }: { entry: EntryRow_entry$data; created: string }) {
  const { entries: w } = useWords(dictionariesWords);
  const format = useDateTimeFormat();
  const by = entry.updatedBy?.name ?? w.program;
  return (
    <td className={styles.date} title={created}>
      {format(entry.updatedAt)}
      <span className={styles.by}>
        {entry.updatedBy?.avatar && <img src={entry.updatedBy.avatar} alt="" width={18} height={18} />} {by}
      </span>
    </td>
  );
}

const entryFragment = graphql`
  fragment EntryRow_entry on DictionaryEntry {
    id
    source
    replacement
    kind
    phonemes
    wholeWord
    matchCase
    isPattern
    inflected
    revision
    createdAt
    createdBy {
      name
    }
    updatedAt
    updatedBy {
      name
      avatar
    }
    ...EntryMenu_entry
  }
`;
