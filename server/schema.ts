import { builder } from './graphql/builder.ts';
import './graphql/scalars.ts';
import './graphql/error-types.ts';
import './areas/access/identity/schema.ts';
import './areas/access/identity/mutations.ts';
import './areas/access/organizations/schema.ts';
import './areas/access/security-log/schema.ts';
import './areas/people/openid/schema.ts';
import './areas/access/organizations/mutations.ts';
import './areas/access/accounts/schema.ts';
import './areas/voice/voice-previews/schema.ts';
import './areas/library/installed-voices/schema.ts';
import './areas/library/voices/schema.ts';
import './areas/access/project-access/schema.ts';
import './areas/access/project-log/schema.ts';
import './areas/projects/projects/schema.ts';
import './areas/projects/projects/mutations.ts';
import './areas/library/sounds/schema.ts';
import './areas/people/profile/schema.ts';
import './areas/library/rules/schema.ts';
import './areas/articles/articles/schema.ts';
import './areas/articles/articles/mutations.ts';
import './areas/articles/article-record/schema.ts';
import './areas/voice/authoring/schema.ts';
import './areas/projects/selections/schema.ts';
import './areas/projects/paywall/schema.ts';
import './areas/channels/page-check/schema.ts';
import './areas/channels/preflight/schema.ts';
import './areas/channels/publications/schema.ts';
import './areas/channels/status/schema.ts';
import './areas/channels/playlists/schema.ts';
import './areas/channels/playlists/mutations.ts';
import './areas/articles/search/schema.ts';
import './areas/articles/sources/schema.ts';
import './areas/channels/channels/schema.ts';
import './areas/channels/episodes/schema.ts';
import './areas/channels/player/schema.ts';
import './areas/library/settings/schema.ts';
import './areas/articles/normalization/schema.ts';
import './areas/projects/amazon/schema.ts';
import './areas/listening/listening/schema.ts';
import './areas/access/mail/schema.ts';
import './areas/projects/site-onboarding/schema.ts';
import './areas/articles/overview/schema.ts';
import './areas/library/ads/schema.ts';
import './areas/channels/deployments/schema.ts';
import './areas/people/administration/mutations.ts';
import './areas/people/administration/schema.ts';
import './areas/articles/duplicates/schema.ts';
import './areas/review/review/schema.ts';
import './areas/review/review/mutations.ts';
import './areas/voice/dictionaries/schema.ts';
import './areas/voice/dictionaries/mutations.ts';
import './areas/listening/statistics/schema.ts';
import './areas/listening/statistics/mutations.ts';
import './areas/voice/draft-previews/schema.ts';
import './areas/people/studio/schema.ts';
import './areas/people/studio/mutations.ts';
import './areas/people/premium/schema.ts';
import './areas/people/premium/mutations.ts';
import './areas/people/sign-up/schema.ts';
import './areas/people/installation/schema.ts';
import './areas/projects/webhooks/schema.ts';
import './areas/projects/webhooks/mutations.ts';

builder.queryType({ description: 'Root type of all queries.' });
builder.mutationType({
  description:
    'Root type of all mutations. Each returns a union of its result and the failures that the ' +
    'caller can correct.',
});
builder.subscriptionType({
  description:
    'Root type of all subscriptions, over WebSocket at `/graphql` with the ' +
    '`graphql-transport-ws` protocol. Programs authenticate in the payload of `connection_init`: ' +
    '`{"authorization": "Bearer …"}`.',
});

export const schema = builder.toSchema();
