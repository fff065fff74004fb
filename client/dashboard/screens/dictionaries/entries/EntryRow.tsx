import { Checkbox } from '@mantine/core';
import { useState } from 'react';
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
import { EntryCell } from './EntryCell.tsx';
import { EntryConflictDialog } from './EntryConflictDialog.tsx';
import { EntryDialog } from './EntryDialog.tsx';
import { EntryMenu } from './EntryMenu.tsx';
import type { Owner } from '../dictionary-owner.ts';
import type { PreviewScope } from './EntryPreview.tsx';
import { useDeleteEntries } from './use-delete-entries.ts';
import { useDuplicates } from './use-duplicates.ts';
import { fieldsOf, useSaveEntry, type EntryFields } from './use-save-entry.ts';

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
  const [opened, setOpened] = useState(false);
  const format = useDateTimeFormat();
  const { begin, save, busy, conflict, dismiss, found, saveCell, saveAll } = useEntryEdits({
    entry,
    dictionary,
    isFresh,
    onSaved,
    onConflict: () => setOpened(false),
  });
  const [remove] = useDeleteEntries();
  const deleteIt = async () => {
    if ((await remove([entry.id])).length === 0) return;
    notify(w.deleted({ word: entry.source }), 2000);
    onDeleted();
  };
  const unless = (act: () => void) => (mayWrite ? act : onRefused);
  const openAll = unless(() => {
    begin();
    setOpened(true);
  });
  const deleteThis = unless(() => void deleteIt());
  const cell = { mayWrite, onOpen: begin, onDetails: openAll, onDelete: deleteThis, onRefused };
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
      <td data-column={w.columns.source}>
        <EntryCell
          {...cell}
          label={w.columns.source}
          value={entry.source}
          empty={w.silent}
          warning={found.source ? w.sameSource : null}
          onSave={(value) => saveCell('source', value)}
        />
      </td>
      <td data-column={w.columns.replacement}>
        <EntryCell
          {...cell}
          label={w.columns.replacement}
          value={entry.replacement}
          empty={entry.kind === 'SUBSTITUTION' ? w.silent : w.asWritten}
          warning={found.replacement ? w.sameReplacement : null}
          onSave={(value) => saveCell('replacement', value)}
        />
      </td>
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
            onSave={saveAll}
            onClose={() => setOpened(false)}
          />
        )}
        {conflict && <EntryConflictDialog conflict={conflict} busy={busy} onSave={save} onClose={dismiss} />}
      </td>
    </tr>
  );
}

interface EntryEdits extends Pick<EntryRowProps, 'dictionary' | 'isFresh' | 'onSaved'> {
  entry: EntryRow_entry$data;
  onConflict: () => void;
}

/** Saves edits of an entry's cells or dialog, and finds duplicates of it. */
function useEntryEdits({ entry, dictionary, isFresh, onSaved, onConflict }: EntryEdits) {
  const { entries: w } = useWords(dictionariesWords);
  const { save, ...saving } = useSaveEntry(entry.id, fieldsOf(entry), entry.revision);
  const { found, edited } = useDuplicates(dictionary, entry.id, isFresh ? entry : undefined);
  const saveCell = async (name: 'source' | 'replacement', value: string): Promise<string | null> => {
    if (name === 'source' && value.trim() === '') return w.fillIn;
    const outcome = await save({ [name]: value });
    if (outcome === 'conflict') return null;
    if (outcome !== 'saved') return outcome[name] ?? Object.values(outcome).join(' ');
    edited({ source: entry.source, replacement: entry.replacement, [name]: value.trim() });
    onSaved(false);
    return null;
  };
  const saveAll = async (fields: EntryFields) => {
    const outcome = await save(fields);
    if (outcome === 'conflict') {
      // What was typed is in the dialog that asks whose version it is to be.
      onConflict();
      return {};
    }
    if (outcome !== 'saved') return outcome;
    edited(fields);
    onSaved(true);
    return null;
  };
  return { ...saving, save, found, saveCell, saveAll };
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
