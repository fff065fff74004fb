import { builder } from '../../../graphql/builder.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { ArticleType } from '../../articles/articles/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { readRetentionCurve } from './retention-curve.ts';
import { readKeyFigures } from './key-figures.ts';
import { readLive, watchLive } from './live-listening.ts';
import { everyReport, listReports, readStatistics } from './read-statistics.ts';
import {
  HeardType,
  KeyFiguresType,
  LiveListeningType,
  PeriodType,
  ReportType,
  StatisticsType,
} from './types.ts';

const forWhom =
  'Null, with an error, unless the caller can see the statistics: maintainers of the project, and the role `STATS`.';

const daysArgs = (t: Pick<Parameters<Parameters<typeof builder.queryField>[1]>[0], 'arg'>) => ({
  from: t.arg({ type: 'Date', required: false, description: 'First day. Defaults to 30 days up to `to`.' }),
  to: t.arg({ type: 'Date', required: false, description: 'Last day. Defaults to today.' }),
  period: t.arg({
    type: PeriodType,
    required: false,
    description: 'Named period. Used if neither `from` nor `to` is given.',
  }),
});

builder.queryField('statisticsReports', (t) =>
  t.field({
    type: [ReportType],
    description: 'All available reports. Some apply only to projects of an organization.',
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
    description: `Content of a report. ${forWhom}`,
    args: {
      report: t.arg.string({ defaultValue: 'ActiveUsersTotal', description: 'Name of the report.' }),
      ...daysArgs(t),
    },
    resolve: ({ id }, args, { app, actor }) => readStatistics(app, actor, { projectId: id, ...args }),
  }),
  keyFigures: t.field({
    type: KeyFiguresType,
    nullable: true,
    complexity: 200,
    description: `Key figures. ${forWhom}`,
    args: daysArgs(t),
    resolve: ({ id }, args, { app, actor }) => readKeyFigures(app, actor, id, args),
  }),
  live: t.field({
    type: LiveListeningType,
    nullable: true,
    complexity: 200,
    description: `Current activity. The subscription \`liveListening\` sends changes. ${forWhom}`,
    resolve: ({ id }, _, { app, actor }) => readLive(app, actor, id),
  }),
}));

builder.subscriptionField('liveListening', (t) =>
  t.field({
    type: LiveListeningType,
    complexity: 200,
    description:
      "Current activity in a project's players. Starts with the current state, then sends changes " +
      'at most every ten seconds. Requires a maintainer of the project, or the role `STATS`.',
    args: { project: t.arg.id({ description: 'Global ID or database ID of the project.' }) },
    subscribe: (_, { project }, { app, actorNow }) =>
      watchLive(app, actorNow, databaseId('Project', project)),
    resolve: (live) => live,
  }),
);

builder.prismaObjectField(ArticleType, 'retention', (t) =>
  t.field({
    type: HeardType,
    nullable: true,
    complexity: 200,
    description: `How often each part of the article was played. ${forWhom} Null without an error if it was started fewer than five times, because that would identify single listeners.`,
    args: {
      from: t.arg({
        type: 'Date',
        required: false,
        description: 'First day. Defaults to 30 days up to `to`.',
      }),
      to: t.arg({ type: 'Date', required: false, description: 'Last day. Defaults to today.' }),
      teaser: t.arg.boolean({
        defaultValue: false,
        description: 'Whether to report on the teaser instead of the whole article.',
      }),
    },
    select: { id: true, projectId: true },
    resolve: ({ id, projectId }, args, { app, actor }) =>
      readRetentionCurve(app, actor, { articleId: id, projectId, ...args }),
  }),
);
