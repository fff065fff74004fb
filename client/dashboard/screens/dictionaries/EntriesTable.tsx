import { ActionIcon, Button, Checkbox, Menu } from '@mantine/core';
import {
  IconBulb,
  IconChevronDown,
  IconClipboardText,
  IconEar,
  IconPlus,
  IconTrash,
  IconTrashOff,
  IconZoomQuestion,
} from '@tabler/icons-react';
import { startTransition, useEffect, useRef, useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import { useSearchParams } from 'react-router-dom';
import type { EntriesTableQuery } from '../../__generated__/EntriesTableQuery.graphql.ts';
import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { useFallbackPolling } from '../../relay/use-live.ts';
import { useCommands } from '../../ui/commands.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { notify } from '../../ui/messages.ts';
import { Pagination } from '../../ui/Pagination.tsx';
import { useRestorableDays } from '../../ui/restorable-days.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Dictionaries.module.css';
import type { OwnerProps } from './owner-place.ts';
import { EntryRow } from './EntryRow.tsx';
import type { HeardScope } from './HearEntry.tsx';
import { NewEntry } from './NewEntry.tsx';
import { PasteEntries } from './PasteEntries.tsx';
import { RestoreEntries } from './RestoreEntries.tsx';
import { SavedEffect } from './SavedEffect.tsx';
import { SearchEntries } from './SearchEntries.tsx';
import { UsageDialog } from './UsageDialog.tsx';
import { Suggestions } from './Suggestions.tsx';
import { useDeleteEntries } from './use-delete-entries.ts';
import { useDictionaryVersions } from './use-dictionary-versions.ts';
import { usePastedLines } from './use-pasted-lines.ts';
import { useRefusal } from './use-refusal.ts';

/** Entries of a page. */
const pageSize = 20;

interface EntriesTableProps extends OwnerProps {
  /** Its global id. */
  dictionary: string;
  scope: HeardScope;
  /** Another one each time that all is read again. */
  attempt: string;
  onCount: (count: number) => void;
}

/** The entries of a dictionary, newest first, a page at a time. */
export function EntriesTable({
  dictionary: id,
  owner,
  scope,
  attempt,
  mayWrite,
  isAdmin,
  onCount,
}: EntriesTableProps) {
  const {
    entries: w,
    suggestions: { open: suggestions },
  } = useWords(dictionariesWords);
  const days = useRestorableDays();
  const [parameters, setParameters] = useSearchParams();
  const [look, setLook] = useState(0);
  const [asked, setAsked] = useState<'new' | 'restore' | 'suggestions' | { pasted: string } | null>(null);
  const [used, setUsed] = useState<readonly string[] | null>(null);
  const [saved, setSaved] = useState<{ entry: string; time: number } | null>(null);
  const [fresh, setFresh] = useState<string | undefined>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { unless, refuse, look: disabled } = useRefusal(mayWrite);
  const [remove, deleting] = useDeleteEntries();
  const search = parameters.get('q') ?? '';
  const page = Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1);
  const { dictionary } = useLazyLoadQuery<EntriesTableQuery>(
    graphql`
    query EntriesTableQuery($id: ID!, $first: Int!, $offset: Int!, $search: String) @throwOnFieldError {
      dictionary(id: $id) {
        entries(first: $first, offset: $offset, search: $search) {
          totalCount
          edges {
            node {
              id
              ...EntryRow_entry
            }
          }
        }
      }
    }
  `,
    { id, first: pageSize, offset: (page - 1) * pageSize, search },
    { fetchKey: `${attempt}.${look}`, fetchPolicy: 'store-and-network' },
  );
  const again = () => startTransition(() => setLook((count) => count + 1));
  useFallbackPolling(again);
  useReadAgainOnReturn(again);
  useDictionaryVersions(id, again);
  const entries = (dictionary?.entries.edges ?? []).flatMap((edge) => edge?.node ?? []);
  const total = dictionary?.entries.totalCount ?? 0;
  useEffect(() => {
    if (search === '') onCount(total);
  }, [search, total, onCount]);
  const addEntry = unless(() => setAsked('new'));
  const showSaved = (entry: string) => setSaved({ entry, time: Date.now() });
  usePastedLines(mayWrite && asked === null, (pasted) => setAsked({ pasted }));
  useCommands([
    { id: 'entry.add', label: w.add, icon: IconPlus, keys: 'n', run: addEntry },
    {
      id: 'entries.paste',
      label: w.paste.open,
      icon: IconClipboardText,
      keys: 'p',
      run: unless(() => setAsked({ pasted: '' })),
    },
    owner.level === 'PROJECT' && {
      id: 'entries.suggestions',
      label: suggestions,
      icon: IconBulb,
      keys: 's',
      run: unless(() => setAsked('suggestions')),
    },
    days > 0 && {
      id: 'entries.restore',
      label: w.restore.open,
      icon: IconTrashOff,
      run: unless(() => setAsked('restore')),
    },
    selected.size > 0 && {
      id: 'entries.usage',
      label: w.findUsage,
      icon: IconZoomQuestion,
      keys: 'u',
      run: () => setUsed([...selected]),
    },
  ]);
  const addressOf = (number: number): string => {
    const next = new URLSearchParams(parameters);
    if (number > 1) next.set('page', String(number));
    else next.delete('page');
    return `?${next}`;
  };
  const select = (entry: string, on: boolean) =>
    setSelected((before) => {
      const next = new Set(before);
      if (on) next.add(entry);
      else next.delete(entry);
      return next;
    });
  const deleteSelected = async () => {
    const gone = await remove([...selected]);
    setSelected(new Set([...selected].filter((entry) => !gone.includes(entry))));
    if (gone.length > 0) notify(w.deletedSelected({ count: gone.length }), 2000);
    again();
  };
  const isAll = entries.length > 0 && entries.every((entry) => selected.has(entry.id));
  return (
    <>
      <div className={styles.toolbar}>
        <SearchEntries
          label={w.search}
          value={search}
          onSearch={(text) => {
            const next = new URLSearchParams(parameters);
            next.delete('page');
            if (text) next.set('q', text);
            else next.delete('q');
            setParameters(next, { replace: true, preventScrollReset: true });
          }}
        />
        <span className={styles.tools}>
          {selected.size > 0 && (
            <>
              <Button
                variant="default"
                leftSection={<IconZoomQuestion size={16} />}
                onClick={() => setUsed([...selected])}
              >
                {w.usageOf({ count: selected.size })}
              </Button>
              <Button
                variant="default"
                leftSection={<IconTrash size={16} />}
                loading={deleting}
                {...disabled}
                onClick={unless(() => void deleteSelected())}
              >
                {w.deleteSelected({ count: selected.size })}
              </Button>
            </>
          )}
          <Button leftSection={<IconPlus size={16} />} {...disabled} onClick={addEntry}>
            {w.add}
          </Button>
          <Menu position="bottom-end" width={250} shadow="md" portalProps={{ target: '#content' }}>
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={w.more}>
                <IconChevronDown size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconClipboardText size={16} />}
                onClick={unless(() => setAsked({ pasted: '' }))}
              >
                {w.paste.open}
              </Menu.Item>
              {owner.level === 'PROJECT' && (
                <Menu.Item
                  leftSection={<IconBulb size={16} />}
                  onClick={unless(() => setAsked('suggestions'))}
                >
                  {suggestions}
                </Menu.Item>
              )}
              {days > 0 && (
                <Menu.Item
                  leftSection={<IconTrashOff size={16} />}
                  onClick={unless(() => setAsked('restore'))}
                >
                  {w.restore.open}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        </span>
      </div>
      {saved && (
        <SavedEffect
          key={saved.time}
          entry={saved.entry}
          owner={owner}
          isAdmin={isAdmin}
          onShow={() => setUsed([saved.entry])}
          onClose={() => setSaved(null)}
        />
      )}
      {entries.length === 0 && asked !== 'new' ? (
        <EmptyState
          icon={IconEar}
          role="status"
          title={search ? w.nothing({ query: search }) : total > 0 ? w.emptyPage : w.none}
        >
          {search || total > 0 ? undefined : mayWrite ? w.noneText : w.noneForOthers}
        </EmptyState>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">
                  <Checkbox
                    size="xs"
                    aria-label={w.selectAll}
                    checked={isAll}
                    indeterminate={!isAll && entries.some((entry) => selected.has(entry.id))}
                    onChange={({ currentTarget: { checked } }) =>
                      entries.forEach((entry) => select(entry.id, checked))
                    }
                  />
                </th>
                <th scope="col">{w.columns.source}</th>
                <th scope="col">{w.columns.replacement}</th>
                <th scope="col">{w.columns.kind}</th>
                <th scope="col">{w.columns.changed}</th>
                <th scope="col">
                  <span className="visually-hidden">{w.columns.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {asked === 'new' && (
                <NewEntry
                  dictionary={id}
                  onPaste={(pasted) => setAsked({ pasted })}
                  onClose={() => setAsked(null)}
                  onAdded={(added) => {
                    setFresh(added);
                    if (added) showSaved(added);
                    again();
                  }}
                />
              )}
              {entries.map((entry) => (
                <EntryRow
                  key={entry.id}
                  entry={entry}
                  dictionary={id}
                  owner={owner}
                  scope={scope}
                  mayWrite={mayWrite}
                  isAdmin={isAdmin}
                  isFresh={entry.id === fresh}
                  isSelected={selected.has(entry.id)}
                  onSelect={(on) => select(entry.id, on)}
                  onRefused={refuse}
                  onSaved={() => showSaved(entry.id)}
                  onUsage={() => setUsed([entry.id])}
                  onDeleted={() => {
                    select(entry.id, false);
                    again();
                  }}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className={styles.count} role="status">
        {w.count({ count: total })}
      </p>
      <Pagination
        current={page}
        total={Math.max(Math.ceil(total / pageSize), page)}
        label={w.pages}
        to={addressOf}
      />
      {typeof asked === 'object' && asked && (
        <PasteEntries
          dictionary={id}
          pasted={asked.pasted}
          onClose={() => setAsked(null)}
          onAdded={() => {
            setAsked(null);
            again();
          }}
        />
      )}
      {used && <UsageDialog entries={used} owner={owner} isAdmin={isAdmin} onClose={() => setUsed(null)} />}
      {asked === 'suggestions' && owner.level === 'PROJECT' && (
        <Suggestions dictionary={id} project={owner.project} onClose={() => setAsked(null)} onAdded={again} />
      )}
      {asked === 'restore' && (
        <RestoreEntries dictionary={id} onClose={() => setAsked(null)} onRestored={again} />
      )}
    </>
  );
}

/** Somebody who comes back to the tab sees what others changed meanwhile. */
function useReadAgainOnReturn(again: () => void): void {
  const latest = useRef(again);
  useEffect(() => {
    latest.current = again;
  });
  useEffect(() => {
    const read = () => document.visibilityState === 'visible' && latest.current();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, []);
}
