import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import styles from '../Dictionaries.module.css';

/** Milliseconds after the last keystroke. */
const pause = 250;

/** Looks for entries a moment after the last letter. */
export function SearchEntries({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [settled] = useDebouncedValue(typed.trim(), pause);
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  useEffect(() => {
    if (settled !== value) latest.current(settled);
    // What is typed decides; the address follows.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
  return (
    <div role="search" aria-label={label} className={styles.search}>
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconSearch size={15} />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </div>
  );
}
