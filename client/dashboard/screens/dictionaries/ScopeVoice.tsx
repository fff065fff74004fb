import { Autocomplete } from '@mantine/core';
import { useState } from 'react';
import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { useVoiceSearch } from '../voices/voice-search.ts';

interface ScopeVoiceProps {
  /** BCP 47; null: every language, whose voices are too many to offer. */
  language: string | null;
  /** Null: every service. */
  provider: string | null;
  value: string;
  error: string | undefined;
  onChange: (voice: string) => void;
}

/** The voice that a dictionary is for: one of the language's, or any name that the service has. */
export function ScopeVoice({ language, provider, value, error, onChange }: ScopeVoiceProps) {
  const { settings: w } = useWords(dictionariesWords);
  const [looking, setLooking] = useState(false);
  const { voices } = useVoiceSearch(language ?? '', value, looking && language !== null);
  const names = voices
    .filter((voice) => !provider || voice.provider === provider)
    .map(({ name }) => name.slice(name.indexOf(':') + 1));
  return (
    <Autocomplete
      label={w.voice}
      placeholder={w.all.voices}
      description={w.voiceHint}
      maxLength={200}
      // What a modal dialog does not hold lies behind it.
      comboboxProps={{ withinPortal: false }}
      data={[...new Set(names)]}
      // The server has found what is offered.
      filter={({ options }) => options}
      value={value}
      error={error}
      onFocus={() => setLooking(true)}
      onBlur={() => setLooking(false)}
      onChange={onChange}
    />
  );
}
