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

builder.queryType({ description: 'What can be read.' });
builder.mutationType({ description: 'What can be done. Each answers a union: the change, or the failure that the caller can mend.' });
builder.subscriptionType({ description: 'What can be watched, over WebSocket at `/graphql` with the protocol `graphql-transport-ws`. Programs authenticate in the payload of `connection_init`: `{"authorization": "Bearer …"}`.' });

export const schema = builder.toSchema();
