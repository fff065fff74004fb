import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { graphql, useFragment, useRelayEnvironment } from 'react-relay';
import type { voiceSearch_voice$key } from '../../__generated__/voiceSearch_voice.graphql.ts';
import type { VoicePicker_query$key } from '../../__generated__/VoicePicker_query.graphql.ts';
import type { VoicePickerFavoriteMutation } from '../../__generated__/VoicePickerFavoriteMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { SearchSelect } from '../../ui/forms/SearchSelect.tsx';
import { voicesWords } from '../../generated/words/voices.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { firstVoice, readVoice, useNamedVoices, type VoiceResult } from './voice-search.ts';
import { languageOptions } from './language-options.ts';
import { VoiceLicense } from './VoiceLicense.tsx';
import { VoicePreview } from './VoicePreview.tsx';
import type { SettingValues } from './setting-values.ts';
import { VoiceSelect } from './VoiceSelect.tsx';
import { VoiceSettings } from './VoiceSettings.tsx';
import styles from './VoicePicker.module.css';

export interface VoiceChoice {
  voiceLanguage: string | null;
  voiceName: string | null;
  settings: SettingValues;
}

interface VoicePickerProps {
  /** Global id of the project. */
  project: string;
  query: VoicePicker_query$key;
  /** The voice that is saved, where it is still offered: shown without being asked for. */
  saved: voiceSearch_voice$key | null | undefined;
  value: VoiceChoice;
  onChange: (value: VoiceChoice) => void;
  errors?: FieldErrors;
}

/** Language, then a voice by service, its settings, and how it sounds. */
export function VoicePicker({ project, query, saved, value, onChange, errors = {} }: VoicePickerProps) {
  const w = useWords(voicesWords);
  const { voiceLanguages: languages } = useFragment(queryFragment, query);
  const [picked, setPicked] = useState<VoiceResult | null>(null);
  const [marked, setMarked] = useState<ReadonlyMap<string, boolean>>(new Map());
  const known = useMemo(
    () =>
      new Map(
        [saved ? readVoice(saved) : null, picked].flatMap((voice) =>
          voice ? [[voice.name, voice] as const] : [],
        ),
      ),
    [saved, picked],
  );
  const language = languages.find((one) => one.language === value.voiceLanguage);
  const speaking = known.get(value.voiceName ?? '');
  // A voice of many languages is another in each of them.
  const named = useNamedVoices(
    value.voiceName && speaking?.language !== value.voiceLanguage ? [value.voiceName] : [],
    value.voiceLanguage,
  );
  const voice =
    speaking?.language === value.voiceLanguage ? speaking : named.voices.get(value.voiceName ?? '');

  const { propose, proposing, failed } = useProposal(value, onChange, setPicked);
  const chooseLanguage = (id: string | null) => {
    onChange({ voiceLanguage: id, voiceName: null, settings: {} });
    if (id !== null) void propose(id);
  };
  const waiting = proposing !== null && proposing === value.voiceLanguage && value.voiceName === null;
  return (
    <div className={styles.picker}>
      <div className={styles.row}>
        <SearchSelect
          label={w.language}
          placeholder={w.chooseLanguage}
          required
          withAsterisk={false}
          nothingFoundMessage={w.noLanguage}
          data={languageOptions(languages)}
          value={value.voiceLanguage}
          onChange={chooseLanguage}
          error={errors['voiceLanguage']}
        />
        <VoiceSelect
          key={value.voiceLanguage}
          label={w.voice}
          placeholder={waiting ? w.naming : w.chooseVoice}
          required
          withAsterisk={false}
          disabled={!language}
          language={value.voiceLanguage}
          values={value.voiceName ? [value.voiceName] : []}
          known={known}
          onChange={([voiceName = null], found) => {
            if (found) setPicked(found);
            onChange({ ...value, voiceName, settings: {} });
          }}
          error={
            errors['voiceName'] ??
            (failed !== null && failed === value.voiceLanguage && value.voiceName === null
              ? w.failed
              : undefined)
          }
        />
        {voice && (
          <FavoriteButton
            name={voice.name}
            label={voice.label}
            favorite={marked.get(voice.name) ?? voice.favorite}
            onMark={(favorite) => setMarked(new Map([...marked, [voice.name, favorite]]))}
          />
        )}
      </div>
      {voice?.license && <VoiceLicense license={voice.license} />}
      {voice && <VoiceWarnings voice={voice} model={value.settings['model']} />}
      {voice && (
        <VoiceSettings
          voice={voice}
          values={value.settings}
          onChange={(settings) => onChange({ ...value, settings })}
        />
      )}
      <FieldError>{errors['voiceAdditionalSettings']}</FieldError>
      {voice && value.voiceLanguage && (
        <VoicePreview
          voice={voice.name}
          language={value.voiceLanguage}
          settings={value.settings}
          project={project}
        />
      )}
    </div>
  );
}

/** Proposes the first voice of a language, unless the language or voice has changed. */
function useProposal(
  value: VoiceChoice,
  onChange: (value: VoiceChoice) => void,
  onFound: (voice: VoiceResult | null) => void,
) {
  const environment = useRelayEnvironment();
  const [proposing, setProposing] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const latest = useRef({ value, onChange });
  useEffect(() => {
    latest.current = { value, onChange };
  });
  const propose = async (id: string) => {
    setFailed(null);
    setProposing(id);
    try {
      const first = await firstVoice(environment, id);
      const now = latest.current;
      // The language or voice may have changed since.
      if (now.value.voiceLanguage !== id || now.value.voiceName !== null) return;
      onFound(first);
      now.onChange({ ...now.value, voiceName: first?.name ?? null });
    } catch {
      setFailed(id);
    } finally {
      setProposing((present) => (present === id ? null : present));
    }
  };
  return { propose, proposing, failed };
}

/** What speaks against a voice, for the model that is chosen or for any. */
function VoiceWarnings({ voice, model }: { voice: VoiceResult; model: SettingValues[string] | undefined }) {
  const warnings = voice.warnings.filter((warning) => !model || warning.model === model);
  return (
    <>
      {warnings.map(({ model: about, text }) => (
        <p key={about} className={styles.warning}>
          {text}
        </p>
      ))}
    </>
  );
}

interface FavoriteButtonProps {
  name: string;
  label: string;
  favorite: boolean;
  /** Called with the new state: the voice has no global id, so the store doesn't update it everywhere. */
  onMark: (favorite: boolean) => void;
}

function FavoriteButton({ name, label, favorite, onMark }: FavoriteButtonProps) {
  const w = useWords(voicesWords);
  const [setFavorite, busy] = useAction<VoicePickerFavoriteMutation>(graphql`
    mutation VoicePickerFavoriteMutation($input: SetFavoriteVoiceInput!) {
      result: setFavoriteVoice(input: $input) {
        __typename
        ... on SetFavoriteVoiceSuccess {
          voice {
            name
            favorite
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const toggle = async () => {
    const { ok } = await setFavorite({ input: { voice: name, favorite: !favorite } });
    if (ok) onMark(!favorite);
  };
  return (
    <ActionIcon
      className={styles.favorite}
      variant="default"
      size={36}
      loading={busy}
      aria-pressed={favorite}
      aria-label={w.favorite({ voice: label })}
      onClick={() => void toggle()}
    >
      {favorite ? <IconStarFilled size={17} /> : <IconStar size={17} />}
    </ActionIcon>
  );
}

const queryFragment = graphql`
  fragment VoicePicker_query on Query {
    voiceLanguages {
      language
    }
  }
`;
