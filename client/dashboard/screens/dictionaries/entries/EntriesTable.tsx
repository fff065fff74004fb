import { Checkbox } from '@mantine/core';
import { IconEar } from '@tabler/icons-react';
import { startTransition, useEffect, useRef, useState } from 'react';
import { graphql } from 'react-relay';
import { useSearchParams } from 'react-router-dom';
import type { EntriesTableQuery } from '../../../__generated__/EntriesTableQuery.graphql.ts';
import { pageSizes } from '../../../generated/limits.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { useFallbackPolling } from '../../../relay/use-fallback-polling.ts';
import { EmptyState } from '../../../ui/lists/EmptyState.tsx';
import { Pagination } from '../../../ui/lists/Pagination.tsx';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';
import type { OwnerProps } from '../dictionary-owner.ts';
import { EntryEffect, type EntryEffectProps } from '../revoicing/EntryEffect.tsx';
import { EntryEffectDialog } from '../revoicing/EntryEffectDialog.tsx';
import { useDictionaryVersions } from '../use-dictionary-versions.ts';
import { useReadOnlyNotice } from '../use-read-only-notice.ts';
import { EntriesDialogs, type EntriesDialog } from './EntriesDialogs.tsx';
import { EntriesToolbar } from './EntriesToolbar.tsx';
import { EntryRow } from './EntryRow.tsx';
import type { PreviewScope } from './use-entry-preview.ts';
import { NewEntry } from './NewEntry.tsx';
import { useEntrySelection } from './use-entry-selection.ts';
import { usePastedLines } from './use-pasted-lines.ts';
import { useFreshQuery } from '../../../relay/use-fresh-query.ts';

interface EntriesTableProps extends OwnerProps {
  /** Its global id. */
  dictionary: string;
  scope: PreviewScope;
  /** Another one each time that all is read again. */
  attempt: string;
  onCount: (count: number) => void;
}

/** The entries of a dictionary, newest first, a page at a time. */
export function EntriesTable({ onCount, attempt, ...props }: EntriesTableProps) {
  const { dictionary: id, owner, mayWrite, isAdmin } = props;
  const { entries: w } = useWords(dictionariesWords);
  const [open, setOpen] = useState<EntriesDialog | null>(null);
  const [used, setUsed] = useState<readonly string[] | null>(null);
  const [saved, setSaved] = useState<SavedEntries | null>(null);
  const refusal = useReadOnlyNotice(mayWrite);
  const selection = useEntrySelection();
  const { entries, total, again, search, page, addressOf } = useEntriesPage(id, attempt);
  useEffect(() => {
    if (search === '') onCount(total);
  }, [search, total, onCount]);
  usePastedLines(mayWrite && open === null, (pasted) => setOpen({ pasted }));
  return (
    <>
      <EntriesToolbar
        owner={owner}
        refusal={refusal}
        selection={selection}
        onOpen={setOpen}
        onUsage={setUsed}
        onDeleted={again}
      />
      {saved && (
        <SavedEffect
          key={saved.time}
          saved={saved}
          owner={owner}
          isAdmin={isAdmin}
          onShow={() => {
            setUsed(saved.entries);
            if (saved.inDialog) setSaved(null);
          }}
          onClose={() => setSaved(null)}
        />
      )}
      {entries.length === 0 && open !== 'new' ? (
        <EmptyState
          icon={IconEar}
          role="status"
          title={search ? w.nothing({ query: search }) : total > 0 ? w.emptyPage : w.none}
        >
          {search || total > 0 ? undefined : mayWrite ? w.noneText : w.noneForOthers}
        </EmptyState>
      ) : (
        <Rows
          {...props}
          entries={entries}
          selection={selection}
          isAdding={open === 'new'}
          onOpen={setOpen}
          onRefused={refusal.refuse}
          onSaved={(entry, inDialog) => setSaved(savedNow([entry], inDialog))}
          onUsage={setUsed}
          onChanged={again}
        />
      )}
      <p className={styles.count} role="status">
        {w.count({ count: total })}
      </p>
      <Pagination
        current={page}
        total={Math.max(Math.ceil(total / pageSizes.list), page)}
        label={w.pages}
        to={addressOf}
      />
      <EntriesDialogs
        dictionary={id}
        owner={owner}
        isAdmin={isAdmin}
        open={open}
        used={used}
        onClose={() => setOpen(null)}
        onCloseUsage={() => setUsed(null)}
        onChanged={again}
        onSaved={(ids) => setSaved(savedNow(ids, true))}
      />
    </>
  );
}

/** Entries that were just saved: in place, or in a dialog that has closed. */
interface SavedEntries {
  entries: readonly string[];
  inDialog: boolean;
  time: number;
}

const savedNow = (entries: readonly string[], inDialog: boolean): SavedEntries => ({
  entries,
  inDialog,
  time: Date.now(),
});

/** Shows what saved entries affect where the editor is: in a dialog, or above the table. */
function SavedEffect({
  saved: { entries, inDialog },
  ...props
}: Omit<EntryEffectProps, 'entries'> & { saved: SavedEntries }) {
  return inDialog ? (
    <EntryEffectDialog {...props} entries={entries} />
  ) : (
    <EntryEffect {...props} entries={entries} />
  );
}

/** Reads the page of entries that the address names, again whenever they may have changed. */
function useEntriesPage(id: string, attempt: string) {
  const [parameters] = useSearchParams();
  const [look, setLook] = useState(0);
  const search = parameters.get('q') ?? '';
  const page = Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1);
  const { dictionary } = useFreshQuery<EntriesTableQuery>(
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
    { id, first: pageSizes.list, offset: (page - 1) * pageSizes.list, search },
    `${attempt}.${look}`,
  );
  const again = () => startTransition(() => setLook((count) => count + 1));
  useFallbackPolling(again);
  useReadAgainOnReturn(again);
  useDictionaryVersions(id, again);
  const addressOf = (number: number): string => {
    const next = new URLSearchParams(parameters);
    if (number > 1) next.set('page', String(number));
    else next.delete('page');
    return `?${next}`;
  };
  const entries = (dictionary?.entries.edges ?? []).flatMap((edge) => edge?.node ?? []);
  return { entries, total: dictionary?.entries.totalCount ?? 0, again, search, page, addressOf };
}

interface RowsProps extends Omit<EntriesTableProps, 'attempt' | 'onCount'> {
  entries: ReturnType<typeof useEntriesPage>['entries'];
  selection: ReturnType<typeof useEntrySelection>;
  isAdding: boolean;
  onOpen: (dialog: EntriesDialog | null) => void;
  onRefused: () => void;
  onSaved: (entry: string, inDialog: boolean) => void;
  onUsage: (entries: readonly string[]) => void;
  onChanged: () => void;
}

/** The table itself: a row for a new entry, and those of the page. */
function Rows({
  entries,
  selection: { selected, select },
  isAdding,
  onOpen,
  onRefused,
  onSaved,
  onUsage,
  onChanged,
  ...place
}: RowsProps) {
  const [fresh, setFresh] = useState<string | undefined>();
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <Head ids={entries.map(({ id }) => id)} selected={selected} onSelect={select} />
        <tbody>
          {isAdding && (
            <NewEntry
              dictionary={place.dictionary}
              onPaste={(pasted) => onOpen({ pasted })}
              onClose={() => onOpen(null)}
              onAdded={(added) => {
                setFresh(added);
                if (added) onSaved(added, false);
                onChanged();
              }}
            />
          )}
          {entries.map((entry) => (
            <EntryRow
              {...place}
              key={entry.id}
              entry={entry}
              isFresh={entry.id === fresh}
              isSelected={selected.has(entry.id)}
              onSelect={(on) => select(entry.id, on)}
              onRefused={onRefused}
              onSaved={(inDialog) => onSaved(entry.id, inDialog)}
              onUsage={() => onUsage([entry.id])}
              onDeleted={() => {
                select(entry.id, false);
                onChanged();
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps {
  /** Entries of the page. */
  ids: readonly string[];
  selected: ReadonlySet<string>;
  onSelect: (entry: string, on: boolean) => void;
}

function Head({ ids, selected, onSelect }: HeadProps) {
  const { entries: w } = useWords(dictionariesWords);
  const isAll = ids.length > 0 && ids.every((id) => selected.has(id));
  return (
    <thead>
      <tr>
        <th scope="col">
          <Checkbox
            size="xs"
            aria-label={w.selectAll}
            checked={isAll}
            indeterminate={!isAll && ids.some((id) => selected.has(id))}
            onChange={({ currentTarget: { checked } }) => ids.forEach((id) => onSelect(id, checked))}
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
  );
}

/** Refetches when the user returns to the tab, to show other members' changes. */
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
