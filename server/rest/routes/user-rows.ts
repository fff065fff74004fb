import { graphql } from '../document.ts';
import { withRestNames } from '../grouped-settings.ts';
import { InputError, read, text } from '../request-input.ts';
import { row } from '../row.ts';
import { failureBody } from '../status.ts';

interface Membership {
  role: string;
  organization: { slug: string; name: string; pseudo: string | null; entitlements: readonly string[] };
}

const organizationsReply = (memberships: readonly Membership[]) =>
  memberships.map(({ role, organization: { slug, name, pseudo, entitlements: features } }) => ({
    id: slug,
    name,
    pseudo,
    features,
    role,
  }));

export const userRows = [
  row({
    method: 'GET',
    path: '/api/user',
    description:
      "The signed-in user. For a partner token or a source's key: its permissions, under the name " +
      'of its organization or project, without `id` and `email`.',
    document: graphql(`query user {
      viewer {
        user {
          databaseId name avatar email balance hasVerified role timezone: timeZone
          organizations { role organization { slug name pseudo entitlements } }
        }
      }
    }
    query program($isProgram: Boolean!) {
      program: viewer @include(if: $isProgram) {
        organizations { role organization { slug name pseudo entitlements balance verified timeZone } }
        projects(first: 1) { edges { node { name balance } } }
      }
    }`),
    variables: (_, { viewer }) => ({ isProgram: viewer?.user === null }),
    reply: ({ viewer: { user }, program }) => {
      if (!user) return { user: programReply(program!) };
      const { databaseId, name, organizations, ...rest } = user;
      return {
        user: {
          id: databaseId,
          name,
          fullname: name,
          ...rest,
          organizations: organizationsReply(organizations ?? []),
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
    fail: (failure) => failureBody(withRestNames(failure, { fullname: 'name', timezone: 'timeZone' })),
    reply: () => ({ result: 'ok' }),
  }),
  row({
    method: 'GET',
    path: '/api/timezone/list',
    document: graphql(`query timezones { list: timeZones }`),
    reply: ({ list }) => ({ list }),
  }),
];

interface Program {
  organizations: readonly (Membership & {
    organization: { balance: number; verified: boolean; timeZone: string };
  })[];
  projects: { edges: readonly { node: { name: string; balance: number } }[] };
}

/** What a program may see, in the fields of a user: older programs begin with this call. */
function programReply({ organizations, projects }: Program) {
  const organization = organizations[0]?.organization;
  const project = projects.edges[0]?.node;
  const name = organization?.name ?? project?.name ?? '';
  return {
    id: null,
    name,
    fullname: name,
    avatar: null,
    email: null,
    balance: organization?.balance ?? project?.balance ?? 0,
    hasVerified: organization?.verified ?? false,
    role: 'viewer',
    timezone: organization?.timeZone ?? 'UTC',
    organizations: organizationsReply(organizations),
  };
}
