import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useMemo } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { VoicePicker_query$data, VoicePicker_query$key } from '../../__generated__/VoicePicker_query.graphql.ts';
import type { VoicePickerFavoriteMutation } from '../../__generated__/VoicePickerFavoriteMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import type { FieldErrors } from '../../ui/field-errors.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { SearchSelect } from '../../ui/SearchSelect.tsx';
import { voicesWords } from '../../words/voices-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { voiceGroups } from './voice-groups.ts';
import { VoicePreview } from './VoicePreview.tsx';
import type { SettingValues } from './setting-values.ts';
import { VoiceSettings } from './VoiceSettings.tsx';
import styles from './VoicePicker.module.css';

export interface VoiceChoice {
  voiceLanguage: string | null;
  voiceName: string | null;
  settings: SettingValues;
}

interface VoicePickerProps {
  query: VoicePicker_query$key;
  value: VoiceChoice;
  onChange: (value: VoiceChoice) => void;
  errors?: FieldErrors;
}

/** Language, then a voice by provider, its settings, and how it sounds. */
export function VoicePicker({ query, value, onChange, errors = {} }: VoicePickerProps) {
  const w = useWords(voicesWords);
  const { voices } = useFragment(
    graphql`
    fragment VoicePicker_query on Query {
      voices {
        id
        name
        providers {
          provider
          title
          voices {
            name
            label
            gender
            type
            favorite
            warnings {
              model
              text
            }
            ...VoiceSettings_voice
          }
        }
      }
    }
  `,
    query,
  );
  const language = voices.find(({ id }) => id === value.voiceLanguage);
  const voice = language?.providers.flatMap((provider) => provider.voices).find(({ name }) => name === value.voiceName);
  const groups = useMemo(() => voiceGroups(language?.providers ?? []), [language]);
  const model = value.settings['model'];
  const warnings = voice?.warnings.filter((warning) => !model || warning.model === model) ?? [];

  const chooseLanguage = (id: string | null) => {
    const chosen = voices.find((candidate) => candidate.id === id);
    onChange({ voiceLanguage: id, voiceName: chosen ? firstVoice(chosen) : null, settings: {} });
  };
  return (
    <div className={styles.picker}>
      <div className={styles.row}>
        <SearchSelect
          label={w.language}
          placeholder={w.chooseLanguage}
          required
          withAsterisk={false}
          nothingFoundMessage={w.noLanguage}
          data={voices.map(({ id, name }) => ({ value: id, label: name }))}
          value={value.voiceLanguage}
          onChange={chooseLanguage}
          error={errors['voiceLanguage']}
        />
        <SearchSelect
          label={w.voice}
          placeholder={w.chooseVoice}
          required
          withAsterisk={false}
          disabled={!language}
          nothingFoundMessage={w.noVoice}
          data={groups}
          value={voice ? value.voiceName : null}
          onChange={(voiceName) => onChange({ ...value, voiceName, settings: {} })}
          error={errors['voiceName']}
        />
        {voice && <FavoriteButton name={voice.name} label={voice.label} favorite={voice.favorite} />}
      </div>
      {warnings.map(({ model: about, text }) => (
        <p key={about} className={styles.warning}>
          {text}
        </p>
      ))}
      {voice && <VoiceSettings voice={voice} values={value.settings} onChange={(settings) => onChange({ ...value, settings })} />}
      <FieldError>{errors['voiceAdditionalSettings']}</FieldError>
      {voice && value.voiceLanguage && <VoicePreview voice={voice.name} language={value.voiceLanguage} settings={value.settings} />}
    </div>
  );
}

type Language = VoicePicker_query$data['voices'][number];

/** The voice proposed for a language: a favourite, else the first of the list. */
export function firstVoice(language: Language): string | null {
  return voiceGroups(language.providers)[0]?.items[0]?.value ?? null;
}

function FavoriteButton({ name, label, favorite }: { name: string; label: string; favorite: boolean }) {
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
  const toggle = () =>
    void setFavorite(
      { input: { voice: name, favorite: !favorite } },
      {
        // A voice has no global id: the change is written into the catalogue that is shown.
        updater: (store, data) => {
          if (!data?.result.voice) return;
          for (const language of store.getRoot().getLinkedRecords('voices') ?? []) {
            for (const provider of language.getLinkedRecords('providers') ?? []) {
              for (const voice of provider.getLinkedRecords('voices') ?? [])
                if (voice.getValue('name') === name) voice.setValue(!favorite, 'favorite');
            }
          }
        },
      },
    );
  return (
    <ActionIcon
      className={styles.favorite}
      variant="default"
      size={36}
      loading={busy}
      aria-pressed={favorite}
      aria-label={w.favorite(label)}
      onClick={toggle}
    >
      {favorite ? <IconStarFilled size={17} /> : <IconStar size={17} />}
    </ActionIcon>
  );
}
