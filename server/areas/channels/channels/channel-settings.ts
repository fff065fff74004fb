import { z } from 'zod';
import { defaultsOf, isValueOf } from '../../../kernel/settings.ts';
import { kindOf, type ChannelSettings, type ChannelType } from './kinds/registry.ts';

/** What the column of a channel's settings holds. */
export const storedSettings = z.record(z.string(), z.json());

/** What lists call a channel: its title, name or call to action; empty: it has none. */
export function nameOfChannel(type: string, stored: unknown): string {
  const kind = kindOf(type);
  const values: Record<string, unknown> = kind ? { ...settingsIn(type as ChannelType, stored) } : {};
  return String(values[kind?.nameSetting ?? ''] ?? '');
}

/** The settings of a channel: what was never chosen, or is no value of this release, is as at first. */
export function settingsIn<Type extends ChannelType>(type: Type, stored: unknown): ChannelSettings<Type> {
  const kind = kindOf(type);
  const parsed = storedSettings.safeParse(stored);
  if (!kind || !parsed.success) return {} as ChannelSettings<Type>;
  const { settings } = kind.settings;
  const known = Object.entries(kind.settings.tidy(parsed.data)).filter(([key, value]) =>
    isValueOf(settings[key]!, value),
  );
  return { ...defaultsOf(settings), ...Object.fromEntries(known) } as unknown as ChannelSettings<Type>;
}
