import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconBulb,
  IconChevronDown,
  IconClipboardText,
  IconPlus,
  IconTrash,
  IconTrashOff,
  IconZoomQuestion,
} from '@tabler/icons-react';
import { useSearchParams } from 'react-router-dom';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { useCommands } from '../../../ui/commands.ts';
import { notify } from '../../../ui/messages.ts';
import { useRestorableDays } from '../../../ui/time/restorable-days.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';
import type { Owner } from '../dictionary-owner.ts';
import { useReadOnlyNotice } from '../use-read-only-notice.ts';
import { SearchEntries } from './SearchEntries.tsx';
import type { EntriesDialog } from './EntriesDialogs.tsx';
import { useDeleteEntries } from './use-delete-entries.ts';
import type { useEntrySelection } from './use-entry-selection.ts';

interface EntriesToolbarProps {
  owner: Owner;
  refusal: ReturnType<typeof useReadOnlyNotice>;
  selection: ReturnType<typeof useEntrySelection>;
  onOpen: (dialog: EntriesDialog) => void;
  onUsage: (entries: readonly string[]) => void;
  onDeleted: () => void;
}

/** What can be done with the entries of a dictionary: search, add, paste, restore, and delete several. */
export function EntriesToolbar(props: EntriesToolbarProps) {
  const { refusal, onOpen } = props;
  const { entries: w } = useWords(dictionariesWords);
  const addEntry = refusal.unless(() => onOpen('new'));
  const actions = useEntryActions(props);
  useCommands([{ id: 'entry.add', label: w.add, icon: IconPlus, keys: 'n', run: addEntry }, ...actions]);
  return (
    <div className={styles.toolbar}>
      <EntrySearch />
      <span className={styles.tools}>
        <SelectionButtons {...props} />
        <Button leftSection={<IconPlus size={16} />} {...refusal.look} onClick={addEntry}>
          {w.add}
        </Button>
        <Menu position="bottom-end" width={250} shadow="md" portalProps={{ target: '#content' }}>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={w.more}>
              <IconChevronDown size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map(
              ({ id, icon: Icon, label, run, inMenu }) =>
                inMenu && (
                  <Menu.Item key={id} leftSection={<Icon size={16} />} onClick={run}>
                    {label}
                  </Menu.Item>
                ),
            )}
          </Menu.Dropdown>
        </Menu>
      </span>
    </div>
  );
}

/** Actions beside adding an entry, for the menu and the command palette. */
function useEntryActions({ owner, refusal: { unless }, selection, onOpen, onUsage }: EntriesToolbarProps) {
  const {
    entries: w,
    suggestions: { open: suggestions },
  } = useWords(dictionariesWords);
  const days = useRestorableDays();
  return [
    {
      id: 'entries.paste',
      label: w.paste.open,
      icon: IconClipboardText,
      keys: 'p',
      run: unless(() => onOpen({ pasted: '' })),
      inMenu: true,
    },
    owner.level === 'PROJECT' && {
      id: 'entries.suggestions',
      label: suggestions,
      icon: IconBulb,
      keys: 's',
      run: unless(() => onOpen('suggestions')),
      inMenu: true,
    },
    days > 0 && {
      id: 'entries.restore',
      label: w.restore.open,
      icon: IconTrashOff,
      run: unless(() => onOpen('restore')),
      inMenu: true,
    },
    selection.selected.size > 0 && {
      id: 'entries.usage',
      label: w.findUsage,
      icon: IconZoomQuestion,
      keys: 'u',
      run: () => onUsage([...selection.selected]),
      inMenu: false,
    },
  ].filter((action) => action !== false);
}

/** The search is part of the URL; a new search starts at the first page. */
function EntrySearch() {
  const { entries: w } = useWords(dictionariesWords);
  const [parameters, setParameters] = useSearchParams();
  return (
    <SearchEntries
      label={w.search}
      value={parameters.get('q') ?? ''}
      onSearch={(text) => {
        const next = new URLSearchParams(parameters);
        next.delete('page');
        if (text) next.set('q', text);
        else next.delete('q');
        setParameters(next, { replace: true, preventScrollReset: true });
      }}
    />
  );
}

function SelectionButtons({ refusal, selection, onUsage, onDeleted }: EntriesToolbarProps) {
  const { entries: w } = useWords(dictionariesWords);
  const [remove, deleting] = useDeleteEntries();
  const { selected, deselect } = selection;
  const deleteSelected = async () => {
    const gone = await remove([...selected]);
    deselect(gone);
    if (gone.length > 0) notify(w.deletedSelected({ count: gone.length }), 2000);
    onDeleted();
  };
  return (
    selected.size > 0 && (
      <>
        <Button
          variant="default"
          leftSection={<IconZoomQuestion size={16} />}
          onClick={() => onUsage([...selected])}
        >
          {w.usageOf({ count: selected.size })}
        </Button>
        <Button
          variant="default"
          leftSection={<IconTrash size={16} />}
          loading={deleting}
          {...refusal.look}
          onClick={refusal.unless(() => void deleteSelected())}
        >
          {w.deleteSelected({ count: selected.size })}
        </Button>
      </>
    )
  );
}
