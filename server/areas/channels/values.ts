import { z } from 'zod';
import { defaultsOf, type Setting } from '../../kernel/settings.ts';
import { kindOf, type ChannelSettings, type ChannelType } from './kinds/registry.ts';

/** What the column of a channel's settings holds. */
export const storedSettings = z.record(z.string(), z.json());

/** The settings of a channel: what was never chosen, or is no value of this release, is as at first. */
export function settingsIn<Type extends ChannelType>(type: Type, stored: unknown): ChannelSettings<Type> {
  const kind = kindOf(type);
  const parsed = storedSettings.safeParse(stored);
  if (!kind || !parsed.success) return {} as ChannelSettings<Type>;
  const { settings } = kind.settings;
  const known = Object.entries(kind.settings.tidy(parsed.data)).filter(([key, value]) =>
    isValue(settings[key]!, value),
  );
  return { ...defaultsOf(settings), ...Object.fromEntries(known) } as unknown as ChannelSettings<Type>;
}

const types: Record<Setting['kind'], (value: unknown) => boolean> = {
  flag: (value) => typeof value === 'boolean',
  whole: (value) => typeof value === 'number',
  text: (value) => typeof value === 'string',
  choice: (value) => typeof value === 'string' || typeof value === 'number',
  day: (value) => typeof value === 'string',
  list: Array.isArray,
};

function isValue(setting: Setting, value: unknown): boolean {
  if (value === null) return setting.default === null;
  // The line before has looked at its kind, which the setting's type does not say.
  if (!types[setting.kind](value) || setting.problem(value as never) !== null) return false;
  if (!setting.item) return true;
  const known = Object.entries<Setting>(setting.item.settings);
  return (value as Record<string, unknown>[]).every((one) =>
    known.every(([name, declared]) => isValue(declared, one[name] ?? null)),
  );
}
