/** Features as GraphQL names them, in the groups and the order in which administrators see them. */
export const featureGroups = {
  tools: [
    'reports',
    'audio_rules',
    'qa',
    'smart_qa',
    'playlist',
    'labels',
    'download_highres',
    'paywall',
    'ad_insert',
    'custom_ad',
    'article_duplicator',
    'article_log',
  ],
  channels: ['podcast', 'alexa_skill', 'alexa_fb', 'json_feed', 'google_action'],
  flags: [
    'player_bordered',
    'player_v4',
    'google_ads',
    'parse_date_hint',
    'feature_highlight_text',
    'security',
    'character_limit',
    'reload_article_buttons',
  ],
} as const;

export type FeatureGroup = keyof typeof featureGroups;
export type AnyFeature = (typeof featureGroups)[FeatureGroup][number];
