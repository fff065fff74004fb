import { builder } from '../../../graphql/builder.ts';
import { globalIdOf } from '../../../graphql/ids.ts';
import { NoticeType } from '../../../graphql/notice-type.ts';
import { noticeOf } from '../../../lib/declare-messages.ts';
import { readArticle } from '../../articles/articles/article.ts';
import { ArticleType } from '../../articles/articles/types.ts';
import { columns, type ColumnName, type Unit } from './columns.ts';
import type { KeyFigures } from './key-figures.ts';
import type { LiveListening } from './live-listening.ts';
import { statisticsMessages } from './messages.ts';
import type { RetentionCurve } from './retention-curve.ts';
import type { Period } from './named-periods.ts';
import {
  csvOf,
  fileNameOf,
  readPreviousPeriod,
  readTotals,
  type Definition,
  type Statistics,
} from './read-statistics.ts';
import { figureColumns, isFigure } from './report-totals.ts';

const UnitType = builder.enumType('StatisticsUnit', {
  description: 'What a column of statistics holds.',
  values: {
    TEXT: { value: 'text', description: 'Names.' },
    DAY: { value: 'day', description: 'Days, `YYYY-MM-DD`.' },
    NUMBER: { value: 'number', description: 'Numbers.' },
    PERCENT: { value: 'percent', description: 'Percentages, mostly from 0 to 100.' },
    MONEY: { value: 'money', description: 'Money, in euros.' },
    MINUTES: { value: 'minutes', description: 'Minutes, with decimals.' },
  } as const satisfies Record<string, { value: Unit; description: string }>,
});

const ColumnType = builder.objectRef<ColumnName>('StatisticsColumn').implement({
  description: 'A column of statistics.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the column, which stays the same.', resolve: (name) => name }),
    unit: t.field({
      type: UnitType,
      description: 'What the column holds.',
      resolve: (name) => columns[name].unit,
    }),
    header: t.field({
      type: NoticeType,
      description: 'What stands above the column.',
      resolve: (name) => noticeOf(columns[name].header),
    }),
    definition: t.field({
      type: NoticeType,
      nullable: true,
      description: 'What its figures mean. Null where the header says all.',
      resolve: (name) => {
        const { definition } = columns[name];
        return definition && noticeOf(definition);
      },
    }),
    currency: t.string({
      nullable: true,
      description: 'Currency of its money (ISO 4217). Null for what is no money.',
      resolve: (name) => (columns[name].unit === 'money' ? 'EUR' : null),
    }),
  }),
});

const ParameterType = builder
  .objectRef<{ name: 'date_from' | 'date_to'; day: string }>('StatisticsParameter')
  .implement({
    description: 'What a report can be asked.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Name of the parameter.' }),
      label: t.field({
        type: NoticeType,
        description: 'What people read of it.',
        resolve: ({ name }) =>
          noticeOf(
            name === 'date_from'
              ? statisticsMessages.STATISTICS_DATE_FROM()
              : statisticsMessages.STATISTICS_DATE_TO(),
          ),
      }),
      default: t.field({
        type: 'Date',
        description: 'What it is unless something else is asked for.',
        resolve: ({ day }) => day,
      }),
    }),
  });

export const ReportType = builder.objectRef<Definition>('StatisticsReport').implement({
  description: 'A report that there is of the statistics.',
  fields: (t) => ({
    name: t.string({
      description: 'Name of the report, which stays the same.',
      resolve: ({ report }) => report.name,
    }),
    title: t.field({
      type: NoticeType,
      description: 'Title of the report.',
      resolve: ({ report }) => noticeOf(report.title),
    }),
    parameters: t.field({
      type: [ParameterType],
      complexity: { multiplier: 2 },
      description: 'What it can be asked.',
      resolve: ({ defaults }) => [
        { name: 'date_from' as const, day: defaults.from },
        { name: 'date_to' as const, day: defaults.to },
      ],
    }),
  }),
});

const RowType = builder
  .objectRef<{ label: string | null; figures: (number | null)[]; articleId: number | null }>('StatisticsRow')
  .implement({
    description: 'A row of statistics.',
    fields: (t) => ({
      label: t.exposeString('label', {
        nullable: true,
        description: 'Name or day that the row is about. Null for the total, and for what has no name.',
      }),
      figures: t.expose('figures', {
        type: ['Float'],
        nullable: { list: false, items: true },
        description: 'Figures in the order of `figureColumns`. Null for a share of nothing.',
      }),
      articleId: t.id({
        nullable: true,
        description: 'Global ID of the article that the row is about. Null in other reports.',
        resolve: ({ articleId }) => globalIdOf('Article', articleId),
      }),
    }),
  });

const DatasetType = builder
  .objectRef<Statistics['graph']['datasets'][number]>('StatisticsDataset')
  .implement({
    description: 'A line or the bars of a graph.',
    fields: (t) => ({
      column: t.field({ type: ColumnType, description: 'What is drawn.', resolve: ({ column }) => column }),
      data: t.expose('data', {
        type: ['Float'],
        nullable: { list: false, items: true },
        description: 'Figures in the order of the labels. Null for a share of nothing.',
      }),
    }),
  });

const GraphKindType = builder.enumType('StatisticsGraphKind', {
  description: 'How a graph is drawn.',
  values: {
    LINE: { value: 'line', description: 'A line: what is drawn follows in time.' },
    BAR: { value: 'bar', description: 'Bars: what is drawn stands side by side.' },
  } as const,
});

const GraphType = builder
  .objectRef<Statistics>('StatisticsGraph')
  .implement({
    description: 'What is drawn of statistics.',
    fields: (t) => ({
      kind: t.field({
        type: GraphKindType,
        description: 'How it is drawn.',
        resolve: ({ report }) => report.graph.kind,
      }),
      labelColumn: t.field({
        type: ColumnType,
        description: 'What the labels are.',
        resolve: ({ report }) => report.graph.labels,
      }),
      labels: t.field({
        type: ['String'],
        nullable: { list: false, items: true },
        description: 'Names or days. Null for what has no name.',
        resolve: ({ graph }) => graph.labels,
      }),
      datasets: t.field({
        type: [DatasetType],
        complexity: { multiplier: 3 },
        description: 'What is drawn.',
        resolve: ({ graph }) => graph.datasets,
      }),
    }),
  });

/** The column that names the rows, and those with figures. */
const labelColumnOf = ({ report: { columns: all } }: Statistics): ColumnName | null =>
  isFigure(all[0]!) ? null : all[0]!;
const figureColumnsOf = ({ report }: Statistics): ColumnName[] => figureColumns(report);

/** Rows that are told unless more are asked for. */
const rowsUsual = 500;

export const StatisticsType = builder.objectRef<Statistics>('Statistics');

StatisticsType.implement({
  description: 'What a report says.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the report.', resolve: ({ report }) => report.name }),
    title: t.field({
      type: NoticeType,
      description: 'Title of the report.',
      resolve: ({ report }) => noticeOf(report.title),
    }),
    definition: t.field({
      type: NoticeType,
      description: 'What the report counts.',
      resolve: ({ report }) => noticeOf(report.definition),
    }),
    notice: t.field({
      type: NoticeType,
      nullable: true,
      description:
        'What whoever reads the figures has to know, such as whether they are exact or estimated. Null: nothing.',
      resolve: ({ notice }) => notice && noticeOf(notice),
    }),
    from: t.expose('from', { type: 'Date', description: 'The first day.' }),
    to: t.expose('to', { type: 'Date', description: 'The last day.' }),
    timeZone: t.exposeString('zone', {
      description: "Time zone of the days (IANA): the organization's, of a private project its owner's.",
    }),
    savedAs: t.string({ description: 'Name under which the rows are saved.', resolve: fileNameOf }),
    csv: t.string({
      complexity: 100,
      description:
        'All rows as a CSV file: UTF-8, semicolons, the names of the columns first. What a spreadsheet would run as a formula has an ' +
        'apostrophe before it. With more than 20,000 rows an error that says at which address the file is.',
      resolve: csvOf,
    }),
  }),
});

// The figures of the report.
builder.objectFields(StatisticsType, (t) => ({
  labelColumn: t.field({
    type: ColumnType,
    nullable: true,
    description: 'The column that names the rows, which comes first. Null for a total.',
    resolve: labelColumnOf,
  }),
  figureColumns: t.field({
    type: [ColumnType],
    description: 'The columns with figures, in their order.',
    resolve: figureColumnsOf,
  }),
  rowCount: t.int({
    description: 'Number of rows, also where `rows` are only the first 20,000 of them.',
    resolve: ({ rows, whole }) => whole?.count ?? rows.length,
  }),
  rows: t.field({
    type: [RowType],
    complexity: { multiplier: 50 },
    description: 'The rows, in the order of the report.',
    args: {
      first: t.arg.int({ defaultValue: rowsUsual, description: 'Rows to return, from the beginning.' }),
    },
    resolve: (statistics, { first }) => {
      const label = labelColumnOf(statistics);
      const figures = figureColumnsOf(statistics);
      return statistics.rows
        .slice(0, Math.max(0, first))
        .map((row) => ({
          label: label && ((row[label] ?? null) as string | null),
          articleId: row.articleId ?? null,
          figures: figures.map((column) => (row[column] ?? null) as number | null),
        }));
    },
  }),
  totals: t.field({
    type: ['Float'],
    complexity: 20,
    nullable: { list: true, items: true },
    description:
      'What all rows come to, in the order of `figureColumns`: sums, and shares of sums. Null for a figure that cannot be added up, and ' +
      'where rows count things twice.',
    resolve: async (statistics) => {
      const total = await readTotals(statistics);
      return total && figureColumnsOf(statistics).map((column) => (total[column] ?? null) as number | null);
    },
  }),
  before: t.field({
    type: StatisticsType,
    complexity: 200,
    description: 'The same report of as many days before, or of a whole month of the month before.',
    resolve: readPreviousPeriod,
  }),
  graph: t.field({
    type: GraphType,
    description: 'What is drawn of it.',
    resolve: (statistics) => statistics,
  }),
}));

export const HeardType = builder
  .objectRef<RetentionCurve>('ArticleHeard')
  .implement({
    description: 'Where in an article it was heard.',
    fields: (t) => ({
      from: t.expose('from', { type: 'Date', description: 'The first day.' }),
      to: t.expose('to', { type: 'Date', description: 'The last day.' }),
      timeZone: t.exposeString('zone', {
        description: "Time zone of the days (IANA): the organization's, of a private project its owner's.",
      }),
      plays: t.exposeInt('plays', { description: 'Times that it was begun.' }),
      durationMs: t.exposeInt('durationMs', {
        description: 'Its length as players told it, in milliseconds. Of several versions the longest.',
      }),
      parts: t.expose('parts', {
        type: ['Float'],
        description:
          'How often each hundredth of it was heard, from the beginning to the end, in percent of the plays: what was skipped was not ' +
          'heard, and what was heard twice counts twice.',
      }),
    }),
  });

export const PeriodType = builder.enumType('StatisticsPeriod', {
  description: 'A range of days by name, in the time zone of the statistics. It moves on as days pass.',
  values: {
    TODAY: { value: 'TODAY', description: 'The present day.' },
    YESTERDAY: { value: 'YESTERDAY', description: 'The day before the present one.' },
    LAST_7_DAYS: { value: 'LAST_7_DAYS', description: 'Seven days up to the present one.' },
    LAST_30_DAYS: { value: 'LAST_30_DAYS', description: 'Thirty days up to the present one.' },
    LAST_90_DAYS: { value: 'LAST_90_DAYS', description: 'Ninety days up to the present one.' },
    LAST_365_DAYS: { value: 'LAST_365_DAYS', description: '365 days up to the present one.' },
    LAST_WEEK: { value: 'LAST_WEEK', description: 'The last whole week, from Monday to Sunday.' },
    THIS_MONTH: { value: 'THIS_MONTH', description: 'The present month up to the present day.' },
    LAST_MONTH: { value: 'LAST_MONTH', description: 'The last whole month.' },
    THIS_YEAR: { value: 'THIS_YEAR', description: 'The present year up to the present day.' },
  } as const satisfies Record<Period, { value: Period; description: string }>,
});

const KeyFigureType = builder
  .objectRef<KeyFigures['figures'][number]>('StatisticsKeyFigure')
  .implement({
    description: 'A figure that is looked at first, and what it was before.',
    fields: (t) => ({
      column: t.expose('column', { type: ColumnType, description: 'What it is.' }),
      value: t.exposeFloat('value', {
        nullable: true,
        description: 'The figure. Null for a share of nothing.',
      }),
      before: t.exposeFloat('before', {
        nullable: true,
        description: 'What it was in the days before. Null for a share of nothing.',
      }),
    }),
  });

export const KeyFiguresType = builder
  .objectRef<KeyFigures>('StatisticsKeyFigures')
  .implement({
    description: 'The figures of a project that are looked at first, each equal to the sum of its report.',
    fields: (t) => ({
      from: t.expose('from', { type: 'Date', description: 'The first day.' }),
      to: t.expose('to', { type: 'Date', description: 'The last day.' }),
      timeZone: t.exposeString('zone', { description: 'Time zone of the days (IANA).' }),
      beforeFrom: t.field({
        type: 'Date',
        description: 'The first of the days that it is compared with.',
        resolve: ({ before }) => before.from,
      }),
      beforeTo: t.field({
        type: 'Date',
        description: 'The last of the days that it is compared with.',
        resolve: ({ before }) => before.to,
      }),
      figures: t.expose('figures', { type: [KeyFigureType], description: 'The figures.' }),
    }),
  });

const LiveArticleType = builder
  .objectRef<LiveListening['articles'][number]>('LiveArticle')
  .implement({
    description: 'An article that is being listened to.',
    fields: (t) => ({
      title: t.exposeString('title', { description: 'Its title.' }),
      plays: t.exposeInt('plays', { description: 'Times that it was begun in the last 30 minutes.' }),
      article: t.prismaField({
        type: ArticleType,
        nullable: true,
        description: 'The article. Null if it was deleted.',
        resolve: (query, { articleId }, _, { app, actor }) =>
          readArticle(app, actor, articleId, query).catch(() => null),
      }),
    }),
  });

export const LiveListeningType = builder
  .objectRef<LiveListening>('LiveListening')
  .implement({
    description: 'What goes on right now in the players of a project.',
    fields: (t) => ({
      now: t.exposeInt('now', {
        description:
          'How many people listen. Who agreed to be told apart counts once; of the others there are as many as began and did not stop in the ' +
          'last five minutes, and at least as many as it takes to hear what was heard.',
      }),
      plays: t.exposeInt('plays', { description: 'Times that articles were begun in the last 30 minutes.' }),
      minutesHeard: t.exposeFloat('minutesHeard', {
        description: 'Minutes of audio that were heard in the last 30 minutes.',
      }),
      playsByMinute: t.exposeIntList('playsByMinute', {
        description: 'The plays of each of the last 30 minutes, the oldest first.',
      }),
      articles: t.field({
        type: [LiveArticleType],
        complexity: { multiplier: 10 },
        description: 'The ten most played articles of these minutes, of those with at least five plays.',
        resolve: ({ articles }) => articles,
      }),
      readAt: t.expose('readAt', { type: 'DateTime', description: 'When it was so.' }),
    }),
  });
