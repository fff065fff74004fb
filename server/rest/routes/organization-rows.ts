import { graphql } from '../document.ts';
import { oneOf, optionalText, flag, read, words } from '../request-input.ts';
import { row } from '../row.ts';

const roles = ['maintainer', 'editor', 'viewer'] as const;
/** An empty value counts as absent. */
const role = (value: unknown) => (value === '' || value == null ? null : oneOf(...roles)(value));
/** Returns the path's user id; `0`, which no user has, if it is not an id. */
const userIn = (id: string): string => (/^[1-9]\d{0,8}$/.test(id) ? id : '0');
const ok = () => ({ result: 'ok' });
/** Of an organization that was made. */
const made = ({ databaseId, slug, name }: { databaseId: number; slug: string; name: string }) => ({
  result: 'ok',
  organization: { id: slug, _id: databaseId, slug, name },
});

export const organizationRows = [
  row({
    method: 'GET',
    path: '/api/organizations/{id}',
    document: graphql(`query organization($id: ID!) {
      organization(id: $id) {
        databaseId slug name pseudo address vat verified
        members { role status me user { databaseId name email avatar } }
      }
    }`),
    variables: ({ params }) => params,
    reply: ({ organization: { databaseId, slug, members, ...rest } }) => ({
      organization: {
        id: slug,
        _id: databaseId,
        ...rest,
        members: (members ?? []).map(({ user, ...member }) => ({
          id: user.databaseId,
          fullname: user.name,
          email: user.email,
          avatar: user.avatar,
          ...member,
        })),
      },
    }),
  }),
  row({
    method: 'POST',
    path: '/api/organizations/{id}/update',
    document: graphql(`
      query organizationToUpdate($id: ID!) { organization(id: $id) { id } }
      mutation updateOrganization($input: UpdateOrganizationInput!) {
        updateOrganization(input: $input) { __typename ...Failed }
      }`),
    variables: ({ params: { id }, body }, { organization }) => ({
      id,
      input: { id: organization?.id ?? '', name: read(body, { name: words }).name ?? '' },
    }),
    reply: ok,
  }),
  row({
    method: 'POST',
    path: '/api/organizations/{id}/invite',
    document: graphql(`
      query organizationToInvite($id: ID!) { organization(id: $id) { id } }
      mutation inviteMembers($input: InviteMembersInput!) {
        inviteMembers(input: $input) { __typename ...Failed }
      }`),
    variables: ({ params: { id }, body }, { organization }) => {
      const given = read(body, { email: words, role });
      return {
        id,
        input: {
          organization: organization?.id ?? '',
          emails: given.email ? [given.email] : [],
          role: given.role ?? null,
        },
      };
    },
    reply: ok,
  }),
  row({
    method: 'POST',
    path: '/api/organizations/{id}/invite/{userId}',
    document: graphql(`
      query organizationToResend($id: ID!) { organization(id: $id) { id } }
      mutation resendInvitation($input: ResendInvitationInput!) {
        resendInvitation(input: $input) { __typename ...Failed }
      }`),
    variables: ({ params: { id, userId } }, { organization }) => ({
      id,
      input: { organization: organization?.id ?? '', user: userIn(userId) },
    }),
    reply: ok,
  }),
  row({
    method: 'POST',
    path: '/api/organizations/{id}/update/{userId}',
    document: graphql(`
      query organizationOfMember($id: ID!) { organization(id: $id) { id } }
      mutation changeMemberRole($input: ChangeMemberRoleInput!) {
        changeMemberRole(input: $input) { __typename ...Failed }
      }`),
    variables: ({ params: { id, userId }, body }, { organization }) => ({
      id,
      input: {
        organization: organization?.id ?? '',
        user: userIn(userId),
        role: read(body, { role }).role ?? null,
      },
    }),
    reply: ok,
  }),
  row({
    method: 'DELETE',
    path: '/api/organizations/{id}/exclude/{userId}',
    document: graphql(`
      query organizationToLeave($id: ID!) { organization(id: $id) { id } }
      mutation removeMember($input: RemoveMemberInput!) {
        removeMember(input: $input) { __typename ...Failed }
      }`),
    variables: ({ params: { id, userId } }, { organization }) => ({
      id,
      input: { organization: organization?.id ?? '', user: userIn(userId) },
    }),
    reply: ok,
  }),
  row({
    method: 'POST',
    path: '/api/organizations',
    document: graphql(`mutation createOrganization($input: CreateOrganizationInput!) {
      createOrganization(input: $input) { __typename ...Failed ... on CreateOrganizationSuccess { organization { databaseId slug name } } }
    }`),
    variables: ({ body }) => ({ input: { name: read(body, { name: words }).name ?? '' } }),
    reply: ({ createOrganization: { organization } }) => made(organization),
  }),
  row({
    method: 'POST',
    path: '/api/admin/organizations',
    document: graphql(`mutation createVerifiedOrganization($input: CreateVerifiedOrganizationInput!) {
      createVerifiedOrganization(input: $input) {
        __typename ...Failed ... on CreateVerifiedOrganizationSuccess { organization { databaseId slug name } }
      }
    }`),
    variables: ({ body }) => {
      const given = read(body, { name: words, address: optionalText, vat: optionalText, verified: flag });
      return { input: { ...given, name: given.name ?? '' } };
    },
    reply: ({ createVerifiedOrganization: { organization } }) => made(organization),
  }),
];
