import { builder } from '../../../graphql/builder.ts';
import { accessErrors } from '../../../graphql/error-types.ts';
import { databaseId } from '../../../graphql/ids.ts';
import { noticeOrNull, NoticeType } from '../../../graphql/notice-type.ts';
import { refetchable } from '../../../graphql/refetchable.ts';
import { LimitReachedError, NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import { ViewerType } from '../../access/identity/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import { isPeriod } from './named-periods.ts';
import { readPins, isPinned, listPins, pinStatistics } from './pinned-reports.ts';
import { readStatistics } from './read-statistics.ts';
import { reports } from './report-registry.ts';
import {
  dayOfColumn,
  readShares,
  listShares,
  openShare,
  readShared,
  revokeShare,
  shareStatistics,
  unlockShare,
  type SharedStatistics,
  linkToken,
} from './statistics-shares.ts';
import { PeriodType, StatisticsType } from './types.ts';

const sharers = 'Requires permission to delete the project.';

const titleOf = (name: string) => noticeOrNull(reports.find((one) => one.name === name)?.title);

const ShareType = builder.prismaObject('StatisticsShare', {
  description: 'A link to a report for anyone who has it. Visible to users who may share.',
  select: { id: true },
  fields: (t) => ({
    report: t.exposeString('report', { description: 'Name of the report.' }),
    title: t.field({
      type: NoticeType,
      nullable: true,
      description: 'Title of the report. Null if this release has no such report.',
      select: { report: true },
      resolve: ({ report }) => titleOf(report),
    }),
    period: t.field({
      type: PeriodType,
      nullable: true,
      description: 'Named range of days. Null if `from` and `to` are used.',
      select: { period: true },
      resolve: ({ period }) => (isPeriod(period) ? period : null),
    }),
    from: t.field({
      type: 'Date',
      nullable: true,
      description: 'First day. Null if `period` is used.',
      select: { firstDay: true },
      resolve: ({ firstDay }) => dayOfColumn(firstDay),
    }),
    to: t.field({
      type: 'Date',
      nullable: true,
      description: 'Last day. Null if `period` is used.',
      select: { lastDay: true },
      resolve: ({ lastDay }) => dayOfColumn(lastDay),
    }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: "The link. Null if its encryption key is missing: it works but can't be shown.",
      select: { token: true, tokenHash: true },
      resolve: (share, _, { app }) => {
        const token = linkToken(app, share);
        return token === null ? null : `${app.config.publicUrl}/shared/${token}`;
      },
    }),
    hasPassword: t.boolean({
      description: 'Whether a password is required.',
      select: { passwordHash: true },
      resolve: ({ passwordHash }) => passwordHash !== null,
    }),
    embeddable: t.exposeBoolean('embeddable', { description: 'Whether other sites may show it in a frame.' }),
    isFromEmail: t.exposeBoolean('ofMail', { description: 'Whether an email report links to it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    createdBy: t.relation('createdBy', {
      nullable: true,
      description: 'User who created it. Null for an API client, for email reports, and for deleted users.',
    }),
  }),
});

const PinType = builder.prismaObject('StatisticsPin', {
  description: 'A report that the caller pinned to the dashboard.',
  select: { id: true, projectId: true, report: true, period: true },
  fields: (t) => ({
    report: t.exposeString('report', { description: 'Name of the report.' }),
    period: t.field({
      type: PeriodType,
      nullable: true,
      description: 'Range of days. Null if this release has no such range.',
      resolve: ({ period }) => (isPeriod(period) ? period : null),
    }),
    project: t.relation('project', { description: 'The project.' }),
    statistics: t.field({
      type: StatisticsType,
      nullable: true,
      complexity: 200,
      description: "Current content of the report. Null if it can't be read.",
      resolve: ({ projectId, report, period }, _, { app, actor }) =>
        readStatistics(app, actor, { projectId, report, ...(isPeriod(period) && { period }) }),
    }),
  }),
});

refetchable(ShareType, ({ app, actor }, ids, query) => readShares(app, actor, ids, query));
refetchable(PinType, ({ app, actor }, ids, query) => readPins(app, actor, ids, query));

builder.prismaObjectField(ProjectType, 'statisticsPinned', (t) =>
  t.field({
    type: 'Boolean',
    nullable: true,
    complexity: 5,
    description:
      "Whether a report is on the caller's dashboard. Null, with an error, unless the caller is a person who can see the statistics.",
    args: {
      report: t.arg.string({ description: 'Name of the report.' }),
      period: t.arg({
        type: PeriodType,
        required: false,
        description: "Range of days. Null for other ranges, which can't be pinned.",
      }),
    },
    select: { id: true },
    resolve: ({ id }, args, { app, actor }) => isPinned(app, actor, { projectId: id, ...args }),
  }),
);

builder.prismaObjectField(ProjectType, 'statisticsShares', (t) =>
  t.field({
    type: [ShareType],
    nullable: true,
    complexity: { multiplier: 20 },
    description: `Links to reports, the newest first. Null, with an error, for others. ${sharers}`,
    select: { id: true },
    resolve: ({ id }, _, { app, actor }) => listShares(app, actor, id),
  }),
);

builder.objectField(ViewerType, 'statisticsPins', (t) =>
  t.field({
    type: [PinType],
    complexity: { multiplier: 6 },
    description:
      'Reports that the caller pinned to the dashboard, in the order of pinning; at most six. ' +
      'Users only.',
    resolve: (_, __, { app, actor }) => listPins(app, actor),
  }),
);

const SharedType = builder
  .objectRef<SharedStatistics>('SharedStatistics')
  .implement({
    description: 'The report behind a shared link.',
    fields: (t) => ({
      project: t.exposeString('project', { description: 'Name of the project.' }),
      title: t.field({
        type: NoticeType,
        nullable: true,
        description: 'Title of the report. Null if this release has no such report.',
        resolve: ({ share }) => titleOf(share.report),
      }),
      locked: t.exposeBoolean('locked', { description: 'Whether the password is required first.' }),
      statistics: t.field({
        type: StatisticsType,
        nullable: true,
        complexity: 200,
        description: 'Content of the report. Null while it is locked.',
        resolve: (shared, _, { app }) => (shared.locked ? null : readShared(app, shared)),
      }),
    }),
  });

builder.queryField('sharedStatistics', (t) =>
  t.field({
    type: SharedType,
    nullable: true,
    description:
      'The report behind a shared link, for anyone who has it. Null if there is none, or it was ' +
      'revoked.',
    args: {
      token: t.arg.string({ description: 'Last part of the link.' }),
      key: t.arg.string({
        required: false,
        description: 'Key from `unlockSharedStatistics`, if a password is required.',
      }),
    },
    resolve: (_, { token, key }, { app }) => openShare(app, token, key),
  }),
);

builder.relayMutationField(
  'unlockSharedStatistics',
  {
    description: 'The link and its password.',
    inputFields: (t) => ({
      token: t.string({ description: 'Last part of the link.' }),
      password: t.string({ description: 'The password.' }),
    }),
  },
  {
    description:
      'Unlocks a shared report with its password, for anyone who has both. The number of attempts ' +
      'is limited.',
    errors: { types: [NotFoundError, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, { app, remoteAddress }) => ({
      key: await unlockShare(app, input.token, input.password, remoteAddress),
    }),
  },
  {
    name: 'UnlockSharedStatisticsSuccess',
    description: 'The password is correct.',
    outputFields: (t) => ({
      key: t.exposeString('key', {
        description: 'Key for `sharedStatistics`, valid for twelve hours or until the link is revoked.',
      }),
    }),
  },
);

builder.relayMutationField(
  'shareStatistics',
  {
    description: 'The report, its days and its access.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      report: t.string({ description: 'Name of the report.' }),
      period: t.field({
        type: PeriodType,
        required: false,
        description: 'Rolling range of days. Defaults to the days from `from` to `to`.',
      }),
      from: t.field({ type: 'Date', required: false, description: 'The first day.' }),
      to: t.field({ type: 'Date', required: false, description: 'The last day.' }),
      password: t.string({
        required: false,
        description: 'Password required to see it: 8 to 200 characters. Defaults to none.',
      }),
      embeddable: t.boolean({
        defaultValue: false,
        description: 'Whether other sites may show it in a frame.',
      }),
    }),
  },
  {
    description: `Creates a link with which anyone can read a report, until it is revoked. ${sharers}`,
    errors: { types: [...accessErrors, ValidationError, LimitReachedError] },
    resolve: async (_, { input: { project, ...input } }, { app, actor }) => {
      const projectId = databaseId('Project', project);
      return { share: await shareStatistics(app, actor, { ...input, projectId }), projectId };
    },
  },
  {
    name: 'ShareStatisticsSuccess',
    description: 'The link is available.',
    outputFields: (t) => ({
      share: t.expose('share', { type: ShareType, description: 'The link.' }),
      project: t.prismaField({
        type: ProjectType,
        description: 'The project.',
        resolve: (query, { projectId }, _, { app }) =>
          app.db.prisma.project.findUniqueOrThrow({ ...query, where: { id: projectId } }),
      }),
    }),
  },
);

builder.relayMutationField(
  'revokeStatisticsShare',
  {
    description: 'The link to revoke.',
    inputFields: (t) => ({ id: t.id({ description: 'Global ID or database ID of the share (the link).' }) }),
  },
  {
    description: `Revokes a link to a report. Embedded reports and emails that use it stop working immediately. ${sharers}`,
    errors: { types: [...accessErrors] },
    resolve: (_, { input }, { app, actor }) =>
      revokeShare(app, actor, databaseId('StatisticsShare', input.id)),
  },
  {
    name: 'RevokeStatisticsShareSuccess',
    description: 'The link has been revoked.',
    outputFields: (t) => ({
      project: t.prismaField({
        type: ProjectType,
        description: 'The project.',
        resolve: (query, { projectId }, _, { app }) =>
          app.db.prisma.project.findUniqueOrThrow({ ...query, where: { id: projectId } }),
      }),
    }),
  },
);

builder.relayMutationField(
  'pinStatistics',
  {
    description: 'The report, and whether to pin it.',
    inputFields: (t) => ({
      project: t.id({ description: 'Global ID or database ID of the project.' }),
      report: t.string({ description: 'Name of the report.' }),
      period: t.field({ type: PeriodType, description: 'Period that the report covers.' }),
      pinned: t.boolean({ description: 'Whether to pin the report. False unpins it.' }),
    }),
  },
  {
    description:
      "Pins a report to the caller's dashboard, or unpins it. Requires permission to see the " +
      'statistics of the project.',
    errors: { types: [...accessErrors, LimitReachedError] },
    resolve: async (_, { input: { project, ...input } }, { app, actor }) => {
      const projectId = databaseId('Project', project);
      await pinStatistics(app, actor, { ...input, projectId });
      return { projectId };
    },
  },
  {
    name: 'PinStatisticsSuccess',
    description: 'The dashboard has been updated.',
    outputFields: (t) => ({
      viewer: t.field({ type: ViewerType, description: 'The caller.', resolve: () => ({}) }),
      project: t.prismaField({
        type: ProjectType,
        description: 'The project.',
        resolve: (query, { projectId }, _, { app }) =>
          app.db.prisma.project.findUniqueOrThrow({ ...query, where: { id: projectId } }),
      }),
    }),
  },
);
