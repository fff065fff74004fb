import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, useTransition, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Part } from '../../relay/Part.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ListSkeleton } from '../../ui/lists/Skeletons.tsx';
import styles from './Administration.module.css';
import { searchIn, searchMax } from './search-address.ts';

/** Milliseconds after the last keystroke. */
const pause = 250;

interface SearchedListProps {
  label: string;
  hint: string;
  /** What it lists, as the message of a failure names it. */
  what: string;
  /** @param search what is looked for, without blanks around it */
  children: (search: string) => ReactNode;
}

/** Search field with its list. The search term is in the address, so that the back button returns to it. */
export function SearchedList({ label, hint, what, children }: SearchedListProps) {
  const [parameters, setParameters] = useSearchParams();
  const [typed, setTyped] = useState(() => searchIn(parameters));
  const [search] = useDebouncedValue(typed.trim(), pause);
  const shown = searchIn(parameters);
  useEffect(() => {
    if (search !== shown)
      setParameters(search ? { q: search } : {}, { replace: true, preventScrollReset: true });
  }, [search, shown, setParameters]);
  return (
    <Panel>
      <div role="search" aria-label={label}>
        <TextInput
          type="search"
          label={label}
          description={hint}
          maw={460}
          maxLength={searchMax}
          autoComplete="off"
          spellCheck={false}
          leftSection={<IconSearch size={15} />}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </div>
      <div className={styles.found}>
        <Part what={what} of={search} waiting={<ListSkeleton />}>
          {() => children(search)}
        </Part>
      </div>
    </Panel>
  );
}

/**
 * Refetches a list when the search term changes. The list shown stays until the response arrives.
 * @param first search term of the initial list
 * @returns whether a request is in flight
 */
export function useSearch(
  search: string,
  first: string,
  refetch: (variables: { search: string }) => void,
): boolean {
  const asked = useRef(first);
  const [searching, startSearch] = useTransition();
  useEffect(() => {
    if (search === asked.current) return;
    asked.current = search;
    startSearch(() => refetch({ search }));
  }, [search, refetch]);
  return searching;
}
