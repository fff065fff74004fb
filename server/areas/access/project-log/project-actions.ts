/**
 * Actions on a project, by code. The texts are stored and used by REST; clients use the code. Neither may
 * change once released.
 */
export const projectActions = {
  PROJECT_CREATED: 'created',
  SETTINGS_CHANGED: 'updated',
  PROJECT_DELETED: 'deleted',
  REPORTS_CHANGED: 'reports updated',
  SECURITY_KEY_REPLACED: 'security key rotated',
  CONFIGURATION_CLONED: 'configuration cloned',
  SOURCE_ADDED: 'source created',
  SOURCE_CHANGED: 'source updated',
  API_KEY_REFRESHED: 'api key refreshed',
  AD_ADDED: 'ad added',
  SOUND_ADDED: 'sound added',
  SOUND_DELETED: 'sound deleted',
  RULE_ADDED: 'rule created',
  RULE_CHANGED: 'rule updated',
  RULE_DELETED: 'rule deleted',
  RULE_RESTORED: 'rule restored',
  RULES_REORDERED: 'rules moved',
  RULES_REPLACED: 'rules replaced',
  PLAYLIST_ADDED: 'playlist created',
  PLAYLIST_CHANGED: 'playlist updated',
  PLAYLIST_DELETED: 'playlist deleted',
  PLAYLIST_RESTORED: 'playlist restored',
  CHANNEL_ADDED: 'channel created',
  CHANNEL_CHANGED: 'channel updated',
  CHANNEL_DELETED: 'channel deleted',
  CHANNEL_RESTORED: 'channel restored',
  ARTICLE_RESTORED: 'article restored',
  WEBHOOK_ADDED: 'webhook created',
  WEBHOOK_CHANGED: 'webhook updated',
  WEBHOOK_DELETED: 'webhook deleted',
  REPORT_SHARED: 'report shared',
  SHARED_REPORT_REVOKED: 'shared report revoked',
} as const;

export type ProjectAction = (typeof projectActions)[keyof typeof projectActions];
