/** Features as GraphQL names them, in the groups and the order in which administrators see them. */
export const featureGroups = {
  tools: [
    'REPORTS',
    'AUDIO_RULES',
    'QA',
    'SMART_QA',
    'PLAYLIST',
    'LABELS',
    'DOWNLOAD_HIGHRES',
    'PAYWALL',
    'AD_INSERT',
    'CUSTOM_AD',
    'ARTICLE_DUPLICATOR',
    'ARTICLE_LOG',
  ],
  channels: ['PODCAST', 'ALEXA_SKILL', 'ALEXA_FB', 'JSON_FEED', 'GOOGLE_ACTION'],
  flags: [
    'PLAYER_BORDERED',
    'PLAYER_V4',
    'GOOGLE_ADS',
    'PARSE_DATE_HINT',
    'FEATURE_HIGHLIGHT_TEXT',
    'SECURITY',
    'CHARACTER_LIMIT',
    'RELOAD_ARTICLE_BUTTONS',
  ],
} as const;

export type FeatureGroup = keyof typeof featureGroups;
export type AnyFeature = (typeof featureGroups)[FeatureGroup][number];
