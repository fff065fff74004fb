import { builder } from '../../graphql/builder.ts';
import { ProjectType } from '../project-access/types.ts';
import { everyReport, listReports, readStatistics } from './read-statistics.ts';
import { ReportType, StatisticsType } from './types.ts';

const forWhom =
  'Null, with an error, unless the caller can see the statistics: maintainers of the project, and the role `STATS`.';

builder.queryField('statisticsReports', (t) =>
  t.field({
    type: [ReportType],
    description: 'Every report that there is. Some are of projects of an organization only.',
    resolve: (_, __, { actor }) => everyReport(actor),
  }),
);

builder.prismaObjectFields(ProjectType, (t) => ({
  statisticsReports: t.field({
    type: [ReportType],
    nullable: true,
    description: `Reports that there are for the project, the usual one first. ${forWhom}`,
    resolve: ({ id }, _, { app, actor }) => listReports(app, actor, id),
  }),
  statistics: t.field({
    type: StatisticsType,
    nullable: true,
    complexity: 200,
    description: `What a report says. ${forWhom}`,
    args: {
      report: t.arg.string({ defaultValue: 'ActiveUsersTotal', description: 'Name of the report.' }),
      from: t.arg({
        type: 'Date',
        required: false,
        description: 'The first day. Defaults to thirty days up to `to`.',
      }),
      to: t.arg({ type: 'Date', required: false, description: 'The last day. Defaults to today.' }),
    },
    resolve: ({ id }, args, { app, actor }) => readStatistics(app, actor, { projectId: id, ...args }),
  }),
}));
