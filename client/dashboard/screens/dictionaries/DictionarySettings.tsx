// oxlint-disable relay/unused-fields -- languageOptions() reads the languages
import { Button, Select, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { DictionarySettingsCreateMutation } from '../../__generated__/DictionarySettingsCreateMutation.graphql.ts';
import type { DictionarySettingsQuery } from '../../__generated__/DictionarySettingsQuery.graphql.ts';
import type { DictionarySettingsUpdateMutation } from '../../__generated__/DictionarySettingsUpdateMutation.graphql.ts';
import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { Part } from '../../relay/Part.tsx';
import { useAction } from '../../relay/use-action.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { unplacedErrors, type FieldErrors } from '../../ui/forms/field-errors.ts';
import { notify } from '../../ui/messages.ts';
import { SearchSelect } from '../../ui/forms/SearchSelect.tsx';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { languageOptions } from '../voices/language-options.ts';
import styles from './Dictionaries.module.css';
import { PreviewDraft } from '../draft-preview/PreviewDraft.tsx';
import { searchScopeOf, type Owner } from './dictionary-owner.ts';
import { ScopeVoice } from './ScopeVoice.tsx';

/** What a new dictionary is for (specification, section 9). */
const defaults = { language: 'en-US', provider: 'google' };
/** What a modal dialog does not hold lies behind it. */
const inDialog = { withinPortal: false };
/** List value that clears a scope. */
const all = '*';

interface Saved {
  readonly id: string;
  readonly name: string;
  readonly language: string | null | undefined;
  readonly provider: string | null | undefined;
  readonly voice: string | null | undefined;
}

interface DictionarySettingsProps {
  owner: Owner;
  /** Null: a new one. */
  dictionary: Saved | null;
  onClose: () => void;
  /** @param databaseId of the dictionary */
  onSaved: (databaseId: number) => void;
}

/** The name of a dictionary and its scope; what is left empty is for all. */
export function DictionarySettings(props: DictionarySettingsProps) {
  const w = useWords(dictionariesWords);
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(props.dictionary?.name ?? '');
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      title={props.dictionary ? w.settings.update : w.settings.create}
      opened
      onClose={props.onClose}
      actions={
        <>
          <Button variant="default" onClick={props.onClose}>
            {w.cancel}
          </Button>
          <Button loading={busy} disabled={!name.trim()} onClick={() => form.current?.requestSubmit()}>
            {props.dictionary ? w.settings.save : w.settings.make}
          </Button>
        </>
      }
    >
      <Part what={w.settings.what} waiting={<Bar height={240} />}>
        {(attempt) => (
          <Fields {...props} form={form} name={name} onName={setName} onBusy={setBusy} attempt={attempt} />
        )}
      </Part>
    </Dialog>
  );
}

interface FieldsProps extends DictionarySettingsProps {
  form: React.RefObject<HTMLFormElement | null>;
  name: string;
  onName: (name: string) => void;
  onBusy: (busy: boolean) => void;
  attempt: number;
}

function Fields({ owner, dictionary, form, name, onName, onBusy, attempt, onSaved }: FieldsProps) {
  const { settings: w } = useWords(dictionariesWords);
  const [create] = useAction<DictionarySettingsCreateMutation>(createMutation);
  const [update] = useAction<DictionarySettingsUpdateMutation>(updateMutation);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [scope, setScope] = useState<Scope>({
    language: dictionary ? (dictionary.language ?? null) : defaults.language,
    provider: dictionary ? (dictionary.provider ?? null) : defaults.provider,
    voice: dictionary?.voice ?? '',
  });
  const set = (part: Partial<Scope>) => {
    setScope({ ...scope, ...part });
    clear(...Object.keys(part));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return;
    onBusy(true);
    const values = {
      name: name.trim(),
      language: scope.language ?? '',
      provider: scope.provider ?? '',
      voice: scope.voice.trim(),
    };
    const outcome = dictionary
      ? await update({ input: { id: dictionary.id, ...values } })
      : await create({ input: { ...owner, ...values } });
    onBusy(false);
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    notify(dictionary ? w.saved : w.created, 2000);
    onSaved(outcome.result.dictionary?.databaseId ?? 0);
  };
  return (
    <form ref={form} className={styles.fields} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        label={w.name}
        required
        data-autofocus
        maxLength={200}
        value={name}
        error={errors['name']}
        onChange={({ currentTarget }) => {
          onName(currentTarget.value);
          clear('name');
        }}
      />
      <p className={styles.note}>{w.scope}</p>
      <ScopeFields scope={scope} errors={errors} attempt={attempt} onChange={set} />
      {dictionary && (
        <div>
          <PreviewDraft
            draft={{
              scope: {
                dictionary: dictionary.id,
                language: scope.language ?? '',
                provider: scope.provider ?? '',
                voice: scope.voice.trim(),
              },
            }}
            {...searchScopeOf(owner)}
          />
        </div>
      )}
      <FieldError>{unplacedErrors(errors, ['name', 'language', 'provider', 'voice']).join(' ')}</FieldError>
    </form>
  );
}

interface Scope {
  language: string | null;
  provider: string | null;
  voice: string;
}

interface ScopeFieldsProps {
  scope: Scope;
  errors: FieldErrors;
  attempt: number;
  onChange: (part: Partial<Scope>) => void;
}

/** Which voices a dictionary is for. */
function ScopeFields({ scope, errors, attempt, onChange: set }: ScopeFieldsProps) {
  const { settings: w } = useWords(dictionariesWords);
  const { voiceLanguages, pronunciationCheck } = useLazyLoadQuery<DictionarySettingsQuery>(
    dictionarySettingsQuery,
    {},
    { fetchKey: attempt },
  );
  const languages = languageOptions(voiceLanguages);
  // A language without a region is for all of its regions; the lists of voices do not have it.
  const isListed = languages.some(({ value }) => value === scope.language);
  return (
    <>
      <SearchSelect
        label={w.language}
        allowDeselect={false}
        comboboxProps={inDialog}
        data={[
          { value: all, label: w.all.languages },
          ...(isListed || !scope.language
            ? languages
            : [...languageOptions([{ language: scope.language }]), ...languages]),
        ]}
        value={scope.language ?? all}
        error={errors['language']}
        onChange={(language) => set({ language: language === all ? null : language })}
      />
      <Select
        label={w.provider}
        allowDeselect={false}
        comboboxProps={inDialog}
        data={[
          { value: all, label: w.all.providers },
          ...pronunciationCheck.services.map(({ provider, title }) => ({ value: provider, label: title })),
        ]}
        value={scope.provider ?? all}
        error={errors['provider']}
        onChange={(provider) => set({ provider: provider === all ? null : provider })}
      />
      <ScopeVoice
        language={scope.language}
        provider={scope.provider}
        value={scope.voice}
        error={errors['voice']}
        onChange={(voice) => set({ voice })}
      />
    </>
  );
}

const dictionarySettingsQuery = graphql`
  query DictionarySettingsQuery @throwOnFieldError {
    voiceLanguages {
      language
    }
    pronunciationCheck(entry: { source: "a" }, language: "en-US") {
      services {
        provider
        title
      }
    }
  }
`;

const createMutation = graphql`
  mutation DictionarySettingsCreateMutation($input: CreateDictionaryInput!) {
    result: createDictionary(input: $input) {
      __typename
      ... on CreateDictionarySuccess {
        dictionary {
          id
          databaseId
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const updateMutation = graphql`
  mutation DictionarySettingsUpdateMutation($input: UpdateDictionaryInput!) {
    result: updateDictionary(input: $input) {
      __typename
      ... on UpdateDictionarySuccess {
        dictionary {
          id
          databaseId
          name
          ...DictionaryPanel_dictionary
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
