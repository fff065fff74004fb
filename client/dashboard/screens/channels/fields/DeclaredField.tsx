import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { SearchSelect } from '../../../ui/forms/SearchSelect.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { formWords } from '../../../generated/words/form.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { isEntitled } from '../../../frames/project-part/entitlement.ts';
import { ArtworkField } from './ArtworkField.tsx';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from '../ChannelForm.module.css';
import { type DeclaredSetting } from '../channel-kinds.ts';
import { ColorField } from './ColorField.tsx';
import { hintOf, labelOf, optionLabel } from './setting-words.ts';
import { SoundField } from './SoundField.tsx';
import { SpokenTextField } from './SpokenTextField.tsx';

interface DeclaredFieldProps {
  form: ChannelFormState;
  name: string;
  /** Replaces the label that the name implies. */
  label?: string;
  /** It cannot be saved without it. */
  required?: boolean;
  /** Of a text: it is spoken, so that it can be listened to. */
  spoken?: boolean;
}

/**
 * The field of one setting, as its declaration asks for it. What the organization has not booked is not
 * offered.
 */
export function DeclaredField(props: DeclaredFieldProps) {
  const { form, name } = props;
  const declared = form.kind.settings[name];
  if (
    !declared ||
    (!isEntitled(form.project.entitlements, declared.feature) && form.value[name] === declared.default)
  )
    return null;
  return (
    <div data-setting={name}>
      <Field {...props} declared={declared} />
    </div>
  );
}

type FieldProps = DeclaredFieldProps & { declared: DeclaredSetting };

function Field(props: FieldProps) {
  const { form, name, label = labelOf(name), declared } = props;
  const value = form.value[name];
  const error = form.errors[name];
  const description = hintOf(name);
  const change = (next: unknown) => form.edit({ [name]: next });
  const isEmptyNull = declared.default === null;

  if (declared.kind === 'flag')
    return (
      <Switch
        label={label}
        description={description}
        checked={value === true}
        error={error}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
    );
  if (declared.kind === 'whole')
    return (
      <NumberInput
        label={label}
        description={description}
        className={styles.short!}
        min={declared.min}
        max={declared.max}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        value={typeof value === 'number' || typeof value === 'string' ? value : ''}
        error={error}
        onChange={(next) => change(next === '' && isEmptyNull ? null : next)}
      />
    );
  if (declared.kind === 'choice') return <DeclaredChoice {...props} />;
  if (declared.kind !== 'text') return null;
  return <DeclaredText {...props} />;
}

function DeclaredChoice({ form, name, label = labelOf(name), declared }: FieldProps) {
  const f = useWords(formWords);
  const w = useWords(channelsWords);
  const { entitlements } = form.project;
  const value = form.value[name];
  const error = form.errors[name];
  const description = hintOf(name);
  const isEmptyNull = declared.default === null;
  const change = (next: unknown) => form.edit({ [name]: next });
  const offered = (declared.options ?? []).filter(
    (option) => option === value || isEntitled(entitlements, declared.features?.[option]),
  );
  const numeric = typeof declared.options?.[0] === 'number';
  const options = {
    label,
    description,
    className: styles.short!,
    data: offered.map((option) => ({ value: String(option), label: optionLabel(name, option) })),
    allowDeselect: false,
    value: value === null || value === undefined ? null : String(value),
    error,
    clearable: isEmptyNull,
    placeholder: isEmptyNull ? f.none : undefined,
    clearButtonProps: { 'aria-label': w.clear({ label }) },
    onChange: (next: string | null) => change(next !== null && numeric ? Number(next) : next),
  };
  return offered.length > 8 ? <SearchSelect {...options} /> : <Select {...options} />;
}

function DeclaredText({
  form,
  name,
  label = labelOf(name),
  required = false,
  spoken = false,
  declared,
}: FieldProps) {
  const value = form.value[name];
  const text = typeof value === 'string' ? value : '';
  const error = form.errors[name];
  const description = hintOf(name);
  const change = (next: unknown) => form.edit({ [name]: next });
  const write = (next: string) => change(next === '' && declared.default === null ? null : next);
  const shared = { label, description, value: text, error, required, maxLength: declared.max };
  switch (declared.format) {
    case 'sound':
      return (
        <SoundField
          label={label}
          name={name}
          sounds={form.project.sounds}
          value={text || null}
          error={error}
          onChange={change}
        />
      );
    case 'image':
      return (
        <ArtworkField
          label={label}
          description={description}
          value={text || null}
          error={error}
          onChange={change}
        />
      );
    case 'color':
      return (
        <ColorField label={label} description={description} value={text} error={error} onChange={write} />
      );
    case 'lines':
    case 'css':
      return spoken ? (
        <SpokenTextField {...shared} project={form.project} onChange={write} />
      ) : (
        <Textarea
          {...shared}
          autosize
          minRows={declared.format === 'css' ? 5 : 3}
          maxRows={16}
          spellCheck={declared.format !== 'css'}
          className={declared.format === 'css' ? styles.code! : ''}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      );
    default:
      return (
        <TextInput
          {...shared}
          inputMode={declared.format === 'address' ? 'url' : declared.format === 'email' ? 'email' : 'text'}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      );
  }
}

/** The fields of several settings, one below the other. */
export function DeclaredFields({ form, names }: { form: ChannelFormState; names: readonly string[] }) {
  return names.map((name) => <DeclaredField key={name} form={form} name={name} />);
}
