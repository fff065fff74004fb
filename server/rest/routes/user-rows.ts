import { CallError } from '../compile.ts';
import { graphql } from '../document.ts';
import { underOwnNames } from '../grouped-settings.ts';
import { read, text } from '../request-input.ts';
import { row } from '../row.ts';
import { failureBody } from '../status.ts';

/** Features, as GraphQL calls them and as clients of old do. */
const featureNames = {
  ad_insert: 'ad-insert',
  alexa_fb: 'alexa-fb',
  alexa_skill: 'alexa-skill',
  article_duplicator: 'article-duplicator',
  article_log: 'article-log',
  audio_rules: 'audio-rules',
  character_limit: 'character_limit',
  custom_ad: 'custom-ad',
  download_highres: 'download-highres',
  feature_highlight_text: 'feature_highlight_text',
  google_action: 'google-action',
  google_ads: 'google_ads',
  json_feed: 'json-feed',
  labels: 'labels',
  parse_date_hint: 'parse_date_hint',
  paywall: 'paywall',
  player_bordered: 'player-bordered',
  player_v4: 'player-v4',
  playlist: 'playlist',
  podcast: 'podcast',
  qa: 'qa',
  reload_article_buttons: 'reload_article_buttons',
  reports: 'reports',
  security: 'security',
  smart_qa: 'smart-qa',
} as const;

export const userRows = [
  row({
    method: 'GET',
    path: '/api/user',
    document: graphql(`query user {
      viewer {
        user {
          databaseId name avatar email balance hasVerified role timezone: timeZone
          organizations { role organization { slug name pseudo entitlements } }
        }
      }
    }`),
    reply: ({ viewer: { user } }) => {
      if (!user)
        throw new CallError({
          type: 'NotAllowedError',
          message: 'Only signed-in users can do this.',
          fieldErrors: [],
        });
      const { databaseId, name, organizations, ...rest } = user;
      return {
        user: {
          id: databaseId,
          name,
          fullname: name,
          ...rest,
          organizations: (organizations ?? []).map(
            ({ role, organization: { slug, entitlements, ...organization } }) => ({
              id: slug,
              ...organization,
              features: entitlements.map((feature) => featureNames[feature]),
              role,
            }),
          ),
        },
      };
    },
  }),
  row({
    method: 'PUT',
    path: '/api/user',
    document: graphql(
      `mutation updateUser($input: UpdateUserInput!) { updateUser(input: $input) { __typename ...Failed } }`,
    ),
    variables: ({ body }) => {
      const { fullname, timezone } = read(body, { fullname: text, timezone: text });
      return { input: { name: fullname, timeZone: timezone } };
    },
    fail: (failure) => failureBody(underOwnNames(failure, { fullname: 'name', timezone: 'timeZone' })),
    reply: () => ({ result: 'ok' }),
  }),
  row({
    method: 'GET',
    path: '/api/timezone/list',
    document: graphql(`query timezones { list: timeZones }`),
    reply: ({ list }) => ({ list }),
  }),
];
