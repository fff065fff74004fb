import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { rememberFocus } from '../../ui/dialogs/return-focus.ts';
import { paletteWords } from '../../generated/words/palette.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './CommandPalette.module.css';
import { KeyCaps } from './KeyCaps.tsx';
import { usePaletteSections, type Choice, type Section } from './use-palette-sections.ts';

/**
 * Finds what can be done, the present project's parts and settings, people, documentation, projects and
 * articles, all with the keyboard; it closes with what is chosen. @param typed what was typed while it was on
 * its way
 */
export default function CommandPalette({ onClose, typed = '' }: { onClose: () => void; typed?: string }) {
  const w = useWords(paletteWords);
  const [query, setQuery] = useState(typed);
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const goBack = rememberFocus();
    dialog.current?.showModal();
    // Where a choice leads elsewhere, the new screen has the focus.
    return () => queueMicrotask(goBack);
  }, []);

  const { sections, state } = usePaletteSections(query);
  const choices = sections.flatMap((section) => section.choices);
  // What is found later comes below: the place in the list stays.
  const active = Math.min(chosen, choices.length - 1);
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
          aria-activedescendant={choices.length > 0 ? `${id}-${active}` : undefined}
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
      <Results id={id} sections={sections} active={active} onPoint={setChosen} onChoose={choose} />
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

interface ResultsProps {
  /** Of the list; its options have the index behind it. */
  id: string;
  sections: readonly Section[];
  active: number;
  onPoint: (index: number) => void;
  onChoose: (choice: Choice) => void;
}

function Results({ id, sections, active, onPoint, onChoose }: ResultsProps) {
  const w = useWords(paletteWords);
  let index = 0;
  return (
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
                id={`${id}-${own}`}
                role="option"
                aria-selected={own === active}
                className={styles.option}
                onPointerMove={() => onPoint(own)}
                onClick={() => onChoose(choice)}
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
  );
}
