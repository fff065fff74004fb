import { queryFromInfo } from '@pothos/plugin-prisma';
import type { FailingItem } from '../../../../prisma/generated/client/client.ts';
import { builder } from '../../../graphql/builder.ts';
import { connectionById, pageCost } from '../../../graphql/connection-by-id.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import {
  NotAllowedError,
  NotSignedInError,
  ValidationError,
  ReauthenticationRequiredError,
} from '../../../kernel/errors.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { LedgerEntryType } from '../../access/accounts/types.ts';
import { AdministrationActionType, PlatformRoleType, UserType } from '../../access/identity/types.ts';
import {
  FeatureType,
  organizationIdOf,
  organizationIdOrNull,
  OrganizationType,
} from '../../access/organizations/types.ts';
import { ProjectRoleType, ProjectType } from '../../access/project-access/types.ts';
import { grantBalance, setVerified } from './change-account.ts';
import { listFailingItems } from './failing-items.ts';
import {
  readPlatformFeatures,
  setOrganizationFeatures,
  setPlatformFeatures,
  setProjectFeatures,
} from './set-features.ts';
import { setProjectRole } from './project-roles.ts';
import { suspensionFor } from './suspend-account.ts';
import { listAdministration, readAdministrationEntries, readRecord } from './administration-records.ts';
import { pageOfOrganizations, pageOfUsers, projectsOf } from './organizations-and-users.ts';

const only = 'Administrators only.';
const idOf = (type: 'Project' | 'User', id: string | number | null | undefined): number | undefined =>
  id === null || id === undefined ? undefined : databaseId(type, id);
/** What a mutation's answer leads to. */
const node = (id: number | undefined) => (id === undefined ? null : { id });

/** What a record's fields are read from. */
const recorded = { action: true, body: true } as const;

const AdministrationEntryType = builder.prismaObject('AdministrationEntry', {
  description:
    'An action of an administrator of the platform. Entries are never changed or deleted. Visible to administrators.',
  select: { id: true },
  fields: (t) => ({
    code: t.field({
      type: AdministrationActionType,
      nullable: true,
      description: 'What was done. Null if another release wrote the entry and this one cannot interpret it.',
      select: recorded,
      resolve: (entry) => readRecord(entry).action,
    }),
    action: t.exposeString('action', {
      description: 'Short description of the action in English. Programs should use `code`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was done.' }),
    user: t.relation('user', {
      nullable: true,
      description: 'Administrator who did it. Null if the user was deleted.',
    }),
    organization: t.relation('organization', { nullable: true, description: 'Organization. Null if none.' }),
    project: t.relation('project', {
      nullable: true,
      description: 'Affected project, which may be deleted. Null if none.',
    }),
    subject: t.relation('subject', { nullable: true, description: 'Affected user. Null if none.' }),
    reason: t.exposeString('why', {
      nullable: true,
      description: 'Reason that the administrator gave. Null if none was required.',
    }),
    featuresAdded: t.field({
      type: [FeatureType],
      description: 'Features that were added.',
      select: recorded,
      resolve: (entry) => readRecord(entry).given,
    }),
    featuresRemoved: t.field({
      type: [FeatureType],
      description: 'Features that were removed.',
      select: recorded,
      resolve: (entry) => readRecord(entry).taken,
    }),
    characters: t.float({
      nullable: true,
      description: 'Characters added to the balance, negative if removed. Null for other actions.',
      select: recorded,
      resolve: (entry) => readRecord(entry).characters,
    }),
    platformRole: t.field({
      type: PlatformRoleType,
      nullable: true,
      description: 'New platform role of the user. Null for other actions.',
      select: recorded,
      resolve: (entry) => readRecord(entry).platformRole,
    }),
    projectRole: t.field({
      type: ProjectRoleType,
      nullable: true,
      description: 'Project role that was granted or removed. Null for other actions.',
      select: recorded,
      resolve: (entry) => readRecord(entry).projectRole,
    }),
    voice: t.string({
      nullable: true,
      description: 'Name of the voice that was installed or removed. Null for other actions.',
      select: recorded,
      resolve: (entry) => readRecord(entry).voice,
    }),
  }),
});

refetchable(AdministrationEntryType, ({ app, actor }, ids, query) =>
  readAdministrationEntries(app, actor, ids, query),
);

const FailingItemType = builder
  .objectRef<FailingItem>('FailingItem')
  .implement({
    description:
      'An item that a repeated job cannot process. The job continues with the next item and retries this one at each run. Visible to administrators.',
    fields: (t) => ({
      job: t.exposeString('job', { description: 'Name of the job or of a part of it, as in the metrics.' }),
      item: t.exposeString('item', { description: 'The item, such as `user 5`.' }),
      failures: t.exposeInt('failures', { description: 'Number of consecutive failures.' }),
      firstFailedAt: t.expose('since', { type: 'DateTime', description: 'When it first failed.' }),
      failedAt: t.expose('failedAt', { type: 'DateTime', description: 'When it last failed.' }),
      error: t.exposeString('error', { description: 'Error of the last failure, in English.' }),
    }),
  });

const searched = (what: string) => `Part of the ${what}, case-insensitive. All if absent.`;

builder.queryFields((t) => ({
  organizations: t.connection({
    type: OrganizationType,
    description: `All organizations, sorted by name. ${only}`,
    complexity: pageCost(5),
    args: {
      search: t.arg.string({ required: false, description: searched('name, the pseudo name or the slug') }),
    },
    resolve: (_, { search, ...args }, context, info) =>
      connectionById(args, context, (page) =>
        pageOfOrganizations(
          context.app,
          context.actor,
          search,
          page,
          queryFromInfo({ context, info, typeName: 'Organization', paths: [['edges', 'node']] }),
        ),
      ),
  }),
  users: t.connection({
    type: UserType,
    description: `All users, sorted by email address. ${only}`,
    complexity: pageCost(5),
    args: { search: t.arg.string({ required: false, description: searched('name or the email address') }) },
    resolve: (_, { search, ...args }, context, info) =>
      connectionById(args, context, (page) =>
        pageOfUsers(
          context.app,
          context.actor,
          search,
          page,
          queryFromInfo({ context, info, typeName: 'User', paths: [['edges', 'node']] }),
        ),
      ),
  }),
  failingItems: t.field({
    type: [FailingItemType],
    description: `Items that repeated jobs cannot process, at most 100, those that failed last first. ${only}`,
    resolve: (_, __, { app, actor }) => listFailingItems(app, actor),
  }),
  platformFeatures: t.field({
    type: [FeatureType],
    description: `Feature flags that are on for everyone. ${only}`,
    resolve: (_, __, { app, actor }) => readPlatformFeatures(app, actor),
  }),
  administrationLog: t.connection({
    type: AdministrationEntryType,
    description: `Actions of administrators, newest first. ${only}`,
    complexity: pageCost(5),
    args: {
      organization: t.arg.id({
        required: false,
        description: 'Only entries about this organization: slug, global ID or database ID.',
      }),
      project: t.arg.id({
        required: false,
        description: 'Only entries about this project: global ID or database ID.',
      }),
      user: t.arg.id({
        required: false,
        description: 'Only entries about this user: global ID or database ID.',
      }),
    },
    resolve: (_, { organization, project, user, ...args }, context, info) =>
      connectionById(args, context, async (page) =>
        listAdministration(
          context.app,
          context.actor,
          {
            organizationId: (await organizationIdOrNull(context, organization)) ?? undefined,
            projectId: idOf('Project', project),
            subjectId: idOf('User', user),
          },
          page,
          queryFromInfo({ context, info, typeName: 'AdministrationEntry', paths: [['edges', 'node']] }),
        ),
      ),
  }),
}));

builder.prismaObjectField(OrganizationType, 'projects', (t) =>
  t.prismaConnection({
    type: ProjectType,
    cursor: 'id',
    complexity: pageCost(5),
    nullable: true,
    description: 'Projects of the organization, sorted by name. Null unless the caller is an administrator.',
    resolve: (query, { id }, _, { app, actor }) => projectsOf(app, actor, id, query),
  }),
);

const changes = {
  on: 'Features to add. Existing ones stay.',
  off: 'Features to remove. Must not be in `on`.',
};

builder.relayMutationField(
  'setOrganizationFeatures',
  {
    description: 'The organization and the changes. Other features are left unchanged.',
    inputFields: (t) => ({
      organization: t.id({ description: 'Slug, global ID or database ID of the organization.' }),
      on: t.field({ type: [FeatureType], required: false, description: changes.on }),
      off: t.field({ type: [FeatureType], required: false, description: changes.off }),
    }),
  },
  {
    description: `Adds or removes features of an organization. ${only}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => {
      const id = await organizationIdOf({ app }, input.organization);
      await setOrganizationFeatures(app, actor, id, { on: input.on ?? [], off: input.off ?? [] });
      return { organization: { id } };
    },
  },
  {
    name: 'SetOrganizationFeaturesSuccess',
    description: 'The features have been changed.',
    outputFields: (t) => ({
      organization: t.expose('organization', { type: OrganizationType, description: 'The organization.' }),
    }),
  },
);

builder.relayMutationField(
  'setProjectFeatures',
  {
    description: 'The project and the changes. Other features are left unchanged.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      on: t.field({ type: [FeatureType], required: false, description: changes.on }),
      off: t.field({
        type: [FeatureType],
        required: false,
        description: `${changes.off} Features of the organization, or those on for everyone, stay on.`,
      }),
    }),
  },
  {
    description: `Adds or removes features of one project. ${only}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => {
      const id = databaseId('Project', input.project);
      await setProjectFeatures(app, actor, id, { on: input.on ?? [], off: input.off ?? [] });
      return { project: { id } };
    },
  },
  {
    name: 'SetProjectFeaturesSuccess',
    description: 'The features have been changed.',
    outputFields: (t) => ({
      project: t.expose('project', { type: ProjectType, description: 'The project.' }),
    }),
  },
);

builder.relayMutationField(
  'setPlatformFeatures',
  {
    description: 'The changes. Other flags are left unchanged.',
    inputFields: (t) => ({
      on: t.field({
        type: [FeatureType],
        required: false,
        description:
          'Feature flags to turn on: `FEATURE_HIGHLIGHT_TEXT`, `GOOGLE_ADS`, `SECURITY`, `PLAYER_V4`, ' +
          '`PLAYER_BORDERED`, `CHARACTER_LIMIT`, `PARSE_DATE_HINT`, `RELOAD_ARTICLE_BUTTONS`. Other ' +
          'features are set for organizations and projects.',
      }),
      off: t.field({
        type: [FeatureType],
        required: false,
        description: 'Feature flags to turn off. Must not be in `on`.',
      }),
    }),
  },
  {
    description: `Turns feature flags on or off for everyone. ${only}`,
    errors: { types: [NotSignedInError, NotAllowedError, ValidationError] },
    resolve: async (_, { input }, { app, actor }) => ({
      features: await setPlatformFeatures(app, actor, { on: input.on ?? [], off: input.off ?? [] }),
    }),
  },
  {
    name: 'SetPlatformFeaturesSuccess',
    description: 'The flags have been changed.',
    outputFields: (t) => ({
      features: t.expose('features', {
        type: [FeatureType],
        description: 'Flags that are now on for everyone.',
      }),
    }),
  },
);

const holder = {
  organization: 'Slug, global ID or database ID of the organization whose account it is. Omit it for a user.',
  user: 'Global ID or database ID of the user whose own account it is. Omit it for an organization.',
};

const GrantKindType = builder.enumType('GrantKind', {
  description: 'Reason for adding characters.',
  values: { granted: { description: 'A gift.' }, credited: { description: 'A purchase.' } } as const,
});

builder.relayMutationField(
  'grantBalance',
  {
    description: 'Account, characters and reason.',
    inputFields: (t) => ({
      organization: t.id({ required: false, description: holder.organization }),
      user: t.id({ required: false, description: holder.user }),
      characters: t.float({
        description: 'Characters to add, a whole number. Negative to remove characters.',
      }),
      kind: t.field({
        type: GrantKindType,
        required: false,
        description: 'Reason for adding them. Defaults to `GRANTED`.',
      }),
      reason: t.string({ required: false, description: 'Required. At most 500 characters.' }),
      why: t.string({
        required: false,
        deprecationReason: 'Use `reason`.',
        description: 'Former name of `reason`, sent by dashboards of release 0.1.',
      }),
      requestId: t.string({
        required: false,
        description:
          'UUID that makes the change idempotent: a call that repeats it changes nothing and returns ' +
          'the same entry. Without it, each call counts.',
      }),
    }),
  },
  {
    description: `Adds characters to the balance of an organization or user, or removes some, with an entry in the ledger. ${only}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (
      _,
      { input: { organization, user, characters, kind, reason, why, requestId } },
      { app, actor },
    ) => {
      const owner = {
        organizationId: (await organizationIdOrNull({ app }, organization)) ?? undefined,
        userId: idOf('User', user),
      };
      const entry = await grantBalance(app, actor, {
        owner,
        characters,
        kind: kind ?? 'granted',
        reason: reason ?? why ?? '',
        requestId: requestId ?? undefined,
      });
      return { entry, organization: node(owner.organizationId), user: node(owner.userId) };
    },
  },
  {
    name: 'GrantBalanceSuccess',
    description: 'The balance has been changed.',
    outputFields: (t) => ({
      entry: t.expose('entry', { type: LedgerEntryType, description: 'Ledger entry.' }),
      organization: t.expose('organization', {
        type: OrganizationType,
        nullable: true,
        description: 'The organization. Null if the account belongs to a user.',
      }),
      user: t.expose('user', {
        type: UserType,
        nullable: true,
        description: 'The user. Null if the account belongs to an organization.',
      }),
    }),
  },
);

builder.relayMutationField(
  'setVerified',
  {
    description: 'The organization or user, and whether to verify it.',
    inputFields: (t) => ({
      organization: t.id({ required: false, description: holder.organization }),
      user: t.id({ required: false, description: holder.user }),
      verified: t.boolean({
        description: 'Whether the account is verified: invoiced, and not stopped by an empty balance.',
      }),
    }),
  },
  {
    description: `Verifies an organization or a user, or removes the verification. ${only}`,
    errors: { types: [...accessErrors, ValidationError] },
    resolve: async (_, { input: { organization, user, verified } }, { app, actor }) => {
      const owner = {
        organizationId: (await organizationIdOrNull({ app }, organization)) ?? undefined,
        userId: idOf('User', user),
      };
      await setVerified(app, actor, owner, verified);
      return { organization: node(owner.organizationId), user: node(owner.userId) };
    },
  },
  {
    name: 'SetVerifiedSuccess',
    description: 'The verification has been changed.',
    outputFields: (t) => ({
      organization: t.expose('organization', {
        type: OrganizationType,
        nullable: true,
        description: 'The organization. Null if the account belongs to a user.',
      }),
      user: t.expose('user', {
        type: UserType,
        nullable: true,
        description: 'The user. Null if the account belongs to an organization.',
      }),
    }),
  },
);

builder.prismaObjectField(UserType, 'suspendedAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When an administrator suspended the account. Null if it is not suspended, or if the caller ' +
      'is not an administrator.',
    select: { stoppedAt: true },
    resolve: ({ stoppedAt }, _, { actor }) => suspensionFor(actor, stoppedAt),
  }),
);

builder.relayMutationField(
  'setProjectRole',
  {
    description: 'The project, the user and the role.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      user: t.id({
        description: 'Global ID or database ID of the user, who need not be a member of the organization.',
      }),
      role: t.field({ type: ProjectRoleType, description: 'Role in the project.' }),
      granted: t.boolean({ description: 'Whether the user has the role.' }),
    }),
  },
  {
    description: `Grants or removes a user’s role in one project. ${only}`,
    errors: { types: [...accessErrors, ReauthenticationRequiredError] },
    resolve: async (_, { input }, { app, actor }) => {
      const id = databaseId('Project', input.project);
      await setProjectRole(app, actor, {
        projectId: id,
        userId: databaseId('User', input.user),
        role: input.role,
        granted: input.granted,
      });
      return { project: { id } };
    },
  },
  {
    name: 'SetProjectRoleSuccess',
    description: 'The role has been granted or removed.',
    outputFields: (t) => ({
      project: t.expose('project', { type: ProjectType, description: 'The project.' }),
    }),
  },
);
