import { builder } from './graphql/builder.ts';
import './graphql/scalars.ts';
import './graphql/error-types.ts';
import './areas/identity/schema.ts';
import './areas/identity/mutations.ts';
import './areas/organizations/schema.ts';
import './areas/security-log/schema.ts';
import './areas/openid/schema.ts';
import './areas/organizations/mutations.ts';
import './areas/accounts/schema.ts';
import './areas/voice-previews/schema.ts';
import './areas/voices/schema.ts';
import './areas/project-access/schema.ts';
import './areas/project-log/schema.ts';
import './areas/projects/schema.ts';
import './areas/projects/mutations.ts';
import './areas/sounds/schema.ts';
import './areas/profile/schema.ts';
import './areas/rules/schema.ts';
import './areas/articles/schema.ts';
import './areas/articles/mutations.ts';
import './areas/article-record/schema.ts';
import './areas/authoring/schema.ts';
import './areas/selections/schema.ts';
import './areas/paywall/schema.ts';
import './areas/preflight/schema.ts';
import './areas/publications/schema.ts';
import './areas/playlists/schema.ts';
import './areas/playlists/mutations.ts';
import './areas/search/schema.ts';
import './areas/sources/schema.ts';
import './areas/channels/schema.ts';
import './areas/episodes/schema.ts';
import './areas/player/schema.ts';
import './areas/settings/schema.ts';
import './areas/normalization/schema.ts';
import './areas/amazon/schema.ts';
import './areas/listening/schema.ts';
import './areas/mail/schema.ts';
import './areas/first-look/schema.ts';
import './areas/overview/schema.ts';
import './areas/ads/schema.ts';
import './areas/deployments/schema.ts';
import './areas/administration/mutations.ts';
import './areas/administration/schema.ts';
import './areas/duplicates/schema.ts';
import './areas/review/schema.ts';
import './areas/review/mutations.ts';
import './areas/dictionaries/schema.ts';
import './areas/dictionaries/mutations.ts';
import './areas/statistics/schema.ts';
import './areas/statistics/mutations.ts';
import './areas/trials/schema.ts';
import './areas/studio/schema.ts';
import './areas/studio/mutations.ts';
import './areas/premium/schema.ts';
import './areas/premium/mutations.ts';
import './areas/sign-up/schema.ts';

builder.queryType({ description: 'Root of all queries.' });
builder.mutationType({
  description:
    'Root of all mutations. Each returns a union of its result and the failures that the caller can correct.',
});
builder.subscriptionType({
  description:
    'Root of all subscriptions, over WebSocket at `/graphql` with the `graphql-transport-ws` protocol. Programs authenticate in the ' +
    'payload of `connection_init`: `{"authorization": "Bearer …"}`.',
});

export const schema = builder.toSchema();
