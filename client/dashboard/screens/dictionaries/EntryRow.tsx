import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import {
  IconCheck,
  IconDots,
  IconPencil,
  IconTrash,
  IconWorldPlus,
  IconZoomQuestion,
} from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useFragment, useRelayEnvironment } from 'react-relay';
import type { EntryRow_entry$key } from '../../__generated__/EntryRow_entry.graphql.ts';
import type { EntryRowGlobalMutation } from '../../__generated__/EntryRowGlobalMutation.graphql.ts';
import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { signInWithGoogle } from '../../relay/refused-sign-in.ts';
import { useAction } from '../../relay/use-action.ts';
import { notify, showError } from '../../ui/messages.ts';
import { useDateTimeFormat } from '../../ui/time-zone.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Dictionaries.module.css';
import { EntryCell } from './EntryCell.tsx';
import { EntryConflictDialog } from './EntryConflictDialog.tsx';
import { EntryDialog } from './EntryDialog.tsx';
import type { Owner } from './owner-place.ts';
import type { HeardScope } from './HearEntry.tsx';
import { useDeleteEntries } from './use-delete-entries.ts';
import { useDuplicates } from './use-duplicates.ts';
import { fieldsOf, useSaveEntry, type EntryFields } from './use-save-entry.ts';

interface EntryRowProps {
  entry: EntryRow_entry$key;
  /** Its dictionary's global id. */
  dictionary: string;
  owner: Owner;
  scope: HeardScope;
  mayWrite: boolean;
  /** Administrators alone add entries to the global dictionary. */
  isAdmin: boolean;
  /** It was added a moment ago. */
  isFresh: boolean;
  isSelected: boolean;
  onSelect: (on: boolean) => void;
  onRefused: () => void;
  onSaved: () => void;
  onUsage: () => void;
  onDeleted: () => void;
}

/** An entry: its word and what is said are edited in place. */
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
  const environment = useRelayEnvironment();
  const entry = useFragment(
    graphql`
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
      inGlobal
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
    }
  `,
    key,
  );
  const { entries: w, entry: e } = useWords(dictionariesWords);
  const [opened, setOpened] = useState(false);
  const format = useDateTimeFormat();
  const { begin, save, busy, conflict, dismiss } = useSaveEntry(entry.id, fieldsOf(entry), entry.revision);
  const { found, edited } = useDuplicates(dictionary, entry.id, isFresh ? entry : undefined);
  const [remove] = useDeleteEntries();
  const [addToGlobal, adding] = useAction<EntryRowGlobalMutation>(graphql`
    mutation EntryRowGlobalMutation($input: AddToGlobalDictionaryInput!) {
      result: addToGlobalDictionary(input: $input) {
        __typename
        ... on AddToGlobalDictionarySuccess {
          entry {
            id
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const saveCell = async (name: 'source' | 'replacement', value: string): Promise<string | null> => {
    if (name === 'source' && value.trim() === '') return w.fillIn;
    const outcome = await save({ [name]: value });
    if (outcome === 'conflict') return null;
    if (outcome !== 'saved') return outcome[name] ?? Object.values(outcome).join(' ');
    edited({ source: entry.source, replacement: entry.replacement, [name]: value.trim() });
    onSaved();
    return null;
  };
  const saveAll = async (fields: EntryFields) => {
    const outcome = await save(fields);
    if (outcome === 'conflict') {
      // What was typed is in the dialog that asks whose version it is to be.
      setOpened(false);
      return {};
    }
    if (outcome !== 'saved') return outcome;
    edited(fields);
    onSaved();
    return null;
  };
  const deleteIt = async () => {
    if ((await remove([entry.id])).length === 0) return;
    notify(w.deleted({ word: entry.source }), 2000);
    onDeleted();
  };
  const refuseGlobal = () => showError({ message: w.globalForAdministrators });
  const makeGlobal = async () => {
    const outcome = await addToGlobal(
      { input: { entry: entry.id } },
      {
        expected: 'NotAllowedError',
        updater: (store) => {
          if (store.getRootField('addToGlobalDictionary')?.getType() === 'AddToGlobalDictionarySuccess')
            store.get(entry.id)?.setValue(true, 'inGlobal');
        },
      },
    );
    if (outcome.ok) notify(w.addedToGlobal({ word: entry.source }), 2000);
    else if (outcome.type === 'NotAllowedError' && !(await signInWithGoogle(environment))) refuseGlobal();
  };
  const marks = [
    entry.isPattern && e.marks.pattern,
    !entry.isPattern && !entry.wholeWord && e.marks.part,
    entry.matchCase && e.marks.case,
    entry.inflected && e.marks.inflected,
  ].filter((mark) => mark !== false);
  const by = entry.updatedBy?.name ?? w.program;
  const unless = (act: () => void) => (mayWrite ? act : onRefused);
  const openAll = unless(() => {
    begin();
    setOpened(true);
  });
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
          label={w.columns.source}
          value={entry.source}
          empty={w.silent}
          mayWrite={mayWrite}
          warning={found.source ? w.sameSource : null}
          onSave={(value) => saveCell('source', value)}
          onOpen={begin}
          onDetails={openAll}
          onDelete={unless(() => void deleteIt())}
          onRefused={onRefused}
        />
      </td>
      <td data-column={w.columns.replacement}>
        <EntryCell
          label={w.columns.replacement}
          value={entry.replacement}
          empty={entry.kind === 'SUBSTITUTION' ? w.silent : w.asWritten}
          mayWrite={mayWrite}
          warning={found.replacement ? w.sameReplacement : null}
          onSave={(value) => saveCell('replacement', value)}
          onOpen={begin}
          onDetails={openAll}
          onDelete={unless(() => void deleteIt())}
          onRefused={onRefused}
        />
      </td>
      <td className={styles.kind}>
        {e.kinds[entry.kind as keyof typeof e.kinds]}
        {entry.phonemes && <code>{entry.phonemes}</code>}
        {marks.length > 0 && <span>{marks.join(' · ')}</span>}
      </td>
      <td
        className={styles.date}
        title={w.created({ when: format(entry.createdAt), who: entry.createdBy?.name ?? w.program })}
      >
        {format(entry.updatedAt)}
        <span className={styles.by}>
          {entry.updatedBy?.avatar && <img src={entry.updatedBy.avatar} alt="" width={18} height={18} />} {by}
        </span>
      </td>
      <td>
        <Menu position="bottom-end" width={240} shadow="md" portalProps={{ target: '#content' }}>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={w.actionsFor({ word: entry.source })}
            >
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={openAll}>
              {w.details}
            </Menu.Item>
            <Menu.Item leftSection={<IconZoomQuestion size={16} />} onClick={onUsage}>
              {w.findUsage}
            </Menu.Item>
            <Menu.Item
              disabled={entry.inGlobal || adding}
              leftSection={entry.inGlobal ? <IconCheck size={16} /> : <IconWorldPlus size={16} />}
              data-disabled={!isAdmin || undefined}
              aria-disabled={!isAdmin || undefined}
              onClick={isAdmin ? () => void makeGlobal() : mayWrite ? refuseGlobal : onRefused}
            >
              {entry.inGlobal ? w.inGlobal : w.addToGlobal}
            </Menu.Item>
            <Menu.Item
              className={styles.danger!}
              leftSection={<IconTrash size={16} />}
              onClick={unless(() => void deleteIt())}
            >
              {w.delete}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {opened && (
          <EntryDialog
            title={w.detailsOf({ word: entry.source })}
            id={entry.id}
            entry={fieldsOf(entry)}
            scope={scope}
            dictionary={dictionary}
            owner={owner}
            busy={busy}
            created={w.created({ when: format(entry.createdAt), who: entry.createdBy?.name ?? w.program })}
            onSave={saveAll}
            onClose={() => setOpened(false)}
          />
        )}
        {conflict && <EntryConflictDialog conflict={conflict} busy={busy} onSave={save} onClose={dismiss} />}
      </td>
    </tr>
  );
}
