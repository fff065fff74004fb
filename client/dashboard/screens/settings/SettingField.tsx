import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { projectSettings } from '../../generated/project-settings.ts';
import { settingNames } from '../../words/setting-name-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { SettingsFields } from './settings-fields.ts';
import type { SettingsFormState } from './settings-form-state.ts';
import styles from './SettingsForm.module.css';

type Name = keyof typeof projectSettings & keyof SettingsFields;

interface Declared {
  kind: string;
  min?: number;
  max?: number;
  default?: unknown;
  options?: readonly (string | number)[];
}

interface SettingFieldProps {
  form: SettingsFormState;
  name: Name;
  /** What stands in for the setting's own words. */
  label?: string;
  hint?: string;
  /** Of a choice: what its options are called. */
  optionLabel?: (option: string | number) => string;
  /** Of a choice: those that can be chosen; unless given, all that are declared. */
  options?: readonly (string | number)[];
  placeholder?: string;
  suffix?: string;
  step?: number;
  disabled?: boolean;
  address?: boolean;
}

/** The field of one setting, as its declaration asks for it. */
export function SettingField({
  form,
  name,
  label,
  hint,
  optionLabel = String,
  options,
  suffix,
  step,
  address,
  ...others
}: SettingFieldProps) {
  const known: { label: string; hint?: string } = useWords(settingNames)[name];
  const declared: Declared = projectSettings[name];
  const value: unknown = form.value[name];
  const change = (next: unknown) => form.edit({ [name]: next });
  const shared = {
    label: label ?? known.label,
    description: hint ?? known.hint,
    error: form.errors[name],
    ...others,
  };
  const isEmptyNull = declared.default === null;
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
          suffix={suffix}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          value={typeof value === 'number' || typeof value === 'string' ? value : ''}
          onChange={change}
        />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          className={styles.short!}
          data={(options ?? declared.options ?? []).map((option) => ({
            value: String(option),
            label: optionLabel(option),
          }))}
          allowDeselect={false}
          value={value === null || value === undefined ? null : String(value)}
          onChange={(chosen) =>
            change(chosen !== null && typeof declared.options?.[0] === 'number' ? Number(chosen) : chosen)
          }
        />
      );
    case 'day':
      return (
        <TextInput
          {...shared}
          type="date"
          className={styles.short!}
          value={typeof value === 'string' ? value : ''}
          onChange={({ currentTarget }) => change(currentTarget.value || null)}
        />
      );
    default:
      return (
        <TextInput
          {...shared}
          inputMode={address ? 'url' : 'text'}
          value={typeof value === 'string' ? value : ''}
          onChange={({ currentTarget }) =>
            change(
              currentTarget.value === '' && isEmptyNull && name !== 'mainUrl' ? null : currentTarget.value,
            )
          }
        />
      );
  }
}
