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
      name: t.exposeString('name', { description: 'Name of the detail, as the event describes it.' }),
      value: t.exposeString('value', { description: 'The detail as text.' }),
    }),
  });

const SecurityEntryType = builder.prismaObject('SecurityEntry', {
  description: 'Something that concerned security. Entries are never changed.',
  select: { id: true },
  fields: (t) => ({
    event: t.field({
      type: SecurityEventType,
      nullable: true,
      description: 'What happened. Null for what a newer release recorded.',
      select: { event: true },
      resolve: ({ event }) => parseSecurityEvent(event),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
    user: t.relation('user', {
      nullable: true,
      description: 'Who did it, or tried to. Null for a program, for somebody unknown or deleted.',
    }),
    subject: t.relation('subject', {
      nullable: true,
      description: 'Whom it concerns, where that is somebody else. Null otherwise.',
    }),
    organization: t.relation('organization', {
      nullable: true,
      description: 'Organization in which it was done. Null for none.',
    }),
    network: t.exposeString('network', {
      nullable: true,
      description: 'Network from which it was done. Null where that is not known.',
    }),
    device: t.exposeString('device', {
      nullable: true,
      description: 'Browser and system. Null where they are not known.',
    }),
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
      'What concerned security, newest first: sign-ins, refusals, keys, roles, exports. Of an organization for its maintainers; without ' +
      'one for administrators alone.',
    complexity: pageCost(5),
    args: {
      organization: t.arg.id({
        required: false,
        description:
          'Only what concerns this organization and its members: slug, global ID or database ID. Required unless the caller is an administrator.',
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
