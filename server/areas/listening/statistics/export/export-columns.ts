/** What a column of an exported file holds. */
export type ExportType = 'integer' | 'long' | 'decimal' | 'flag' | 'text' | 'day' | 'time';

export interface ExportColumn {
  name: string;
  type: ExportType;
  /** Whether a row may have none. */
  nullable?: true;
  /** As SQL, of the table `e`. */
  sql: string;
}

/**
 * What is exported: sums of hours, or single events. The guide, "Export to a warehouse", says what they mean.
 */
export type ExportKind = 'hours' | 'events';

const same = (name: string, type: ExportType, column = name): ExportColumn => ({
  name,
  type,
  sql: `e."${column}"`,
});
const maybe = (name: string, type: ExportType, column = name): ExportColumn => ({
  ...same(name, type, column),
  nullable: true,
});
const listed = (name: string, list: string, place: number): ExportColumn => ({
  name,
  type: 'integer',
  sql: `coalesce(e."${list}"[${place}], 0)`,
});
/** Milliseconds, which files have as a time. */
const time = (name: string, column: string): ExportColumn => ({
  name,
  type: 'time',
  sql: `(extract(epoch FROM e."${column}") * 1000)::bigint`,
});

/**
 * The columns of both, in their order. New ones come at the end: files that were loaded before stay like
 * those to come.
 */
export const exportColumns: Readonly<Record<ExportKind, readonly ExportColumn[]>> = {
  hours: [
    time('hour', 'hour'),
    same('project', 'integer', 'projectId'),
    same('article', 'integer', 'articleId'),
    same('channel', 'integer', 'channelId'),
    same('views', 'integer'),
    same('plays', 'integer', 'listens'),
    same('finishes', 'integer'),
    same('heard_ms', 'long', 'heardMs'),
    same('listeners', 'integer'),
    same('teaser_views', 'integer', 'teaserViews'),
    same('teaser_plays', 'integer', 'teaserListens'),
    same('teaser_finishes', 'integer', 'teaserFinishes'),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((decile) => listed(`reached_${decile * 10}`, 'reached', decile)),
    listed('ads_started', 'ads', 1),
    listed('ads_25', 'ads', 2),
    listed('ads_50', 'ads', 3),
    listed('ads_75', 'ads', 4),
    listed('ads_finished', 'ads', 5),
  ],
  events: [
    { name: 'id', type: 'text', sql: `e."id"::text` },
    time('at', 'at'),
    { name: 'day', type: 'day', sql: `e."day"::text` },
    { name: 'action', type: 'text', sql: `e."action"::text` },
    same('project', 'integer', 'projectId'),
    same('article', 'integer', 'articleId'),
    same('channel', 'integer', 'channelId'),
    // Ids differ between projects, so that listeners cannot be tracked across them.
    {
      name: 'listener',
      type: 'text',
      nullable: true,
      sql: `left(encode(sha256(convert_to(e."projectId" || ' ' || e."listener", 'UTF8')), 'hex'), 16)`,
    },
    same('teaser', 'flag'),
    maybe('percent', 'integer'),
    maybe('position_ms', 'integer', 'positionMs'),
    maybe('duration_ms', 'integer', 'durationMs'),
    same('heard_ms', 'integer', 'heardMs'),
    { name: 'heard', type: 'text', sql: `array_to_string(e."heard", ',')` },
    maybe('rate', 'decimal'),
    maybe('status', 'text'),
    maybe('page', 'text'),
  ],
};
