import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { statusLabel } from '../../ui/StatusBadge.tsx';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ArticleFilters.module.css';
import { formatTableSearch, qaStatuses, type QaStatus, type TableSearch } from './article-variables.ts';
import { articleStatuses, formatTablePage, type Status, type TablePage } from './table-page.ts';

/** The list is read so many milliseconds after the last change (specification, section 9). */
const debounce = 250;

interface ArticleFiltersProps {
  filters: TablePage;
  search: TableSearch;
  project: number;
  /** Those that can be chosen; null: the project has no labels. */
  labels: readonly string[] | null;
  /** Whether the viewer reviews articles. */
  reviews: boolean;
}

/** Search, days, status, review and label; a change goes into the address, from which the table is read. */
export function ArticleFilters({ filters, search, project, labels, reviews }: ArticleFiltersProps) {
  const w = useWords(projectWords);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const list = useId();
  const [typed, setTyped] = useState({ ...filters, ...search });
  const address = JSON.stringify({ ...filters, ...search });
  const [shown, setShown] = useState(address);
  // Back and forward change the address without anybody typing.
  if (shown !== address) {
    setShown(address);
    const kept = (name: 'query' | 'label') =>
      typed[name].trim() === search[name] ? typed[name] : search[name];
    setTyped({ ...filters, ...search, query: kept('query'), label: kept('label') });
  }
  const apply = useDebouncedCallback((next: typeof typed) => {
    // The order may have been changed since somebody began to type.
    const behind = formatTableSearch(
      { ...search, query: next.query, label: next.label, qaStatus: next.qaStatus },
      params,
    );
    void navigate(`/projects/${project}/${formatTablePage({ ...next, page: 1 })}${behind}`, {
      replace: true,
      preventScrollReset: true,
    });
  }, debounce);
  useEffect(() => () => apply.cancel(), [apply]);
  const change = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    apply(next);
  };
  const any = typed.query || typed.label || typed.dateFrom || typed.dateTo || typed.status || typed.qaStatus;
  return (
    <div className={styles.filters} role="search" aria-label={w.articles}>
      <TextInput
        className={styles.query}
        size="sm"
        type="search"
        aria-label={w.filters.search}
        placeholder={w.filters.searchHint}
        leftSection={<IconSearch size={15} />}
        value={typed.query}
        onChange={(event) => change({ query: event.currentTarget.value })}
      />
      <label className={styles.field}>
        <span>{w.filters.from}</span>
        <input
          type="date"
          value={typed.dateFrom ?? ''}
          max={typed.dateTo ?? undefined}
          onChange={(event) => change({ dateFrom: event.currentTarget.value || null })}
        />
      </label>
      <label className={styles.field}>
        <span>{w.filters.to}</span>
        <input
          type="date"
          value={typed.dateTo ?? ''}
          min={typed.dateFrom ?? undefined}
          onChange={(event) => change({ dateTo: event.currentTarget.value || null })}
        />
      </label>
      <label className={styles.field}>
        <span className="visually-hidden">{w.filters.status}</span>
        <select
          value={typed.status ?? ''}
          onChange={(event) => change({ status: (event.currentTarget.value || null) as Status | null })}
        >
          <option value="">{w.filters.anyStatus}</option>
          {articleStatuses.map((status) => (
            <option key={status} value={status}>
              {statusLabel(status)}
            </option>
          ))}
        </select>
      </label>
      {(reviews || typed.qaStatus) && (
        <label className={styles.field}>
          <span className="visually-hidden">{w.filters.review}</span>
          <select
            value={typed.qaStatus ?? ''}
            onChange={(event) => change({ qaStatus: (event.currentTarget.value || null) as QaStatus | null })}
          >
            <option value="">{w.filters.anyReview}</option>
            {qaStatuses.map((status) => (
              <option key={status} value={status}>
                {w.filters.reviews[status]}
              </option>
            ))}
          </select>
        </label>
      )}
      {labels && (
        <label className={styles.field}>
          <span className="visually-hidden">{w.filters.label}</span>
          <input
            className={styles.label}
            list={list}
            maxLength={100}
            placeholder={w.filters.labelHint}
            value={typed.label}
            onChange={(event) => change({ label: event.currentTarget.value })}
          />
          <datalist id={list}>
            {labels.map((label) => (
              <option key={label}>{label}</option>
            ))}
          </datalist>
        </label>
      )}
      {any && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() =>
            change({ query: '', label: '', dateFrom: null, dateTo: null, status: null, qaStatus: null })
          }
        >
          {w.filters.clear}
        </Button>
      )}
    </div>
  );
}
