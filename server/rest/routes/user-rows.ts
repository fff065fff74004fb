import { CallError } from '../compile.ts';
import { graphql } from '../document.ts';
import { underOwnNames } from '../grouped-settings.ts';
import { InputError, read, text } from '../request-input.ts';
import { row } from '../row.ts';
import { failureBody } from '../status.ts';

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
            ({ role, organization: { slug, entitlements: features, ...organization } }) => ({
              id: slug,
              ...organization,
              features,
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
      if (!timezone) throw new InputError([{ field: 'timezone', message: 'Required' }]);
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
