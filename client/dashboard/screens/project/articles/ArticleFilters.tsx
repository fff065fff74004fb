import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { formatDay } from '../../../ui/format.ts';
import { statusLabel } from '../../../ui/lists/StatusBadge.tsx';
import { usePrefetch } from '../../../relay/use-prefetch.ts';
import { projectWords } from '../../../generated/words/project.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './ArticleFilters.module.css';
import { FiltersButton } from './FiltersButton.tsx';
import { formatTableSearch, type Filters, type TableSearch } from './article-variables.ts';
import { formatTablePage, type TablePage } from './table-page.ts';

/** Delay in milliseconds between the last change and the query (specification, section 9). */
const debounce = 250;

const loadFields = () => import('./FiltersPopover.tsx');

export interface ArticleFiltersProps {
  filters: TablePage;
  search: TableSearch;
  project: number;
  /** Those that can be chosen; null: the project has no labels. */
  labels: readonly string[] | null;
  /** Whether the viewer reviews articles. */
  reviews: boolean;
}

/**
 * Search field, and a button that opens days, status, review and label. Active filters appear beside it and
 * can be removed. Changes go into the address, from which the table is read.
 */
export function ArticleFilters({ filters, search, project, labels, reviews }: ArticleFiltersProps) {
  const w = useWords(projectWords);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [typed, setTyped] = useState({ ...filters, ...search });
  const address = JSON.stringify({ ...filters, ...search });
  const [shown, setShown] = useState(address);
  // Back and forward change the URL without typing.
  if (shown !== address) {
    setShown(address);
    const kept = (name: 'query' | 'label') =>
      typed[name].trim() === search[name] ? typed[name] : search[name];
    setTyped({ ...filters, ...search, query: kept('query'), label: kept('label') });
  }
  const apply = useDebouncedCallback((next: typeof typed) => {
    // The order may have changed since the user began to type.
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
  const { Opened, button } = usePrefetch(loadFields, 'dialog');
  const chips = chipsOf(typed, w.filters);
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
      {Opened ? (
        <Opened value={typed} onChange={change} labels={labels} reviews={reviews} />
      ) : (
        <FiltersButton {...button} />
      )}
      {chips.map(({ text, without }) => (
        <button
          key={text}
          type="button"
          className={styles.chip}
          aria-label={w.filters.remove({ filter: text })}
          onClick={() => change(without)}
        >
          {text} <IconX size={13} aria-hidden="true" />
        </button>
      ))}
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

/** What is filtered by, in words, and the filters without it. */
function chipsOf(
  { dateFrom, dateTo, status, qaStatus, label }: Filters,
  w: typeof projectWords.en.filters,
): { text: string; without: Partial<Filters> }[] {
  const days =
    dateFrom && dateTo
      ? w.between({ from: formatDay(dateFrom), to: formatDay(dateTo) })
      : dateFrom
        ? w.since({ day: formatDay(dateFrom) })
        : dateTo && w.until({ day: formatDay(dateTo) });
  return [
    ...(days ? [{ text: days, without: { dateFrom: null, dateTo: null } }] : []),
    ...(status ? [{ text: statusLabel(status), without: { status: null } }] : []),
    ...(qaStatus ? [{ text: w.reviews[qaStatus], without: { qaStatus: null } }] : []),
    ...(label.trim() ? [{ text: label.trim(), without: { label: '' } }] : []),
  ];
}
