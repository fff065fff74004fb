import { builder } from '../../../graphql/builder.ts';
import { pageCost, pageMax } from '../../../graphql/connection-by-id.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { ProjectType } from '../project-access/types.ts';
import { listProjectLog, readProjectLogEntries } from './log.ts';
import { ProjectLogEntryType } from './types.ts';

refetchable(ProjectLogEntryType, ({ app, actor }, ids, query) =>
  readProjectLogEntries(app, actor, ids, query),
);

builder.prismaObjectFields(ProjectType, (t) => ({
  log: t.prismaConnection({
    type: ProjectLogEntryType,
    cursor: 'id',
    nullable: true,
    description: 'Log of the project, newest entries first. Null unless the caller is a maintainer.',
    complexity: pageCost(20),
    maxSize: pageMax,
    resolve: (query, { id }, _, { app, actor }) => listProjectLog(app, actor, id, query),
  }),
}));
