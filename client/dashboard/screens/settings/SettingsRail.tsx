import { TextInput } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { settingsWords } from '../../generated/words/settings.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { revealField, revealSection, settingIn } from './reveal-section.ts';
import type { SettingsFormState } from './settings-form-state.ts';
import {
  fieldsIn,
  matchesSearch,
  sectionKinds,
  stateOf,
  titleOf,
  type Section,
} from './settings-sections.ts';
import styles from './SettingsRail.module.css';

/** The sections by what they are about, each with its state; a click opens one and goes there. */
export function SettingsRail({ sections, form }: { sections: readonly Section[]; form: SettingsFormState }) {
  const w = useWords(settingsWords);
  const here = useSectionInView(sections);
  const navigate = useNavigate();
  const [sought, setSought] = useState('');
  const found = sections.filter((section) => matchesSearch(section, sought));
  const { hash, key } = useLocation();
  useEffect(() => {
    const setting = settingIn(hash);
    if (setting === null) return revealSection(hash.slice(1));
    // If the field is currently hidden, its section explains why.
    revealSection(sections.find((section) => fieldsIn(section).includes(setting))?.id ?? '');
    revealField(hash.slice(1));
  }, [hash, key, sections]);
  const rail = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = rail.current?.querySelector<HTMLElement>('[aria-current]');
    // On a narrow screen the rail is a strip, which follows.
    if (link) rail.current!.scrollLeft = link.offsetLeft - 40;
  }, [here]);
  return (
    <nav ref={rail} className={styles.rail} aria-label={w.rail}>
      <TextInput
        className={styles.search!}
        size="xs"
        type="search"
        aria-label={w.search}
        placeholder={w.search}
        leftSection={<IconSearch size={14} />}
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === 'Enter' && first) void navigate({ hash: first.id }, { replace: true });
        }}
      />
      {found.length === 0 && <p className={styles.none}>{w.searchNone}</p>}
      {sectionKinds.map((kind) => {
        const these = found.filter((section) => section.kind === kind);
        if (these.length === 0) return null;
        return (
          <div key={kind} className={styles.kind}>
            <p id={`rail-${kind}`}>{w.kinds[kind]}</p>
            <ul aria-labelledby={`rail-${kind}`}>
              {these.map((section) => {
                const { id } = section;
                const state = stateOf(section, form);
                return (
                  <li key={id}>
                    <Link
                      to={{ hash: id }}
                      replace
                      preventScrollReset
                      className={styles.link}
                      data-state={state ?? undefined}
                      aria-label={state ? `${titleOf(section)}, ${w.state[state]}` : undefined}
                      aria-current={here === id ? 'location' : undefined}
                    >
                      <span>{titleOf(section)}</span>
                      {state === 'locked' && <IconLock size={14} aria-hidden="true" />}
                      {state === 'error' && <IconAlertTriangle size={14} aria-hidden="true" />}
                      {state === 'changed' && <span className={styles.dot} />}
                    </Link>
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

/** Pixels from above, within which a section that begins there is the one that is read. */
const headerHeight = 160;

/** The uppermost section that is in view. */
function useSectionInView(sections: readonly Section[]): string | null {
  const [here, setHere] = useState<string | null>(null);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const { scrollHeight } = document.documentElement;
        // At its end a page cannot scroll the last sections up to the line.
        const line = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2 ? innerHeight : headerHeight;
        const passed = sections.filter(
          ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < line,
        );
        setHere(passed.at(-1)?.id ?? sections[0]?.id ?? null);
      });
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [sections]);
  return here;
}
