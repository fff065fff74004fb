import { builder } from './graphql/builder.ts';
import './graphql/scalars.ts';
import './graphql/error-types.ts';
import './areas/identity/schema.ts';
import './areas/organizations/schema.ts';
import './areas/accounts/schema.ts';
import './areas/voices/schema.ts';
import './areas/projects/schema.ts';
import './areas/sounds/schema.ts';
import './areas/rules/schema.ts';
import './areas/articles/schema.ts';
import './areas/paywall/schema.ts';
import './areas/sources/schema.ts';
import './areas/settings/schema.ts';

builder.queryType({ description: 'Root of all queries.' });
builder.mutationType({
  description: 'Root of all mutations. Each returns a union of its result and the failures that the caller can correct.',
});
builder.subscriptionType({
  description:
    'Root of all subscriptions, over WebSocket at `/graphql` with the `graphql-transport-ws` protocol. Programs authenticate in the ' +
    'payload of `connection_init`: `{"authorization": "Bearer …"}`.',
});

export const schema = builder.toSchema();
