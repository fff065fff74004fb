import { Button, Checkbox, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { FieldError } from '../../../ui/forms/FieldError.tsx';
import { unplacedErrors, type FieldErrors } from '../../../ui/forms/field-errors.ts';
import { notify } from '../../../ui/messages.ts';
import { useFieldErrors } from '../../../ui/forms/use-field-errors.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';
import { PreviewDraft } from '../../draft-preview/PreviewDraft.tsx';
import { EntryHistory } from './EntryHistory.tsx';
import { EntryPreview } from './EntryPreview.tsx';
import type { PreviewScope } from './use-entry-preview.ts';
import { searchScopeOf, type Owner } from '../dictionary-owner.ts';
import { SoundsField } from './SoundsField.tsx';
import type { EntryFields } from './use-save-entry.ts';

interface EntryDialogProps {
  title: string;
  /** As it is before it is edited. */
  entry: EntryFields;
  /** Under which its preview text is kept; `new` for a new one. */
  id: string;
  scope: PreviewScope;
  /** The dictionary that it is in or goes to, and whose that is. */
  dictionary: string;
  owner: Owner;
  /** Creator and time of creation; absent: not created yet. */
  created?: string | undefined;
  busy: boolean;
  /** Content between the title and the fields, such as the dictionary for the entry. */
  children?: React.ReactNode;
  /** @returns problems by field; null: the entry is saved, or a conflict is left to another dialog */
  onSave: (fields: EntryFields) => Promise<Readonly<Record<string, string>> | null>;
  onClose: () => void;
}

const kinds = ['SUBSTITUTION', 'PHONEMES', 'LETTERS'] as const;
const switches = ['wholeWord', 'matchCase', 'isPattern', 'inflected'] as const;
const shown = ['source', 'replacement', 'kind', 'phonemes', ...switches];

/** Dialog for all fields of an entry: which words it matches, and how they are pronounced. */
export function EntryDialog({
  title,
  entry,
  id,
  scope,
  dictionary,
  owner,
  created,
  busy,
  children,
  onSave,
  onClose,
}: EntryDialogProps) {
  const { entry: w, entries, cancel, settings } = useWords(dictionariesWords);
  const [value, setValue] = useState(entry);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const set = (part: Partial<EntryFields>) => {
    setValue({ ...value, ...part });
    clear(...Object.keys(part));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // The dialog may lie in another form.
    event.stopPropagation();
    if (value.source.trim() === '') return refuse({ source: entries.fillIn });
    const wrong = await onSave(value);
    if (wrong) return refuse(wrong);
    notify(w.saved, 2000);
    onClose();
  };
  return (
    <Dialog
      title={title}
      opened
      className={styles.wide}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button loading={busy} onClick={() => form.current?.requestSubmit()}>
            {settings.save}
          </Button>
        </>
      }
    >
      <form ref={form} className={styles.fields} noValidate onSubmit={(event) => void submit(event)}>
        {children}
        <EntryInputs value={value} scope={scope} errors={errors} onChange={set} />
        <EntryPreview id={id} entry={value} scope={scope} />
        <div>
          <PreviewDraft
            draft={{ entries: { dictionary, entries: [value], replaces: id === 'new' ? [] : [id] } }}
            {...searchScopeOf(owner)}
            disabled={value.source.trim() === ''}
          />
        </div>
        <FieldError>{unplacedErrors(errors, shown).join(' ')}</FieldError>
        {created && (
          <>
            <EntryHistory id={id} onUse={set} />
            <p className={styles.note}>{created}</p>
          </>
        )}
      </form>
    </Dialog>
  );
}

interface EntryInputsProps {
  value: EntryFields;
  scope: PreviewScope;
  errors: FieldErrors;
  onChange: (part: Partial<EntryFields>) => void;
}

/** What an entry finds, and how that is pronounced. */
function EntryInputs({ value, scope, errors, onChange: set }: EntryInputsProps) {
  const { entry: w } = useWords(dictionariesWords);
  const isSounds = value.kind === 'PHONEMES';
  return (
    <>
      <TextInput
        label={w.fields.source}
        data-autofocus
        required
        maxLength={500}
        value={value.source}
        error={errors['source']}
        onChange={({ currentTarget }) => set({ source: currentTarget.value })}
      />
      <fieldset className={styles.kinds}>
        <legend>{w.fields.kind}</legend>
        {kinds.map((kind) => (
          <label key={kind}>
            <input type="radio" name="kind" checked={value.kind === kind} onChange={() => set({ kind })} />
            <span>{w.kinds[kind]}</span>
          </label>
        ))}
      </fieldset>
      {isSounds && (
        <SoundsField
          value={value.phonemes ?? ''}
          replacement={value.replacement}
          scope={scope}
          error={errors['phonemes']}
          onChange={(phonemes) => set({ phonemes })}
        />
      )}
      {value.kind !== 'LETTERS' && (
        <TextInput
          label={isSounds ? w.fallback : w.fields.replacement}
          description={isSounds ? w.fallbackHint : w.replacementHint}
          maxLength={500}
          value={value.replacement}
          error={errors['replacement']}
          onChange={({ currentTarget }) => set({ replacement: currentTarget.value })}
        />
      )}
      <div className={styles.switches}>
        {switches.map((name) => (
          <Checkbox
            key={name}
            label={w.fields[name]}
            description={w.hints[name]}
            checked={value[name]}
            error={errors[name]}
            onChange={({ currentTarget }) => set({ [name]: currentTarget.checked })}
          />
        ))}
      </div>
    </>
  );
}
