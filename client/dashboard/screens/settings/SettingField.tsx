import { NumberInput, Select, Switch, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { DayField } from '../../ui/time/DayField.tsx';
import { settingNamesWords as settingNames } from '../../generated/words/settingNames.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { isEntitled } from '../../frames/project-part/entitlement.ts';
import { numberSigns } from '../../ui/forms/number-signs.ts';
import { declarationOf, type SettingName } from './declared-fields.ts';
import { fieldId } from './reveal-section.ts';
import type { SettingsFormState } from './settings-form-state.ts';
import styles from './SettingsForm.module.css';

interface SettingFieldProps {
  form: SettingsFormState;
  name: SettingName;
  /** Replaces the setting's own hint. */
  hint?: string;
  /** Of a choice: what its options are called. */
  optionLabel?: (option: string | number) => string;
  placeholder?: string;
  step?: number;
  disabled?: boolean;
}

/**
 * The field of one setting, as its declaration asks for it. What the organization has not booked is not
 * offered; what only administrators change, others read.
 */
export function SettingField({
  form,
  name,
  hint,
  optionLabel = String,
  step,
  disabled = false,
  ...others
}: SettingFieldProps) {
  const known: { label: string; hint?: string } = useWords(settingNames)[name];
  const declared = declarationOf(name)!;
  const value: unknown = form.value[name];
  const { entitlements } = form.project;
  const isLocked = declared.administratorsOnly === true && !form.isAdministrator;
  const change = (next: unknown) => form.edit({ [name]: next });
  const shared = {
    label: known.label,
    // The hint tells which settings only administrators can change.
    description: hint ?? (declared.administratorsOnly && !isLocked ? undefined : known.hint),
    error: form.errors[name],
    disabled: disabled || isLocked,
    id: fieldId(name),
    ...others,
  };
  const text = typeof value === 'string' ? value : '';
  if (!isEntitled(entitlements, declared.feature) && value === declared.default) return null;
  const control = { shared, declared, value, entitlements, change };
  switch (declared.kind) {
    case 'flag':
      return (
        <Switch
          {...shared}
          checked={value === true}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />
      );
    case 'whole':
      return (
        <NumberInput
          {...shared}
          className={styles.short!}
          min={declared.min}
          max={declared.max}
          step={step}
          suffix={declared.unit && ` ${declared.unit}`}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          {...numberSigns()}
          value={typeof value === 'number' || typeof value === 'string' ? value : ''}
          onChange={change}
        />
      );
    case 'choice':
      return <ChoiceControl {...control} optionLabel={optionLabel} />;
    case 'day':
      return (
        <DayField
          {...shared}
          className={styles.short!}
          value={text}
          onChange={(day) => change(day || null)}
        />
      );
    default:
      return <TextControl {...control} />;
  }
}

interface ControlProps {
  shared: Pick<TextInputProps, 'label' | 'description' | 'error' | 'disabled' | 'id' | 'placeholder'>;
  declared: NonNullable<ReturnType<typeof declarationOf>>;
  value: unknown;
  entitlements: SettingsFormState['project']['entitlements'];
  change: (next: unknown) => void;
}

interface ChoiceControlProps extends ControlProps {
  optionLabel: (option: string | number) => string;
}

function ChoiceControl({ shared, declared, value, entitlements, change, optionLabel }: ChoiceControlProps) {
  return (
    <Select
      {...shared}
      className={styles.short!}
      data={(declared.options ?? [])
        .filter((option) => option === value || isEntitled(entitlements, declared.features?.[option]))
        .map((option) => ({ value: String(option), label: optionLabel(option) }))}
      allowDeselect={false}
      value={value === null || value === undefined ? null : String(value)}
      onChange={(chosen) =>
        change(chosen !== null && typeof declared.options?.[0] === 'number' ? Number(chosen) : chosen)
      }
    />
  );
}

function TextControl({ shared, declared, value, change }: ControlProps) {
  const text = typeof value === 'string' ? value : '';
  const write = (next: string) => change(next === '' && declared.default === null ? null : next);
  return declared.format === 'lines' ? (
    <Textarea
      {...shared}
      autosize
      minRows={4}
      maxRows={18}
      maxLength={declared.max}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  ) : (
    <TextInput
      {...shared}
      inputMode={declared.format === 'address' ? 'url' : 'text'}
      value={text}
      onChange={({ currentTarget }) => write(currentTarget.value)}
    />
  );
}
