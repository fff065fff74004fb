import { builder } from '../../graphql/builder.ts';
import { NoticeType } from '../../graphql/notice-type.ts';
import { noticeOf } from '../../lib/declare-messages.ts';
import { columns, type ColumnName, type Unit } from './columns.ts';
import { statisticsMessages } from './messages.ts';
import { csvOf, fileNameOf, type Definition, type Statistics } from './read-statistics.ts';

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
  .objectRef<{ label: string | null; figures: (number | null)[] }>('StatisticsRow')
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
const figureColumnsOf = ({ report: { columns: all } }: Statistics): ColumnName[] => all.filter(isFigure);
const isFigure = (name: ColumnName): boolean => !['text', 'day'].includes(columns[name].unit);

/** Rows that are told unless more are asked for. */
const rowsUsual = 500;

export const StatisticsType = builder.objectRef<Statistics>('Statistics').implement({
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
    from: t.expose('from', { type: 'Date', description: 'The first day.' }),
    to: t.expose('to', { type: 'Date', description: 'The last day.' }),
    timeZone: t.exposeString('zone', {
      description: "Time zone of the days (IANA): the organization's, of a private project its owner's.",
    }),
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
    rowCount: t.int({ description: 'Number of rows.', resolve: ({ rows }) => rows.length }),
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
            figures: figures.map((column) => (row[column] ?? null) as number | null),
          }));
      },
    }),
    graph: t.field({
      type: GraphType,
      description: 'What is drawn of it.',
      resolve: (statistics) => statistics,
    }),
    savedAs: t.string({ description: 'Name under which the rows are saved.', resolve: fileNameOf }),
    csv: t.string({
      complexity: 100,
      description:
        'All rows as a CSV file: UTF-8, semicolons, the names of the columns first. What a spreadsheet would run as a formula has an ' +
        'apostrophe before it.',
      resolve: csvOf,
    }),
  }),
});
