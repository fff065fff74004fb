import { settingsSchema, type ChangesOf, type ValuesOf } from '../../../../kernel/settings.ts';
import { ads } from './ad-settings.ts';
import { general } from './general-settings.ts';
import { limits } from './limit-settings.ts';
import { normalization } from './normalization-settings.ts';
import { extraction } from './extraction-settings.ts';
import { paywall } from './paywall-settings.ts';
import { review } from './review-settings.ts';
import { sound } from './sound-settings.ts';

/**
 * Project settings that are columns of its row, each checked separately. Voice, sources and rules have their
 * own checks.
 */
export const projectSettings = settingsSchema(
  general,
  sound,
  extraction,
  paywall,
  ads,
  review,
  limits,
  normalization,
);

export type ProjectSettings = ValuesOf<typeof projectSettings.settings>;
export type ProjectSettingChanges = ChangesOf<typeof projectSettings.settings>;
