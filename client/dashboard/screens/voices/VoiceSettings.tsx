import { Checkbox, Select } from '@mantine/core';
import { graphql, useFragment } from 'react-relay';
import type {
  VoiceSettings_voice$data,
  VoiceSettings_voice$key,
} from '../../__generated__/VoiceSettings_voice.graphql.ts';
import { voicesWords } from '../../generated/words/voices.ts';
import { textByKey, useWords } from '../../words/word-catalogue.ts';
import type { SettingValue, SettingValues } from './setting-values.ts';
import styles from './VoicePicker.module.css';

/** What can be set of a voice, as its provider offers it. */
export function VoiceSettings({
  voice: key,
  values,
  onChange,
}: {
  voice: VoiceSettings_voice$key;
  values: SettingValues;
  onChange: (values: SettingValues) => void;
}) {
  const w = useWords(voicesWords);
  const {
    availableModels,
    availableSettings,
    styles: ways,
  } = useFragment(
    graphql`
    fragment VoiceSettings_voice on Voice {
      availableModels
      styles
      availableSettings {
        key
        title
        type
        options
        min
        max
        step
        default
      }
    }
  `,
    key,
  );
  const set = (id: string, value: SettingValue | null) => onChange({ ...values, [id]: value });
  if (availableModels.length < 2 && availableSettings.length === 0 && ways.length === 0) return null;
  return (
    <div className={styles.settings}>
      {availableModels.length > 1 && (
        <Select
          label={w.model}
          data={[...availableModels]}
          allowDeselect={false}
          value={String(values['model'] ?? availableModels[0])}
          onChange={(model) => set('model', model)}
        />
      )}
      {ways.length > 0 && (
        <Select
          label={w.style}
          data={[...ways]}
          clearable
          value={(values['style'] as string | undefined) ?? null}
          onChange={(style) => set('style', style)}
        />
      )}
      {availableSettings.map((setting) => (
        <Setting
          key={setting.key}
          setting={setting}
          value={values[setting.key] ?? setting.default}
          onChange={(value) => set(setting.key, value)}
        />
      ))}
    </div>
  );
}

function Setting({
  setting,
  value,
  onChange,
}: {
  setting: VoiceSettings_voice$data['availableSettings'][number];
  value: SettingValue;
  onChange: (value: SettingValue | null) => void;
}) {
  const w = useWords(voicesWords);
  const { key: id, type, options, min, max, step } = setting;
  const title = textByKey(w.setting, setting.title) ?? setting.title;
  if (type === 'OPTIONS')
    return (
      <Select
        label={title}
        data={(options ?? []).map((option) => ({
          value: option,
          label: textByKey(w.option, option) ?? option,
        }))}
        allowDeselect={false}
        value={String(value)}
        onChange={onChange}
      />
    );
  if (type === 'BOOLEAN')
    return (
      <Checkbox
        label={title}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  return (
    <label className={styles.range} htmlFor={`setting-${id}`}>
      <span>
        {title} <output>{Number(value)}</output>
      </span>
      <input
        id={`setting-${id}`}
        type="range"
        min={min ?? 0}
        max={max ?? 1}
        step={step ?? 0.01}
        value={Number(value)}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </label>
  );
}
