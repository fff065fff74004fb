/** What a setting of a voice is set to. */
export type SettingValue = string | number | boolean;
/** Values by setting; absent ones are the default. */
export type SettingValues = Readonly<Record<string, SettingValue | null | undefined>>;

export const settingsByKey = (
  list: readonly { readonly key: string; readonly value: SettingValue }[],
): SettingValues => Object.fromEntries(list.map(({ key, value }) => [key, value]));

/** As mutations take them. */
export function settingList(values: SettingValues): { key: string; value: SettingValue }[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value }],
  );
}
