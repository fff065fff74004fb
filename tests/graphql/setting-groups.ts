import { projectSettings } from '../../server/areas/library/settings/groups/project-settings.ts';
import { reportSettings } from '../../server/areas/library/settings/groups/report-settings.ts';
import { pathsOf } from '../../server/kernel/settings.ts';

/**
 * Settings of a project side by side under the names of their columns, as tests list them, and in the groups
 * in which GraphQL has them.
 */
const paths: Record<string, string> = {
  ...pathsOf([...projectSettings.groups, ...reportSettings.groups]),
  voiceName: 'voice.name',
  voiceLanguage: 'voice.language',
  voiceAdditionalSettings: 'voice.settings',
  failoverVoice: 'voice.failover',
};

type Values = Record<string, any>;

/** An input of `createProject` or `updateProject`. */
export function inGroups(settings: Values): Values {
  const input: Values = {};
  for (const [name, value] of Object.entries(settings)) {
    const [first, second] = (paths[name] ?? name).split('.') as [string, string?];
    if (second === undefined) input[first] = value;
    else (input[first] ??= {})[second] = name === 'voiceAdditionalSettings' ? listed(value) : value;
  }
  return input;
}

/** Settings of a voice as a list. */
const listed = (values: Values | null) =>
  values && Object.entries(values).map(([key, value]) => ({ key, value }));

/** Returns the settings of a project that was queried with `selectionOf`. */
export function sideBySide(project: Values): Values {
  const settings: Values = {};
  const groups = new Set(Object.values(paths).map((path) => path.split('.')[0]!));
  for (const [name, value] of Object.entries(project)) if (!groups.has(name)) settings[name] = value;
  for (const [name, path] of Object.entries(paths)) {
    const [first, second] = path.split('.') as [string, string];
    const value = project[first]?.[second];
    if (value === undefined) continue;
    settings[name] =
      name === 'voiceAdditionalSettings'
        ? Object.fromEntries(value.map((one: Values) => [one['key'], one['value']]))
        : value;
  }
  return settings;
}

/** Asks a project for settings. @param names those of the columns */
export const selectionOf = (names: readonly string[]): string =>
  names
    .map((name) => {
      const [first, second] = (paths[name] ?? name).split('.') as [string, string?];
      if (second === undefined) return first;
      return `${first} { ${name === 'voiceAdditionalSettings' ? 'settings { key value }' : second} }`;
    })
    .join(' ');

/** All that are read as they are written. */
export const allSettings = selectionOf([
  'voiceName',
  'voiceLanguage',
  'voiceAdditionalSettings',
  'failoverVoice',
  ...[projectSettings, reportSettings].flatMap(({ settings }) =>
    Object.entries(settings).flatMap(([name, { readable = true }]) => (readable ? [name] : [])),
  ),
]);

/** What is wrong, by the names of the columns. */
export function problemsByName(answer: { fieldErrors?: { field: string; message: string }[] }): Values {
  const names = new Map(Object.entries(paths).map(([name, path]) => [path, name]));
  return Object.fromEntries(
    (answer.fieldErrors ?? []).map(({ field, message }) => [names.get(field) ?? field, message]),
  );
}
