import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../../graphql/builder.ts';
import { connectionById, pageCost } from '../../../graphql/connection-by-id.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { SecurityEventType } from '../identity/types.ts';
import { organizationIdOrNull } from '../organizations/types.ts';
import {
  parseSecurityEvent,
  listSecurity,
  readSecurityEntries,
  securityDetails,
} from './read-security-log.ts';

const SecurityDetailType = builder
  .objectRef<{ name: string; value: string }>('SecurityDetail')
  .implement({
    description: 'A detail of an entry of the security log.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Name of the detail, as documented for the event.' }),
      value: t.exposeString('value', { description: 'The detail as text.' }),
    }),
  });

const SecurityEntryType = builder.prismaObject('SecurityEntry', {
  description: 'A security event. Entries are never changed.',
  select: { id: true },
  fields: (t) => ({
    event: t.field({
      type: SecurityEventType,
      nullable: true,
      description: 'Type of event. Null if a newer release recorded it.',
      select: { event: true },
      resolve: ({ event }) => parseSecurityEvent(event),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
    user: t.relation('user', {
      nullable: true,
      description: 'User who did or attempted it. Null for an API client, or an unknown or deleted user.',
    }),
    subject: t.relation('subject', {
      nullable: true,
      description: 'User affected, if different from `user`. Null otherwise.',
    }),
    organization: t.relation('organization', {
      nullable: true,
      description: 'Organization in which it was done. Null if none.',
    }),
    network: t.exposeString('network', {
      nullable: true,
      description: 'Network from which it was done. Null if unknown.',
    }),
    device: t.exposeString('device', { nullable: true, description: 'Browser and system. Null if unknown.' }),
    details: t.field({
      type: [SecurityDetailType],
      description: 'Details of the event.',
      select: { body: true },
      resolve: ({ body }) => securityDetails(body),
    }),
  }),
});

refetchable(SecurityEntryType, ({ app, actor }, ids, query) => readSecurityEntries(app, actor, ids, query));

builder.queryFields((t) => ({
  securityLog: t.connection({
    type: SecurityEntryType,
    description:
      'Security events, newest first: sign-ins, refusals, keys, roles, exports. Maintainers can ' +
      "read their organization's; only administrators can omit the organization.",
    complexity: pageCost(5),
    args: {
      organization: t.arg.id({
        required: false,
        description:
          'Only events of this organization and its members: slug, global ID or database ID. Required ' +
          'unless the caller is an administrator.',
      }),
    },
    resolve: (_, { organization, ...args }, context, info) =>
      connectionById(args, context, async (page) =>
        listSecurity(
          context.app,
          context.actor,
          await organizationIdOrNull(context, organization),
          page,
          queryFromInfo({ context, info, typeName: 'SecurityEntry', paths: [['edges', 'node']] }),
        ),
      ),
  }),
}));
