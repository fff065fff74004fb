// oxlint-disable relay/unused-fields -- voices are handed whole to the cards
import { Button, Select, TextInput } from '@mantine/core';
import { useDeferredValue, useEffect, useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { VoiceCardsQuery } from '../../__generated__/VoiceCardsQuery.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { formatCount } from '../../ui/format.ts';
import { SearchSelect } from '../../ui/forms/SearchSelect.tsx';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { createProjectWords } from '../../generated/words/createProject.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { languageOptions } from '../voices/language-options.ts';
import type { VoiceChoice } from '../voices/VoicePicker.tsx';
import { VoiceLicense } from '../voices/VoiceLicense.tsx';
import { VoicePreview } from '../voices/VoicePreview.tsx';
import { VoiceSettings } from '../voices/VoiceSettings.tsx';
import styles from './CreateProjectScreen.module.css';
import { VoiceCard } from './VoiceCard.tsx';

interface VoiceCardsProps {
  /** Languages with at least one voice, and their services. */
  languages: readonly {
    readonly language: string;
    readonly providers: readonly { readonly provider: string; readonly title: string }[];
  }[];
  value: VoiceChoice;
  onChange: (value: VoiceChoice) => void;
  /**
   * Called with the voice that applies if none is chosen: the first one shown; null: none was found;
   * undefined: still loading.
   */
  onPropose: (voiceName: string | null | undefined) => void;
  /** Called when the voices can't be loaded. */
  onFail: () => void;
  errors: FieldErrors;
}

type Gender = 'FEMALE' | 'MALE' | 'NEUTRAL';

/** Number of cards shown until the user asks for all. */
const shownAtFirst = 12;

/** A language, and its voices as cards that one can hear; the server looks for them. */
export function VoiceCards({ languages, value, onChange, onPropose, onFail, errors }: VoiceCardsProps) {
  const { voices: w } = useWords(createProjectWords);
  const [search, setSearch] = useState<VoiceSearch>({ query: '', provider: null, gender: null });
  const language = languages.find((one) => one.language === value.voiceLanguage);
  const services = language?.providers ?? [];
  const filter: Filter = {
    language: language?.language ?? '',
    query: search.query.trim(),
    provider: services.some((one) => one.provider === search.provider) ? search.provider : null,
    gender: search.gender,
  };
  // What is shown stays until what is looked for is there.
  const wanted = useDeferredValue(JSON.stringify(filter));
  return (
    <div className={styles.voices}>
      <div className={styles.filters}>
        <SearchSelect
          label={w.language}
          placeholder={w.chooseLanguage}
          required
          withAsterisk={false}
          nothingFoundMessage={w.noLanguage}
          data={languageOptions(languages)}
          value={value.voiceLanguage}
          onChange={(voiceLanguage) => onChange({ voiceLanguage, voiceName: null, settings: {} })}
          error={errors['voiceLanguage']}
        />
        <SearchFields
          value={search}
          services={services}
          onChange={(part) => setSearch((before) => ({ ...before, ...part }))}
        />
      </div>
      {language && (
        <Part
          what={w.part}
          of={wanted}
          onFail={onFail}
          waiting={
            <div className={styles.cards} aria-hidden="true">
              {[1, 2, 3, 4, 5, 6].map((key) => (
                <Bar key={key} height={62} />
              ))}
            </div>
          }
        >
          {(attempt) => (
            <Cards
              filter={JSON.parse(wanted) as Filter}
              services={services}
              attempt={attempt}
              value={value}
              onChange={onChange}
              onPropose={onPropose}
            />
          )}
        </Part>
      )}
      <FieldError>
        {[errors['voiceName'], errors['voiceAdditionalSettings']].filter(Boolean).join(' ')}
      </FieldError>
    </div>
  );
}

type Services = VoiceCardsProps['languages'][number]['providers'];

/** By what voices are looked for. */
interface VoiceSearch {
  query: string;
  provider: string | null;
  gender: Gender | null;
}

interface Filter extends VoiceSearch {
  language: string;
}

interface SearchFieldsProps {
  value: VoiceSearch;
  services: Services;
  onChange: (part: Partial<VoiceSearch>) => void;
}

function SearchFields({ value, services, onChange }: SearchFieldsProps) {
  const { voices: w } = useWords(createProjectWords);
  return (
    <>
      <TextInput
        label={w.find}
        type="search"
        value={value.query}
        onChange={(event) => onChange({ query: event.currentTarget.value })}
      />
      {services.length > 1 && (
        <Select
          label={w.service}
          placeholder={w.anyService}
          clearable
          data={services.map((one) => ({ value: one.provider, label: one.title }))}
          value={value.provider}
          onChange={(provider) => onChange({ provider })}
        />
      )}
      <Select
        label={w.gender}
        placeholder={w.anyGender}
        clearable
        data={[
          { value: 'FEMALE', label: w.female },
          { value: 'MALE', label: w.male },
          { value: 'NEUTRAL', label: w.neutral },
        ]}
        value={value.gender}
        onChange={(gender) => onChange({ gender: gender as Gender | null })}
      />
    </>
  );
}

function Cards({
  filter,
  services,
  attempt,
  value,
  onChange,
  onPropose,
}: Pick<VoiceCardsProps, 'value' | 'onChange' | 'onPropose'> & {
  filter: Filter;
  services: Services;
  attempt: number;
}) {
  const { voices: w } = useWords(createProjectWords);
  const [all, setAll] = useState(false);
  const { voices: found } = useLazyLoadQuery<VoiceCardsQuery>(voiceCardsQuery, filter, { fetchKey: attempt });
  const voices = (found.edges ?? [])
    .flatMap((edge) => (edge?.node ? [edge.node] : []))
    .sort((a, b) => Number(b.favorite) - Number(a.favorite));
  const first = filter.language === value.voiceLanguage ? (voices[0]?.name ?? null) : undefined;
  const chosen = voices.find(({ name }) => name === (value.voiceName ?? first));
  useEffect(() => onPropose(first), [first, onPropose]);
  const shown = all ? voices : voices.filter((voice, index) => index < shownAtFirst || voice === chosen);
  const model = value.settings['model'];
  return (
    <>
      {voices.length === 0 && <p className={styles.hint}>{w.none}</p>}
      <fieldset className={styles.cards}>
        <legend className="visually-hidden">{w.part}</legend>
        {shown.map((voice) => (
          <VoiceCard
            key={voice.name}
            voice={voice}
            service={services.find(({ provider }) => provider === voice.provider)?.title ?? voice.provider}
            chosen={voice === chosen}
            onChoose={() => onChange({ ...value, voiceName: voice.name, settings: {} })}
          />
        ))}
      </fieldset>
      {shown.length < voices.length && (
        <div>
          <Button size="compact-sm" variant="default" onClick={() => setAll(true)}>
            {w.more({ count: formatCount(voices.length) })}
          </Button>
        </div>
      )}
      {chosen && (
        <>
          {chosen.license && <VoiceLicense license={chosen.license} />}
          {chosen.warnings
            .filter((warning) => !model || warning.model === model)
            .map(({ model: about, text }) => (
              <p key={about} className={styles.warning}>
                {text}
              </p>
            ))}
          <VoiceSettings
            voice={chosen}
            values={value.settings}
            onChange={(settings) => onChange({ ...value, voiceName: chosen.name, settings })}
          />
          <VoicePreview voice={chosen.name} language={filter.language} settings={value.settings} />
        </>
      )}
    </>
  );
}

const voiceCardsQuery = graphql`
  query VoiceCardsQuery($language: String!, $provider: String, $query: String, $gender: VoiceGender) @throwOnFieldError {
    voices(language: $language, provider: $provider, search: $query, gender: $gender, first: 100) {
      edges {
        node {
          name
          label
          provider
          language
          gender
          tier
          favorite
          warnings {
            model
            text
          }
          license {
            ...VoiceLicense_license
          }
          ...VoiceSettings_voice
        }
      }
    }
  }
`;
