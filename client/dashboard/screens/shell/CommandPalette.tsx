import { IconArticle, IconChevronRight, IconFolder, IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useMatches, useNavigate } from 'react-router-dom';
import { rememberFocus } from '../../ui/return-focus.ts';
import { commandGroups, usePresentCommands, type Command } from '../../ui/commands.ts';
import { paletteWords } from '../../generated/words/palette.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { Place } from '../project-part/place.ts';
import styles from './CommandPalette.module.css';
import { KeyCaps } from './KeyCaps.tsx';
import { screenActions } from './screen-actions.ts';
import { useFound } from './use-found.ts';
import { usePlaces } from './use-places.ts';

/** Something that can be chosen. */
interface Choice extends Pick<Command, 'id' | 'label' | 'icon' | 'keys' | 'run'> {
  detail?: string;
}

interface Section {
  title: string;
  choices: Choice[];
}

/** Fewer letters than these are found in labels alone: they stand in any sentence. */
const keywordLeast = 3;
/** Of what is searched here, so many are shown of each kind. */
const shownMax = 8;

/** Whatever the case and the accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Finds what can be done, the present project's parts and settings, people, documentation, projects and
 * articles, all with the keyboard; it closes with what is chosen. @param typed what was typed while it was on
 * its way
 */
export default function CommandPalette({ onClose, typed = '' }: { onClose: () => void; typed?: string }) {
  const w = useWords(paletteWords);
  const navigate = useNavigate();
  const commands = usePresentCommands();
  const [query, setQuery] = useState(typed);
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const { id: project } = useMatches().at(-1)?.params ?? {};
  const { found, state } = useFound(query, project);
  const places = usePlaces(project);
  // As the screen was when the palette opened over it.
  const [buttons] = useState(() => screenActions(new Set(commands.map(({ label }) => label))));

  useLayoutEffect(() => {
    const goBack = rememberFocus();
    dialog.current?.showModal();
    // Where a choice leads elsewhere, the new screen has the focus.
    return () => queueMicrotask(goBack);
  }, []);

  const asked = plain(query).split(/\s+/).filter(Boolean);
  const matches = ({ label, keywords = '' }: Pick<Command, 'label' | 'keywords'>) =>
    asked.every(
      (part) =>
        plain(label).includes(part) || (part.length >= keywordLeast && plain(keywords).includes(part)),
    );
  const go = (path: string) => () => void navigate(path);
  const offered = commands.filter((command) => !command.notInPalette && matches(command));
  /** What there is much of is found, not listed. */
  const sought = <One extends Pick<Command, 'label' | 'keywords'>>(all: readonly One[]): One[] =>
    asked.length === 0 ? [] : all.filter(matches).slice(0, shownMax);
  const led = (all: readonly Place[]): Choice[] => all.map(({ to, ...place }) => ({ ...place, run: go(to) }));
  const sections: Section[] = [
    ...commandGroups.flatMap((group) => {
      const choices: Choice[] = [
        // What ends a project comes last.
        ...(group === 'project' ? led(places.project.filter(matches)) : []),
        ...offered.filter((command) => (command.group ?? 'screen') === group),
        ...(group === 'screen' ? sought(buttons) : []),
      ];
      const own: Section = { title: w.groups[group], choices };
      return group === 'project'
        ? [own, { title: w.groups.settings, choices: led(sought(places.settings)) }]
        : [own];
    }),
    { title: w.groups.people, choices: led(sought(places.people)) },
    { title: w.groups.docs, choices: led(sought(places.docs)) },
    {
      title: w.groups.projects,
      choices: found.projects.map(({ databaseId, name, organization }) => ({
        id: `project:${databaseId}`,
        label: name,
        icon: IconFolder,
        run: go(`/projects/${databaseId}`),
        ...(organization && { detail: organization.name }),
      })),
    },
    {
      title: w.groups.articles,
      choices: found.articles.map(({ databaseId, title, project: { databaseId: of, name } }) => ({
        id: `article:${databaseId}`,
        label: title,
        detail: name,
        icon: IconArticle,
        run: go(`/projects/${of}/articles/${databaseId}`),
      })),
    },
  ].filter(({ choices }) => choices.length > 0);
  const choices = sections.flatMap((section) => section.choices);
  // What is found later comes below: the place in the list stays.
  const active = Math.min(chosen, choices.length - 1);
  const optionId = (index: number) => `${id}-${index}`;
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    dialog.current?.close();
    choice.run();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') choose(choices[active]);
    else if (event.key === 'ArrowDown') setChosen((active + 1) % Math.max(1, choices.length));
    else if (event.key === 'ArrowUp')
      setChosen((active + Math.max(1, choices.length) - 1) % Math.max(1, choices.length));
    else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) dialog.current?.close();
    else return;
    event.preventDefault();
  };

  let index = 0;
  return (
    // A click beside it closes it; by keyboard Escape does, which the browser hears.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={w.title}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div className={styles.field}>
        <IconSearch size={18} stroke={1.7} />
        <input
          type="text"
          role="combobox"
          aria-label={w.title}
          aria-expanded={choices.length > 0}
          aria-controls={id}
          aria-activedescendant={choices.length > 0 ? optionId(active) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          autoFocus
          spellCheck={false}
          maxLength={200}
          placeholder={w.placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={keys}
        />
      </div>
      <div id={id} role="listbox" aria-label={w.results} className={styles.results} tabIndex={-1}>
        {sections.map(({ title, choices: inSection }) => (
          <div key={title} role="group" aria-label={title}>
            <div className={styles.title} aria-hidden="true">
              {title}
            </div>
            {inSection.map((choice) => {
              const own = index++;
              const Icon = choice.icon ?? IconChevronRight;
              return (
                // The field above has the focus and hears the keys (aria-activedescendant).
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={choice.id}
                  id={optionId(own)}
                  role="option"
                  aria-selected={own === active}
                  className={styles.option}
                  onPointerMove={() => setChosen(own)}
                  onClick={() => choose(choice)}
                >
                  <Icon size={17} stroke={1.7} />
                  <span className={styles.label}>{choice.label}</span>
                  {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
                  {choice.keys && <KeyCaps keys={choice.keys} />}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p className={styles.foot} role="status">
        {state === 'failed'
          ? w.notSearched
          : state === 'busy'
            ? w.searching
            : choices.length === 0
              ? w.nothing({ query: query.trim() })
              : w.howTo}
        <span className="visually-hidden">
          {state === 'done' && choices.length > 0 && w.found({ count: choices.length })}
        </span>
      </p>
    </dialog>
  );
}
