import { builder } from '../../../graphql/builder.ts';
import { ArticleType } from '../articles/types.ts';
import { ViewerType } from '../../access/identity/types.ts';
import { OrganizationType } from '../../access/organizations/types.ts';
import { ProjectType } from '../../access/project-access/types.ts';
import {
  articlesOf,
  countMax,
  failingProjects,
  newestReady,
  readOverview,
  type Overview,
} from './overview.ts';
import { ownAccounts, type OwnAccount } from './account-balances.ts';
import { busiestMax, readWeek, type OverviewDay, type OverviewWeek } from './week.ts';

const counted = `Counted up to ${countMax.toLocaleString('en-US')}.`;

const OverviewDayType = builder
  .objectRef<OverviewDay>('OverviewDay')
  .implement({
    description: 'Figures of one day.',
    fields: (t) => ({
      day: t.expose('day', { type: 'Date', description: 'The day (UTC).' }),
      articles: t.exposeInt('articles', { description: 'Playable articles that were added on that day.' }),
      minutesHeard: t.float({
        description: 'Minutes of any article that were played on that day.',
        resolve: ({ heardMs }) => heardMs / 60_000,
      }),
    }),
  });

const ActiveProjectType = builder
  .objectRef<OverviewWeek['projects'][number]>('ActiveProject')
  .implement({
    description: 'A project and its figures of the last seven days.',
    fields: (t) => ({
      project: t.prismaField({
        type: ProjectType,
        description: 'The project.',
        resolve: (query, { projectId }, _, { app }) =>
          app.db.prisma.project.findUniqueOrThrow({ ...query, where: { id: projectId } }),
      }),
      days: t.field({
        type: [OverviewDayType],
        description: 'The last seven days, oldest first.',
        resolve: ({ days }) => days,
      }),
    }),
  });

const OverviewWeekType = builder
  .objectRef<OverviewWeek>('OverviewWeek')
  .implement({
    description: 'Figures of the last seven days.',
    fields: (t) => ({
      days: t.field({
        type: [OverviewDayType],
        description: 'The last seven days of all projects together, oldest first.',
        resolve: ({ days }) => days,
      }),
      projects: t.field({
        type: [ActiveProjectType],
        complexity: { multiplier: busiestMax },
        description: `The most active projects, at most ${busiestMax}.`,
        resolve: ({ projects }) => projects,
      }),
    }),
  });

const OverviewType = builder
  .objectRef<Overview>('Overview')
  .implement({
    description: 'Activity in the projects that the caller can read.',
    fields: (t) => ({
      voicing: t.prismaField({
        type: [ArticleType],
        complexity: { multiplier: 5 },
        description: 'The newest articles whose audio is pending, at most five.',
        resolve: (query, { voicing }, _, { app, actor }) => articlesOf(app, actor, voicing.ids, query),
      }),
      voicingCount: t.int({
        description: `Number of articles on their way to audio. ${counted}`,
        resolve: ({ voicing }) => voicing.count,
      }),
      recent: t.prismaField({
        type: [ArticleType],
        complexity: { multiplier: 5 },
        description: 'The newest playable articles, at most five.',
        resolve: (query, _, __, { app, actor }) => newestReady(app, actor, query),
      }),
      week: t.field({
        type: OverviewWeekType,
        complexity: 10,
        description: 'What was generated and played in the last seven days.',
        resolve: (_, __, { app, actor }) => readWeek(app, actor),
      }),
      failed: t.prismaField({
        type: [ArticleType],
        complexity: { multiplier: 5 },
        description:
          'Articles that failed or reached a limit in the last seven days, latest first, at most five.',
        resolve: (query, { failed }, _, { app, actor }) => articlesOf(app, actor, failed.ids, query),
      }),
      failedCount: t.int({
        description: `Number of articles that failed or reached a limit in the last seven days. ${counted}`,
        resolve: ({ failed }) => failed.count,
      }),
      failingProjects: t.prismaField({
        type: [ProjectType],
        complexity: { multiplier: 5 },
        description:
          'Projects with a feed or website that could not be read at the last check, newest first, at ' +
          'most five.',
        resolve: (query, _, __, { app, actor }) => failingProjects(app, actor, query),
      }),
      articlesThisWeek: t.exposeInt('articles', {
        description: 'Playable articles that were added in the last seven days.',
      }),
      minutesThisWeek: t.float({
        description: 'Total duration of these articles, in minutes.',
        resolve: ({ durationMs }) => durationMs / 60_000,
      }),
      charactersToday: t.exposeFloat('charactersToday', {
        description: "Characters used today (UTC) from the caller's own accounts.",
      }),
      charactersPerDay: t.exposeFloat('charactersPerDay', {
        nullable: true,
        description:
          "Characters used per day from the caller's own accounts: the average of the last seven days. " +
          'Null until seven days after the first use.',
      }),
      averageFrom: t.expose('averageFrom', {
        type: 'Date',
        nullable: true,
        description:
          'Day (UTC) from which that average is available. Null if it already is, or nothing was used.',
      }),
      charactersSaved: t.exposeFloat('charactersSaved', {
        description: 'Characters that edits did not have to regenerate in these days.',
      }),
      daysLeft: t.exposeInt('daysLeft', {
        nullable: true,
        description:
          'Days until the first balance runs out at its current rate of use. Null if nothing was used, ' +
          'in the first seven days, and if it is invoiced.',
      }),
      daysLeftOrganization: t.exposeString('firstToEnd', {
        nullable: true,
        description:
          "Name of the organization whose balance runs out first. Null if that is the caller's own, " +
          'and if `daysLeft` is null.',
      }),
    }),
  });

const OwnAccountType = builder
  .objectRef<OwnAccount>('OwnAccount')
  .implement({
    description:
      "An account that pays for the caller's projects: an organization's, or the caller's own. " +
      'Balances are not shared.',
    fields: (t) => ({
      organization: t.prismaField({
        type: OrganizationType,
        nullable: true,
        description: "Organization that owns the account. Null for the caller's own.",
        resolve: (query, { organizationId }, _, { app }) =>
          organizationId === null
            ? null
            : app.db.prisma.organization.findUnique({ ...query, where: { id: organizationId } }),
      }),
      balance: t.exposeFloat('balance', {
        description: 'Characters left. Can be negative when the account is invoiced.',
      }),
      verified: t.exposeBoolean('verified', {
        description: 'Whether it is invoiced, so that a used-up balance does not stop it.',
      }),
      charactersPerDay: t.exposeFloat('perDay', {
        nullable: true,
        description:
          'Characters used from it per day: the average of the last seven days. Null until seven days ' +
          'after the first use.',
      }),
      daysLeft: t.exposeInt('daysLeft', {
        nullable: true,
        description:
          'Days until its balance runs out at that rate. Null if there is no rate yet, if nothing was ' +
          'used from it, and if it is invoiced.',
      }),
    }),
  });

builder.objectField(ViewerType, 'accounts', (t) =>
  t.field({
    type: [OwnAccountType],
    complexity: 20,
    description: "Accounts that pay for the caller's projects: first the organizations', by name.",
    resolve: (_, __, { app, actor }) => ownAccounts(app, actor),
  }),
);

builder.objectField(ViewerType, 'overview', (t) =>
  t.field({
    type: OverviewType,
    complexity: 20,
    description: 'Activity in the projects that the caller can read.',
    resolve: (_, __, { app, actor }) => readOverview(app, actor),
  }),
);
