import { builder } from '../../../graphql/builder.ts';
import type { Context } from '../../../graphql/context.ts';
import { loadBatched } from '../../../graphql/load-batched.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { relationOf, rightsTo, type RelatedProject } from './access.ts';
import type { Right } from './policy.ts';
import { ProjectRoleType, ProjectType } from './types.ts';
import { sessionsWithProof, readSecurityKey } from './security-key-field.ts';

/** Whether the caller proved recently who it is; the projects of a list ask with one statement. */
const isProved = async (context: Context): Promise<boolean> =>
  context.actor.kind !== 'user' ||
  (await loadBatched(context, sessionsWithProof, (id) => id, context.actor.sessionId)).length > 0;

const rights = (_: object, { actor }: Context) => relationOf(actor);
const may = (actor: Actor, project: RelatedProject, right: Right): boolean =>
  rightsTo(actor, project).rights.has(right);

builder.prismaObjectFields(ProjectType, (t) => ({
  roles: t.field({
    type: [ProjectRoleType],
    description:
      "The caller's roles in the project, including `MAINTAINER` when it follows from the organization or from ownership.",
    select: rights,
    resolve: (project, _, { actor }) => rightsTo(actor, project).roles,
  }),
  canWrite: t.boolean({
    description: 'Whether the caller can add and change articles.',
    select: rights,
    resolve: (project, _, { actor }) => may(actor, project, 'editArticles'),
  }),
  canConfigure: t.boolean({
    description: 'Whether the caller can change settings and sources.',
    select: rights,
    resolve: (project, _, { actor }) => may(actor, project, 'configure'),
  }),
  canDelete: t.boolean({
    description: 'Whether the caller can delete it.',
    select: rights,
    resolve: (project, _, { actor }) => may(actor, project, 'delete'),
  }),
  canReadLogs: t.boolean({
    description: 'Whether the caller can read its log.',
    select: rights,
    resolve: (project, _, { actor }) => may(actor, project, 'readLog'),
  }),
  securityKey: t.string({
    nullable: true,
    description:
      'Key that signs requests for full audio. Null if none exists yet, unless the caller is a ' +
      'maintainer, and for a user who confirmed their identity more than ten minutes ago: see ' +
      '`confirmIdentity` and `revealSecurityKey`.',
    select: (_, { actor }) => ({ ...relationOf(actor), securityKey: true }),
    resolve: (project, _, context) => readSecurityKey(context.actor, project, () => isProved(context)),
  }),
  hasSecurityKey: t.boolean({
    description:
      'Whether a key that signs requests for full audio exists. False unless the caller is a ' +
      'maintainer.',
    select: (_, { actor }) => ({ ...relationOf(actor), securityKey: true }),
    resolve: ({ securityKey, ...project }, _, { actor }) =>
      may(actor, project, 'keepSecurityKey') && securityKey !== null,
  }),
  canManageWebhooks: t.boolean({
    description: 'Whether the caller can view and change its webhooks.',
    select: rights,
    resolve: (project, _, { actor }) => actor.kind === 'user' && may(actor, project, 'manageWebhooks'),
  }),
  canManageSecurityKey: t.boolean({
    description: 'Whether the caller can view and replace the signing key.',
    select: rights,
    resolve: (project, _, { actor }) => may(actor, project, 'keepSecurityKey'),
  }),
}));
