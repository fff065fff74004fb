import { Checkbox, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useOrganizationProjects } from '../../frames/use-organization-projects.ts';
import { settingsWords } from '../../generated/words/settings.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProjectChoice.module.css';
import type { SettingsFormState } from './settings-form-state.ts';

/** More than this many projects are searched rather than looked through. */
const searchFrom = 8;

interface ProjectChoiceProps {
  form: SettingsFormState;
  label: string;
  /** Global ids. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  attempt: number;
  disabled?: boolean;
  /** Content beside a project's name. */
  mark?: (project: string) => ReactNode;
}

/** Selection of several other projects of the same organization. */
export function ProjectChoice({
  form: { project },
  label,
  chosen,
  onChange,
  attempt,
  disabled = false,
  mark,
}: ProjectChoiceProps) {
  const w = useWords(settingsWords).duplicator;
  const [search, setSearch] = useState('');
  const own = project.organization?.id ?? null;
  const { projects, isComplete } = useOrganizationProjects(own, attempt);
  const others = projects.filter(({ id }) => id !== project.id);
  const shown = others.filter(({ name }) => matches(name, search));
  const hidden = isComplete ? chosen.filter((id) => !others.some((one) => one.id === id)) : [];
  if (!own) return <p className={styles.hint}>{w.privateProject}</p>;
  if (isComplete && others.length === 0) return <p className={styles.hint}>{w.noOthers}</p>;
  return (
    <fieldset className={styles.choice} aria-busy={!isComplete}>
      <legend>{label}</legend>
      {others.length >= searchFrom && (
        <TextInput
          aria-label={w.search}
          placeholder={w.search}
          value={search}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <ul className={styles.list}>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <Checkbox
              label={name}
              disabled={disabled}
              checked={chosen.includes(id)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
            {mark?.(id)}
          </li>
        ))}
      </ul>
      {search && shown.length === 0 && <p className={styles.hint}>{w.nothing}</p>}
      {hidden.length > 0 && <p className={styles.hint}>{w.hidden({ count: hidden.length })}</p>}
    </fieldset>
  );
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns whether a name contains the search term, ignoring case and accents. */
const matches = (name: string, search: string): boolean => plain(name).includes(plain(search.trim()));
