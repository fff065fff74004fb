import { graphql } from '../document.ts';
import { day, describedReader, InputError, json, read, record, text } from '../request-input.ts';
import { row } from '../row.ts';

export const reportDefinition = graphql(`fragment ReportDefinition on StatisticsReport {
  name title { message } parameters { name default label { message } }
}`);

/** A day; what is not sent, or is empty or `none`, is the usual one. */
const asked = describedReader({ type: ['string', 'null'], format: 'date' }, (value: unknown) =>
  value === 'none' ? null : day(value),
);
const dates = { date_from: asked, date_to: asked };
const reportDates = record(dates);
const question = {
  ...dates,
  format: text,
  params: (value: unknown) => reportDates(known(json(value), dates)),
};

/** Names of parameters with which clients request days. */
const ofDays = /date|day|from|until|^to$|period|range/i;

/**
 * Returns a body, once none of its keys asks for days in a way that is not understood: a report over other
 * days than those misleads. Other keys are ignored, as everywhere.
 */
function known(body: unknown, keys: object): unknown {
  const sent = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  const unknown = sent.filter((key) => !Object.hasOwn(keys, key) && ofDays.test(key));
  if (unknown.length > 0)
    throw new InputError(unknown.map((field) => ({ field, message: 'This parameter doesn’t exist.' })));
  return body;
}

export const statisticsRows = [
  row({
    method: 'GET',
    path: '/api/stats',
    document: graphql(`query statistics { statisticsReports { ...ReportDefinition } }`),
    reply: ({ statisticsReports }) => ({
      reports: statisticsReports.map(({ name, title, parameters }) => ({
        name,
        title: title.message,
        params: Object.fromEntries(parameters.map((one) => [one.name, one.label.message])),
        defaults: Object.fromEntries(parameters.map((one) => [one.name, one.default])),
      })),
    }),
  }),
  row({
    method: 'POST',
    path: '/api/stats/{id}/{reportName}',
    description:
      'Result of a statistics report of the project. With the format `csv`, its rows as a CSV file.',
    document: graphql(`query report($id: ID!, $report: String!, $from: Date, $to: Date, $asFile: Boolean!) {
      project(id: $id) {
        statistics(report: $report, from: $from, to: $to) {
          title { message }
          fileName @include(if: $asFile)
          csv @include(if: $asFile)
          labelColumn { name }
          figureColumns { name }
          rows(first: 20000) @skip(if: $asFile) { label figures }
          graph @skip(if: $asFile) { labels datasets { column { header { message } } data } }
        }
      }
    }`),
    variables: ({ params, body }) => {
      const { params: inParams, format, ...flat } = read(known(body, question), question);
      const { date_from, date_to } = { ...inParams, ...flat };
      return {
        id: params.id,
        report: params.reportName,
        from: date_from ?? null,
        to: date_to ?? null,
        asFile: format === 'csv',
      };
    },
    file: { type: 'text/csv', sometimes: true, name: ({ project }) => project.statistics?.fileName ?? null },
    reply: ({ project: { statistics } }) => {
      const { title, csv, labelColumn, figureColumns, rows, graph } = statistics!;
      if (!graph || !rows) return csv;
      const names = figureColumns.map(({ name }) => name);
      return {
        title: title.message,
        graph: {
          labels: graph.labels,
          datasets: graph.datasets.map(({ column, data }) => ({ label: column.header.message, data })),
        },
        headers: [...(labelColumn ? [labelColumn.name] : []), ...names],
        report: rows.map(({ label, figures }) => ({
          ...(labelColumn && { [labelColumn.name]: label }),
          ...Object.fromEntries(names.map((name, index) => [name, figures[index]])),
        })),
      };
    },
  }),
];
