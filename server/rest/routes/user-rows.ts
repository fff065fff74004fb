import { CallError } from '../compile.ts';
import { graphql } from '../document.ts';
import { read, text } from '../request-input.ts';
import { row } from '../row.ts';

export const userRows = [
  row({
    method: 'GET',
    path: '/api/user',
    document: graphql(`query user {
      viewer {
        user {
          databaseId name avatar email balance hasVerified role timezone
          organizations { role organization { slug name pseudo features } }
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
          organizations: (organizations ?? []).map(({ role, organization: { slug, ...organization } }) => ({
            id: slug,
            ...organization,
            role,
          })),
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
    variables: ({ body }) => ({ input: read(body, { fullname: text, timezone: text }) }),
    reply: () => ({ result: 'ok' }),
  }),
  row({
    method: 'GET',
    path: '/api/timezone/list',
    document: graphql(`query timezones { timezones }`),
    reply: ({ timezones }) => ({ list: timezones }),
  }),
];
