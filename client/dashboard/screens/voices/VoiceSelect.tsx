import { Button, Loader, MultiSelect, Select, type SelectProps } from '@mantine/core';
import { useEffect, useMemo, useState, type ReactNode, type UIEvent } from 'react';
import { voicesWords } from '../../generated/words/voices.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { useVoiceSearch, useNamedVoices, type VoiceResult } from './voice-search.ts';
import { VoicePreviewButton } from './VoicePreviewButton.tsx';
import { voiceGroups, voiceLabel } from './voice-groups.ts';
import styles from './VoiceSelect.module.css';

interface VoiceSelectProps extends Pick<
  SelectProps,
  | 'label'
  | 'aria-label'
  | 'description'
  | 'placeholder'
  | 'error'
  | 'disabled'
  | 'required'
  | 'withAsterisk'
  | 'clearable'
  | 'clearButtonProps'
> {
  /** Whose voices are offered. */
  language: string | null;
  /** Names of the voices that are chosen. */
  values: readonly string[];
  /** Voices that the caller has read already: they are not asked for by their names. */
  known?: ReadonlyMap<string, VoiceResult>;
  /** Several can be chosen. */
  multiple?: boolean;
  /** Whether the chosen voice can be played here. */
  withSample?: boolean;
  /** What a chosen voice is called that is gone. */
  gone?: (name: string) => string;
  onChange: (values: string[], voice: VoiceResult | null) => void;
}

/** Distance from the end of the list at which its next page is fetched, pixels. */
const nearEnd = 160;
const slowAfter = 6000;

/**
 * Select for voices of a language, searched on the server during typing. Shows the name of the chosen voice,
 * and plays it.
 */
export function VoiceSelect({
  language,
  values,
  known,
  multiple = false,
  withSample = false,
  gone,
  onChange,
  placeholder,
  error,
  ...field
}: VoiceSelectProps) {
  const w = useWords(voicesWords);
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<ReadonlyMap<string, VoiceResult>>(new Map());
  const all = useMemo(() => new Map([...(known ?? []), ...picked]), [known, picked]);
  // One of another language, or one that is gone, stays what it is until another is chosen.
  const named = useNamedVoices(values, null, all);
  const labelOf = (name: string): string => {
    const voice = named.voices.get(name);
    if (voice) return voiceLabel(voice);
    return named.voices.has(name) ? (gone?.(name) ?? w.gone) : named.state === 'failed' ? name : w.naming;
  };
  const chosen = values.filter(Boolean);
  const [only = null] = multiple ? [] : chosen;
  // The label of a chosen voice is not a search term.
  const sought = only !== null && typed === labelOf(only) ? '' : typed;
  const { voices, state, more, again } = useVoiceSearch(language ?? '', sought, opened && language !== null);
  const slow = useSlow(opened && state === 'busy');
  const offered = new Set(voices.map(({ name }) => name));
  const others = chosen
    .filter((name) => !offered.has(name))
    .map((name) => ({ value: name, label: labelOf(name) }));

  const choose = (names: string[]) => {
    const added = voices.filter(({ name }) => names.includes(name));
    setPicked((before) => new Map([...before, ...added.map((voice) => [voice.name, voice] as const)]));
    onChange(names, added.find(({ name }) => name === names.at(-1)) ?? null);
  };
  const list = {
    ...field,
    error,
    data: [...voiceGroups(voices), ...(others.length > 0 ? [{ group: w.chosen, items: others }] : [])],
    // The server has searched; what is chosen is offered only where it was found.
    filter: ({ options }: { options: Parameters<NonNullable<SelectProps['filter']>>[0]['options'] }) =>
      options.filter((group) => !('group' in group) || group.group !== w.chosen),
    searchable: true,
    maxDropdownHeight: 320,
    searchValue: typed,
    onSearchChange: setTyped,
    onDropdownOpen: () => setOpened(true),
    onDropdownClose: () => setOpened(false),
    nothingFoundMessage:
      state === 'failed' ? w.failed : state === 'busy' ? (slow ? w.slow : w.searching) : w.noVoice,
    ...(opened && state === 'busy' && { rightSection: <Loader size={16} aria-label={w.searching} /> }),
    scrollAreaProps: {
      viewportProps: {
        onScroll: ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLDivElement>) => {
          if (scrollHeight - scrollTop - clientHeight < nearEnd) more?.();
        },
      },
    },
  };
  const samples = withSample ? chosen.flatMap((name) => named.voices.get(name) ?? []) : [];
  return (
    <div className={styles.select} data-several={multiple || undefined}>
      {multiple ? (
        <MultiSelect
          {...list}
          placeholder={chosen.length > 0 ? '' : (placeholder ?? '')}
          value={chosen}
          onChange={choose}
          hidePickedOptions
        />
      ) : (
        <Select
          {...list}
          placeholder={placeholder ?? ''}
          value={only}
          onChange={(name) => choose(name === null ? [] : [name])}
          onClick={(event) => event.currentTarget.select()}
        />
      )}
      <Samples voices={samples} named={multiple} />
      {state === 'failed' && <Failure onAgain={again} />}
    </div>
  );
}

function Samples({ voices, named }: { voices: readonly VoiceResult[]; named: boolean }) {
  if (voices.length === 0) return null;
  return (
    <div className={styles.samples}>
      {voices.map((voice) => (
        <Sample key={voice.name} named={named} voice={voice.label}>
          <VoicePreviewButton name={voice.name} label={voice.label} language={voice.language} />
        </Sample>
      ))}
    </div>
  );
}

function Failure({ onAgain }: { onAgain: () => void }) {
  const w = useWords(voicesWords);
  return (
    <p className={styles.failed} role="alert">
      {w.failed}{' '}
      <Button size="compact-sm" variant="default" onClick={onAgain}>
        {w.again}
      </Button>
    </p>
  );
}

function Sample({ named, voice, children }: { named: boolean; voice: string; children: ReactNode }) {
  return (
    <span className={styles.sample}>
      {children}
      {named && <span aria-hidden="true">{voice}</span>}
    </span>
  );
}

/** Returns whether waiting has taken so long that a notice should appear. */
function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(true), slowAfter);
    return () => clearTimeout(timer);
  }, [waiting]);
  return slow;
}
