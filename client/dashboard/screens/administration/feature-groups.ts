import type { Feature } from '../../generated/registries.ts';

export type FeatureGroup = 'tools' | 'channels' | 'flags';

/** The group in which administrators see a feature, in the order in which they see them. */
const groupOf: Readonly<Record<Feature, FeatureGroup>> = {
  REPORTS: 'tools',
  AUDIO_RULES: 'tools',
  QA: 'tools',
  SMART_QA: 'tools',
  PLAYLIST: 'tools',
  LABELS: 'tools',
  DOWNLOAD_HIGHRES: 'tools',
  PAYWALL: 'tools',
  AD_INSERT: 'tools',
  CUSTOM_AD: 'tools',
  ARTICLE_DUPLICATOR: 'tools',
  ARTICLE_LOG: 'tools',
  PODCAST: 'channels',
  ALEXA_SKILL: 'channels',
  ALEXA_FB: 'channels',
  JSON_FEED: 'channels',
  GOOGLE_ACTION: 'channels',
  PLAYER_BORDERED: 'flags',
  PLAYER_V4: 'flags',
  GOOGLE_ADS: 'flags',
  PARSE_DATE_HINT: 'flags',
  FEATURE_HIGHLIGHT_TEXT: 'flags',
  SECURITY: 'flags',
  CHARACTER_LIMIT: 'flags',
  RELOAD_ARTICLE_BUTTONS: 'flags',
};

/** The features of a group. */
export const featuresOf = (group: FeatureGroup): Feature[] =>
  (Object.keys(groupOf) as Feature[]).filter((feature) => groupOf[feature] === group);
