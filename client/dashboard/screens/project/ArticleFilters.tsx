import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { statusLabel } from '../../ui/StatusBadge.tsx';
import styles from './ArticleFilters.module.css';
import { articleStatuses, formatTablePage, type Status, type TablePage } from './table-page.ts';

/** The list is read so many milliseconds after the last change (specification, section 9). */
const debounce = 250;

/** Search, days and status; a change goes into the address, from which the table is read. */
export function ArticleFilters({ filters, query, project }: { filters: TablePage; query: string; project: number }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState({ ...filters, query });
  const address = JSON.stringify({ ...filters, query });
  const [shown, setShown] = useState(address);
  // Back and forward change the address without anybody typing.
  if (shown !== address) {
    setShown(address);
    setTyped({ ...filters, query: typed.query.trim() === query ? typed.query : query });
  }
  const apply = useDebouncedCallback((next: typeof typed) => {
    const search = next.query.trim() ? `?${new URLSearchParams({ query: next.query.trim() })}` : '';
    void navigate(`/projects/${project}/${formatTablePage({ ...next, page: 1 })}${search}`, { replace: true, preventScrollReset: true });
  }, debounce);
  useEffect(() => () => apply.cancel(), [apply]);
  const change = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    apply(next);
  };
  const any = typed.query || typed.dateFrom || typed.dateTo || typed.status;
  return (
    <div className={styles.filters} role="search" aria-label="Articles">
      <TextInput
        className={styles.query}
        size="sm"
        type="search"
        aria-label="Search articles by title"
        placeholder="Search titles"
        leftSection={<IconSearch size={15} />}
        value={typed.query}
        onChange={(event) => change({ query: event.currentTarget.value })}
      />
      <label className={styles.field}>
        <span>From</span>
        <input
          type="date"
          value={typed.dateFrom ?? ''}
          max={typed.dateTo ?? undefined}
          onChange={(event) => change({ dateFrom: event.currentTarget.value || null })}
        />
      </label>
      <label className={styles.field}>
        <span>to</span>
        <input
          type="date"
          value={typed.dateTo ?? ''}
          min={typed.dateFrom ?? undefined}
          onChange={(event) => change({ dateTo: event.currentTarget.value || null })}
        />
      </label>
      <label className={styles.field}>
        <span className="visually-hidden">Status</span>
        <select value={typed.status ?? ''} onChange={(event) => change({ status: (event.currentTarget.value || null) as Status | null })}>
          <option value="">Any status</option>
          {articleStatuses.map((status) => (
            <option key={status} value={status}>
              {statusLabel(status)}
            </option>
          ))}
        </select>
      </label>
      {any && (
        <Button size="compact-sm" variant="subtle" onClick={() => change({ query: '', dateFrom: null, dateTo: null, status: null })}>
          Clear
        </Button>
      )}
    </div>
  );
}
