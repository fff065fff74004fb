import { CallError } from '../compile.ts';
import { read, text } from '../request-input.ts';
import { failed, type Data, type Row } from '../row.ts';

export const userRows: Row[] = [
  {
    method: 'GET',
    path: '/api/user',
    document: `query user {
      viewer {
        user {
          databaseId name fullname avatar email balance hasVerified role timezone
          organizations { role organization { slug name pseudo features } }
        }
      }
    }`,
    reply: ({ viewer }) => ({ user: userReply(viewer.user) }),
  },
  {
    method: 'PUT',
    path: '/api/user',
    document: `mutation updateUser($input: UpdateUserInput!) { updateUser(input: $input) { ${failed} } }`,
    variables: ({ body }) => ({ input: read(body, { fullname: text, timezone: text }) }),
    reply: () => ({ result: 'ok' }),
  },
  {
    method: 'GET',
    path: '/api/timezone/list',
    document: `query timezones { timezones }`,
    reply: ({ timezones }) => ({ list: timezones }),
  },
];

/** @throws CallError for the key or token of a program, which is nobody. */
function userReply(user: Data | null): Data {
  if (!user) throw new CallError({ type: 'NotAllowedError', message: 'Only a person who is signed in can do this.', fieldErrors: [] });
  const { databaseId, organizations, ...rest } = user;
  return {
    id: databaseId,
    ...rest,
    organizations: organizations.map(({ role, organization: { slug, ...organization } }: Data) => ({ id: slug, ...organization, role })),
  };
}
