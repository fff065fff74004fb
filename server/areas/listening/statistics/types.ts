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
  description: 'Type of the values in a statistics column.',
  values: {
    TEXT: { value: 'text', description: 'Names.' },
    DAY: { value: 'day', description: 'Days in the format `YYYY-MM-DD`, such as `2026-11-20`.' },
    NUMBER: { value: 'number', description: 'Numbers.' },
    PERCENT: { value: 'percent', description: 'Percentages, mostly from 0 to 100.' },
    MONEY: { value: 'money', description: 'Money, in euros.' },
    MINUTES: { value: 'minutes', description: 'Minutes, with decimals.' },
  } as const satisfies Record<string, { value: Unit; description: string }>,
});

const ColumnType = builder.objectRef<ColumnName>('StatisticsColumn').implement({
  description: 'A column of a statistics report.',
  fields: (t) => ({
    name: t.string({ description: 'Stable name of the column.', resolve: (name) => name }),
    unit: t.field({
      type: UnitType,
      description: "Type of the column's values.",
      resolve: (name) => columns[name].unit,
    }),
    header: t.field({
      type: NoticeType,
      description: 'Header of the column.',
      resolve: (name) => noticeOf(columns[name].header),
    }),
    definition: t.field({
      type: NoticeType,
      nullable: true,
      description: 'Explanation of the figures. Null if the header is enough.',
      resolve: (name) => {
        const { definition } = columns[name];
        return definition && noticeOf(definition);
      },
    }),
    currency: t.string({
      nullable: true,
      description: 'Currency of the amounts (ISO 4217), such as `EUR`. Null if the column holds no money.',
      resolve: (name) => (columns[name].unit === 'money' ? 'EUR' : null),
    }),
  }),
});

const ParameterType = builder
  .objectRef<{ name: 'date_from' | 'date_to'; day: string }>('StatisticsParameter')
  .implement({
    description: 'A parameter of a report.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Name of the parameter.' }),
      label: t.field({
        type: NoticeType,
        description: 'Label of the parameter.',
        resolve: ({ name }) =>
          noticeOf(
            name === 'date_from'
              ? statisticsMessages.STATISTICS_DATE_FROM()
              : statisticsMessages.STATISTICS_DATE_TO(),
          ),
      }),
      default: t.field({ type: 'Date', description: 'Default value.', resolve: ({ day }) => day }),
    }),
  });

export const ReportType = builder.objectRef<Definition>('StatisticsReport').implement({
  description: 'An available statistics report.',
  fields: (t) => ({
    name: t.string({ description: 'Stable name of the report.', resolve: ({ report }) => report.name }),
    title: t.field({
      type: NoticeType,
      description: 'Title of the report.',
      resolve: ({ report }) => noticeOf(report.title),
    }),
    parameters: t.field({
      type: [ParameterType],
      complexity: { multiplier: 2 },
      description: 'Parameters of the report.',
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
    description: 'A row of a statistics report.',
    fields: (t) => ({
      label: t.exposeString('label', {
        nullable: true,
        description: 'Name or day of the row. Null for the total, and for items without a name.',
      }),
      figures: t.expose('figures', {
        type: ['Float'],
        nullable: { list: false, items: true },
        description: 'Figures in the order of `figureColumns`. Null for a percentage of zero.',
      }),
      articleId: t.id({
        nullable: true,
        description: 'Global ID of the article in this row. Null in other reports.',
        resolve: ({ articleId }) => globalIdOf('Article', articleId),
      }),
    }),
  });

const DatasetType = builder
  .objectRef<Statistics['graph']['datasets'][number]>('StatisticsDataset')
  .implement({
    description: 'A series of a graph: a line or a set of bars.',
    fields: (t) => ({
      column: t.field({
        type: ColumnType,
        description: 'Series of the graph.',
        resolve: ({ column }) => column,
      }),
      data: t.expose('data', {
        type: ['Float'],
        nullable: { list: false, items: true },
        description: 'Figures in the order of the labels. Null for a percentage of zero.',
      }),
    }),
  });

const GraphKindType = builder.enumType('StatisticsGraphKind', {
  description: 'Type of a graph.',
  values: {
    LINE: { value: 'line', description: 'A line, for values over time.' },
    BAR: { value: 'bar', description: 'Bars, for values side by side.' },
  } as const,
});

const GraphType = builder
  .objectRef<Statistics>('StatisticsGraph')
  .implement({
    description: 'A graph of a statistics report.',
    fields: (t) => ({
      kind: t.field({
        type: GraphKindType,
        description: 'Type of the graph.',
        resolve: ({ report }) => report.graph.kind,
      }),
      labelColumn: t.field({
        type: ColumnType,
        description: 'Column of the labels.',
        resolve: ({ report }) => report.graph.labels,
      }),
      labels: t.field({
        type: ['String'],
        nullable: { list: false, items: true },
        description: 'Names or days. Null for an item without a name.',
        resolve: ({ graph }) => graph.labels,
      }),
      datasets: t.field({
        type: [DatasetType],
        complexity: { multiplier: 3 },
        description: 'Series of the graph.',
        resolve: ({ graph }) => graph.datasets,
      }),
    }),
  });

/** The column that names the rows, and those with figures. */
const labelColumnOf = ({ report: { columns: all } }: Statistics): ColumnName | null =>
  isFigure(all[0]!) ? null : all[0]!;
const figureColumnsOf = ({ report }: Statistics): ColumnName[] => figureColumns(report);

/** Default number of rows. */
const rowsUsual = 500;

export const StatisticsType = builder.objectRef<Statistics>('Statistics');

StatisticsType.implement({
  description: 'Result of a statistics report.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the report.', resolve: ({ report }) => report.name }),
    title: t.field({
      type: NoticeType,
      description: 'Title of the report.',
      resolve: ({ report }) => noticeOf(report.title),
    }),
    definition: t.field({
      type: NoticeType,
      description: 'What the report measures.',
      resolve: ({ report }) => noticeOf(report.definition),
    }),
    notice: t.field({
      type: NoticeType,
      nullable: true,
      description: 'Note on the figures, such as whether they are exact or estimated. Null if there is none.',
      resolve: ({ notice }) => notice && noticeOf(notice),
    }),
    from: t.expose('from', { type: 'Date', description: 'First day.' }),
    to: t.expose('to', { type: 'Date', description: 'Last day.' }),
    timeZone: t.exposeString('zone', {
      description:
        "Time zone of the days (IANA), such as `Europe/Berlin`: the organization's or, for a private " +
        "project, its owner's.",
    }),
    fileName: t.string({ description: 'File name for saving the rows.', resolve: fileNameOf }),
    csv: t.string({
      complexity: 100,
      description:
        'All rows as a CSV file: UTF-8, separated by semicolons, column names first. Values that a ' +
        'spreadsheet would run as a formula are prefixed with an apostrophe. With more than 20,000 ' +
        'rows, an error that contains the URL of the file.',
      resolve: csvOf,
    }),
  }),
});

// The figures of the report.
builder.objectFields(StatisticsType, (t) => ({
  labelColumn: t.field({
    type: ColumnType,
    nullable: true,
    description: 'First column, which names the rows. Null for a total.',
    resolve: labelColumnOf,
  }),
  figureColumns: t.field({
    type: [ColumnType],
    description: 'Columns with figures, in order.',
    resolve: figureColumnsOf,
  }),
  rowCount: t.int({
    description: 'Total number of rows, even if `rows` has only the first 20,000.',
    resolve: ({ rows, whole }) => whole?.count ?? rows.length,
  }),
  rows: t.field({
    type: [RowType],
    complexity: { multiplier: 50 },
    description: 'Rows, in the order of the report.',
    args: { first: t.arg.int({ defaultValue: rowsUsual, description: 'Maximum number of rows to return.' }) },
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
      'Totals of all rows, in the order of `figureColumns`: sums, and shares of sums. Null for a ' +
      'figure that cannot be added up, and if rows count things twice.',
    resolve: async (statistics) => {
      const total = await readTotals(statistics);
      return total && figureColumnsOf(statistics).map((column) => (total[column] ?? null) as number | null);
    },
  }),
  before: t.field({
    type: StatisticsType,
    complexity: 200,
    description:
      'The same report for the preceding period: as many days or, for a whole month, the month ' + 'before.',
    resolve: readPreviousPeriod,
  }),
  graph: t.field({
    type: GraphType,
    description: 'Graph of the report.',
    resolve: (statistics) => statistics,
  }),
}));

export const HeardType = builder
  .objectRef<RetentionCurve>('ArticleRetention')
  .implement({
    description: 'Which parts of an article were played.',
    fields: (t) => ({
      from: t.expose('from', { type: 'Date', description: 'First day.' }),
      to: t.expose('to', { type: 'Date', description: 'Last day.' }),
      timeZone: t.exposeString('zone', {
        description:
          "Time zone of the days (IANA), such as `Europe/Berlin`: the organization's or, for a private " +
          "project, its owner's.",
      }),
      plays: t.exposeInt('plays', { description: 'Number of plays.' }),
      durationMs: t.exposeInt('durationMs', {
        description:
          'Length of the audio as reported by players, in milliseconds. The longest of several ' +
          'versions.',
      }),
      parts: t.expose('parts', {
        type: ['Float'],
        description:
          'How often each hundredth of the audio was played, from beginning to end, in percent of the ' +
          'plays. Skipped parts do not count, and replayed parts count twice.',
      }),
    }),
  });

export const PeriodType = builder.enumType('StatisticsPeriod', {
  description: 'A named range of days, in the time zone of the statistics, relative to the current day.',
  values: {
    TODAY: { value: 'TODAY', description: 'Today.' },
    YESTERDAY: { value: 'YESTERDAY', description: 'Yesterday.' },
    LAST_7_DAYS: { value: 'LAST_7_DAYS', description: 'The last 7 days, including today.' },
    LAST_30_DAYS: { value: 'LAST_30_DAYS', description: 'The last 30 days, including today.' },
    LAST_90_DAYS: { value: 'LAST_90_DAYS', description: 'The last 90 days, including today.' },
    LAST_365_DAYS: { value: 'LAST_365_DAYS', description: 'The last 365 days, including today.' },
    LAST_WEEK: { value: 'LAST_WEEK', description: 'The last whole week, from Monday to Sunday.' },
    THIS_MONTH: { value: 'THIS_MONTH', description: 'The current month up to today.' },
    LAST_MONTH: { value: 'LAST_MONTH', description: 'The last whole month.' },
    THIS_YEAR: { value: 'THIS_YEAR', description: 'The current year up to today.' },
  } as const satisfies Record<Period, { value: Period; description: string }>,
});

const KeyFigureType = builder
  .objectRef<KeyFigures['figures'][number]>('StatisticsKeyFigure')
  .implement({
    description: 'A key figure and its previous value.',
    fields: (t) => ({
      column: t.expose('column', { type: ColumnType, description: 'Column of the figure.' }),
      value: t.exposeFloat('value', {
        nullable: true,
        description: 'The figure. Null for a percentage of zero.',
      }),
      before: t.exposeFloat('before', {
        nullable: true,
        description: 'Value in the preceding period. Null for a percentage of zero.',
      }),
    }),
  });

export const KeyFiguresType = builder
  .objectRef<KeyFigures>('StatisticsKeyFigures')
  .implement({
    description: 'Key figures of a project, each equal to the sum of its report.',
    fields: (t) => ({
      from: t.expose('from', { type: 'Date', description: 'First day.' }),
      to: t.expose('to', { type: 'Date', description: 'Last day.' }),
      timeZone: t.exposeString('zone', {
        description: 'Time zone of the days (IANA), such as `Europe/Berlin`.',
      }),
      beforeFrom: t.field({
        type: 'Date',
        description: 'First day of the period compared with.',
        resolve: ({ before }) => before.from,
      }),
      beforeTo: t.field({
        type: 'Date',
        description: 'Last day of the period compared with.',
        resolve: ({ before }) => before.to,
      }),
      figures: t.expose('figures', { type: [KeyFigureType], description: 'The figures.' }),
    }),
  });

const LiveArticleType = builder
  .objectRef<LiveListening['articles'][number]>('LiveArticle')
  .implement({
    description: 'An article that is playing now.',
    fields: (t) => ({
      title: t.exposeString('title', { description: 'Title of the article.' }),
      plays: t.exposeInt('plays', { description: 'Number of plays in the last 30 minutes.' }),
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
    description: "Current activity in a project's players.",
    fields: (t) => ({
      now: t.exposeInt('now', {
        description:
          'Number of current listeners. Listeners who allow measurement count once. For the others: ' +
          'plays that began and did not stop in the last five minutes, or more if the audio played ' +
          'requires it.',
      }),
      plays: t.exposeInt('plays', { description: 'Number of plays in the last 30 minutes.' }),
      minutesHeard: t.exposeFloat('minutesHeard', {
        description: 'Minutes of audio played in the last 30 minutes.',
      }),
      playsByMinute: t.exposeIntList('playsByMinute', {
        description: 'Plays in each of the last 30 minutes, oldest first.',
      }),
      articles: t.field({
        type: [LiveArticleType],
        complexity: { multiplier: 10 },
        description: 'The ten most played articles of the last 30 minutes, with at least five plays each.',
        resolve: ({ articles }) => articles,
      }),
      readAt: t.expose('readAt', { type: 'DateTime', description: 'When the figures were read.' }),
    }),
  });
