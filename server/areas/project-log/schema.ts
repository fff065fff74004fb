import { builder } from '../../graphql/builder.ts';
import { pageCost } from '../../graphql/connection-by-id.ts';
import { logPageSize } from '../../product.ts';
import { ProjectType } from '../project-access/types.ts';
import { listProjectLog, readProjectLog } from './log.ts';
import { ProjectLogEntryType } from './types.ts';

builder.prismaObjectFields(ProjectType, (t) => ({
  logsConnection: t.prismaConnection({
    type: ProjectLogEntryType,
    cursor: 'id',
    nullable: true,
    description: 'Log of the project, newest entries first. Null for everybody but maintainers.',
    complexity: pageCost(20),
    resolve: (query, { id }, _, { app, actor }) => listProjectLog(app, actor, id, query),
  }),
  logs: t.prismaField({
    type: [ProjectLogEntryType],
    nullable: true,
    deprecationReason: 'Use `logsConnection`, which is paginated.',
    description:
      'Log of the project, newest first. Null, with an error, unless the caller is a maintainer; check `canReadLogs` first.',
    args: {
      first: t.arg.int({ required: false, description: `Number of entries. Defaults to ${logPageSize}.` }),
    },
    complexity: ({ first }) => ({ field: 20, multiplier: first ?? logPageSize }),
    resolve: (query, { id }, { first }, { app, actor }) =>
      readProjectLog(app, actor, { projectId: id, first: first ?? undefined }, query),
  }),
}));
