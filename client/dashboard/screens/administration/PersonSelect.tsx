import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState, type ReactNode } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { PersonSelectQuery } from '../../__generated__/PersonSelectQuery.graphql.ts';
import { SearchSelect } from '../../ui/forms/SearchSelect.tsx';
import { administrationWords } from '../../generated/words/administration.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { searchMax } from './search-address.ts';

export interface Person {
  /** Global id. */
  id: string;
  name: string;
  email: string;
}

/** Milliseconds after the last keystroke. */
const pause = 250;

const labelOf = ({ name, email }: Person): string => (name ? `${name} · ${email}` : email);

interface PersonSelectProps {
  label: string;
  description: string;
  value: Person | null;
  error: ReactNode;
  onChange: (person: Person | null) => void;
}

/** Selects a user by a part of the name or email address. */
export function PersonSelect({ label, description, value, error, onChange }: PersonSelectProps) {
  const { roles: w } = useWords(administrationWords);
  const [typed, setTyped] = useState('');
  // The label of a selected person is not a search term.
  const { people, state } = usePeople(value && typed === labelOf(value) ? '' : typed.trim());
  const offered = value && !people.some(({ id }) => id === value.id) ? [value, ...people] : people;
  return (
    <SearchSelect
      label={label}
      description={description}
      data={offered.map((person) => ({ value: person.id, label: labelOf(person) }))}
      // The server has chosen them.
      filter={({ options }) => options}
      maxLength={searchMax}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={
        typed.trim() === ''
          ? description
          : { searching: w.searching, found: w.nobody, failed: w.notSearched }[state]
      }
      value={value?.id ?? null}
      error={error}
      onChange={(id) => onChange(offered.find((person) => person.id === id) ?? null)}
    />
  );
}

/** People like what is typed; none while nothing is. */
function usePeople(search: string): { people: readonly Person[]; state: 'searching' | 'found' | 'failed' } {
  const environment = useRelayEnvironment();
  const [asked] = useDebouncedValue(search, pause);
  const [answer, setAnswer] = useState<{ search: string; people: readonly Person[] | null } | null>(null);
  useEffect(() => {
    if (asked === '') return;
    const asking = fetchQuery<PersonSelectQuery>(
      environment,
      graphql`
        query PersonSelectQuery($search: String) {
          users(search: $search, first: 10) {
            edges {
              node {
                id
                name
                email
              }
            }
          }
        }
      `,
      { search: asked },
    ).subscribe({
      next: ({ users }) => setAnswer({ search: asked, people: users.edges.map(({ node }) => node) }),
      error: () => setAnswer({ search: asked, people: null }),
    });
    return () => asking.unsubscribe();
  }, [environment, asked]);
  if (search === '') return { people: [], state: 'found' };
  if (answer?.search !== search) return { people: [], state: 'searching' };
  return { people: answer.people ?? [], state: answer.people ? 'found' : 'failed' };
}
