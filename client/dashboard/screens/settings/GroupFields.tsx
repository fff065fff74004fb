import { settingsIn } from './declared-fields.ts';
import { settingComponent } from './setting-components.tsx';
import { SettingField } from './SettingField.tsx';
import type { SectionProps } from './settings-form-state.ts';

/** The fields of a group of settings, in the order of their declarations. */
export function GroupFields({ form, group }: SectionProps & { group: string }) {
  return settingsIn(group).map((name) => {
    const Look = settingComponent(name);
    if (Look === null) return null;
    return Look ? <Look key={name} form={form} /> : <SettingField key={name} form={form} name={name} />;
  });
}
