import { Checkbox, TextInput } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import type { ProjectChoice_viewer$key } from '../../__generated__/ProjectChoice_viewer.graphql.ts';
import type { ProjectChoicePageQuery } from '../../__generated__/ProjectChoicePageQuery.graphql.ts';
import type { ProjectChoiceQuery } from '../../__generated__/ProjectChoiceQuery.graphql.ts';
import { settingsWords } from '../../generated/words/settings.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProjectChoice.module.css';
import type { SettingsFormState } from './settings-form-state.ts';

const pageSize = 100;
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
  /** What stands beside a project's name. */
  mark?: (project: string) => ReactNode;
}

/** Other projects of the same organization, of which several are chosen. */
export function ProjectChoice({ attempt, ...props }: ProjectChoiceProps) {
  const { viewer } = useLazyLoadQuery<ProjectChoiceQuery>(
    graphql`
    query ProjectChoiceQuery @throwOnFieldError {
      viewer {
        ...ProjectChoice_viewer
      }
    }
  `,
    {},
    { fetchKey: attempt, fetchPolicy: 'store-and-network' },
  );
  return viewer && <Choice viewer={viewer} {...props} />;
}

function Choice({
  viewer,
  form: { project },
  label,
  chosen,
  onChange,
  disabled = false,
  mark,
}: Omit<ProjectChoiceProps, 'attempt'> & { viewer: ProjectChoice_viewer$key }) {
  const w = useWords(settingsWords).duplicator;
  const [search, setSearch] = useState('');
  const {
    data: { projects },
    hasNext,
    isLoadingNext,
    loadNext,
  } = usePaginationFragment<ProjectChoicePageQuery, ProjectChoice_viewer$key>(
    graphql`
    fragment ProjectChoice_viewer on Viewer
    @refetchable(queryName: "ProjectChoicePageQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 100 }, cursor: { type: "String" }) {
      projects(first: $count, after: $cursor) @connection(key: "ProjectChoice_projects") {
        edges {
          node {
            id
            name
            ...shown_listedProject
            organization {
              id
            }
          }
        }
      }
    }
  `,
    viewer,
  );
  const nodes = projects.edges.map(({ node }) => node);
  const own = project.organization?.id;
  const isOwn = (one: { readonly organization: { readonly id: string } | null | undefined }) =>
    one.organization?.id === own;
  // They are sorted by organization: once others follow, all of this one are there.
  const last = nodes.at(-1);
  const isComplete = !hasNext || (nodes.some(isOwn) && last !== undefined && !isOwn(last));
  useEffect(() => {
    if (!isComplete && !isLoadingNext) loadNext(pageSize);
  }, [isComplete, isLoadingNext, loadNext]);
  const others = nodes.filter((one) => isOwn(one) && one.id !== project.id);
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

/** Whether a name holds what is searched, whatever the case and the accents. */
const matches = (name: string, search: string): boolean => plain(name).includes(plain(search.trim()));
