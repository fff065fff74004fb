import { Button, Select } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { studioWords } from '../../../generated/words/studio.ts';
import { SearchSelect } from '../../../ui/forms/SearchSelect.tsx';
import type { FieldErrors } from '../../../ui/forms/field-errors.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { languageOptions } from '../../voices/language-options.ts';
import { StudioVoicePreview } from './StudioVoicePreview.tsx';
import styles from '../editor/StudioForm.module.css';
import { noStyle, type StudioValue } from '../studio-value.ts';
import { needsStyle, proposedVoice, voicesByProvider, type StudioVoice } from './studio-voices.ts';
import type { StudioVoices } from './use-studio-voices.ts';

interface VoiceRowProps {
  languages: readonly { readonly language: string }[];
  voices: StudioVoices;
  /** Voice that the server proposes if the user has chosen none. */
  proposed: string | null | undefined;
  value: StudioValue;
  errors: FieldErrors;
  /** Said instead of the voice's sample; empty: the sample. */
  sample: string;
  onChange: (part: Partial<StudioValue>) => void;
  /** Called with a proposed voice if the user has chosen none. */
  onPropose: (part: Partial<StudioValue>) => void;
}

/** Who says it: language, voice, style, and how that sounds. */
export function VoiceRow({
  languages,
  voices: { voices, state, again },
  proposed,
  value,
  errors,
  sample,
  onChange,
  onPropose,
}: VoiceRowProps) {
  const { form: w } = useWords(studioWords);
  const chosen = voices.find(({ name }) => name === value.voice);
  const latest = useRef({ value, onPropose });
  useEffect(() => {
    latest.current = { value, onPropose };
  });
  // Another language has other voices: selects the first proposed one until the user chooses.
  useEffect(() => {
    const now = latest.current;
    if (state !== 'done' || now.value.voice !== null || voices.length === 0) return;
    const first = proposedVoice(voices, proposed);
    // New users start without a style.
    if (first) now.onPropose({ voice: first.name, style: noStyle });
  }, [state, voices, proposed, value.voice]);
  const options = useMemo(
    () =>
      voicesByProvider(voices).map(({ group, voices: of }) => ({
        group,
        items: of.map(({ name, label, gender }) => ({
          value: name,
          label: [label, w.genders[gender as keyof typeof w.genders]].filter(Boolean).join(' · '),
        })),
      })),
    [voices, w],
  );
  const gone =
    value.voice !== null && !chosen
      ? [
          {
            group: '',
            items: [{ value: value.voice, label: state === 'busy' ? w.loadingVoices : w.goneVoice }],
          },
        ]
      : [];
  const byName = useMemo(() => new Map(voices.map((voice) => [voice.name, voice])), [voices]);
  const several = needsStyle(chosen);
  return (
    <>
      <div className={styles.voiceRow}>
        <SearchSelect
          className={styles.whole!}
          label={w.language}
          placeholder={w.chooseLanguage}
          nothingFoundMessage={w.noLanguage}
          allowDeselect={false}
          data={languageOptions(languages)}
          value={value.language}
          error={errors['language']}
          onChange={(language) =>
            language !== value.language && onChange({ language, voice: null, style: null })
          }
        />
        <SearchSelect
          className={styles.whole!}
          label={w.voice}
          placeholder={state === 'busy' ? w.loadingVoices : w.chooseVoice}
          nothingFoundMessage={state === 'busy' ? w.loadingVoices : w.noVoice}
          allowDeselect={false}
          disabled={value.language === null}
          data={[...options, ...gone]}
          value={value.voice}
          error={errors['voice']}
          leftSection={hasStyles(chosen) ? <Star label={w.hasStyles} /> : undefined}
          renderOption={({ option }) => (
            <span className={styles.option}>
              <span>{option.label}</span>
              {hasStyles(byName.get(option.value)) && <Star label={w.hasStyles} />}
            </span>
          )}
          onChange={(voice) => voice !== value.voice && onChange({ voice, style: null })}
        />
        <StyleSelect
          voice={chosen}
          value={several ? value.style : null}
          error={several && errors['style']}
          onChange={(style) => onChange({ style })}
        />
        <span className={styles.listen}>
          {chosen && value.language && (
            <StudioVoicePreview
              key={JSON.stringify([chosen.name, value.language, value.style, sample])}
              voice={chosen.name}
              language={value.language}
              style={value.style}
              text={sample}
            />
          )}
        </span>
      </div>
      {state === 'failed' && <VoicesFailed onAgain={again} />}
    </>
  );
}

const hasStyles = (voice: StudioVoice | undefined): boolean => (voice?.styles.length ?? 0) > 0;

function Star({ label }: { label: string }) {
  return <IconStarFilled className={styles.star} size={13} role="img" aria-label={label} />;
}

interface StyleSelectProps {
  voice: StudioVoice | undefined;
  value: string | null;
  error: React.ReactNode;
  onChange: (style: string | null) => void;
}

function StyleSelect({ voice: chosen, value, error, onChange }: StyleSelectProps) {
  const { form: w } = useWords(studioWords);
  const several = needsStyle(chosen);
  return (
    <Select
      label={w.style}
      placeholder={several ? w.chooseStyle : w.none}
      allowDeselect={false}
      disabled={!several}
      data={[
        { value: noStyle, label: w.none },
        ...(chosen?.styles ?? [])
          .filter((style) => style !== noStyle)
          .map((style) => ({ value: style, label: style })),
      ]}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}

function VoicesFailed({ onAgain }: { onAgain: () => void }) {
  const { form: w } = useWords(studioWords);
  return (
    <p className={styles.error} role="alert">
      {w.voicesFailed}{' '}
      <Button size="compact-sm" variant="default" onClick={onAgain}>
        {w.again}
      </Button>
    </p>
  );
}
