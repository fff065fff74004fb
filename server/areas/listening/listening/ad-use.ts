import { execute, type Sql } from '../../../lib/database/db.ts';
import type { EventTarget } from './channel-article-lookup.ts';
import { audioNameOf, channelNameOf, idOf, numberIn, pageOf } from './read-event.ts';

/**
 * What a player reports of an ad: that it asks for one (`/enhance/uc`), or that it is over (`/enhance/done`).
 */
export interface AdReport {
  kind: 'requested' | 'done';
  /** The same both times. */
  id: string;
  channel: string;
  article: number;
  audio: string;
  page: string | null;
  provider: string;
  unit: string | null;
  seconds: number | null;
  status: string | null;
  error: number | null;
}

const outcomes: ReadonlySet<unknown> = new Set(['done', 'skipped', 'failed', 'empty']);
const name = /^[\w .:/-]{0,100}$/;

/** @returns null where nothing real is like that */
export function readAdUse(
  kind: AdReport['kind'],
  fields: Readonly<Record<string, unknown>>,
): AdReport | null {
  const { provider = '', unit = null, status } = fields;
  const [id, channel, audio] = [idOf(fields['id']), channelNameOf(fields['c']), audioNameOf(fields['au'])];
  const article = numberIn(fields['a'], 0, 2_147_483_647) ?? 0;
  const seconds = numberIn(fields['seconds'], 0, 3_600);
  const error = numberIn(fields['error'], 0, 999_999);
  if (id === null || channel === null || audio === null || !Number.isInteger(article)) return null;
  if (Number.isNaN(seconds) || Number.isNaN(error) || !isName(provider) || (unit !== null && !isName(unit)))
    return null;
  if (kind === 'done' && !outcomes.has(status)) return null;
  return {
    kind,
    id,
    channel,
    article,
    audio,
    page: pageOf(fields['res']),
    provider,
    unit: unit || null,
    seconds,
    status: kind === 'done' ? (status as string) : null,
    error: error === null ? null : Math.round(error),
  };
}

const isName = (value: unknown): value is string => typeof value === 'string' && name.test(value);

/** Stores outcomes of ads. The first report wins, so a repeated one changes nothing. */
export async function writeAdUses(
  sql: Sql,
  found: readonly { reported: AdReport; place: EventTarget }[],
): Promise<void> {
  // One row an ad, however often this batch tells of it, and in one order, so that two processes do not wait
  // for each other.
  const uses = [...Map.groupBy(found, ({ reported }) => reported.id)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, reports]) => useOf(reports));
  const column = (key: keyof (typeof uses)[number]): unknown[] => uses.map((use) => use[key]);
  await execute(
    sql,
    `INSERT INTO "AdUse" ("id", "projectId", "channelId", "articleId", "provider", "unit", "requestedAt", "doneAt", "seconds", "status", "error")
     SELECT e.id, e.project, e.channel, e.article, e.provider, e.unit, CASE WHEN e.requested THEN now() END, CASE WHEN e.status IS NOT NULL THEN now() END,
       e.seconds, e.status, e.error
     FROM unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::text[], $6::text[], $7::bool[], $8::real[], $9::text[], $10::int[])
       AS e(id, project, channel, article, provider, unit, requested, seconds, status, error)
     ON CONFLICT ("id") DO UPDATE SET "requestedAt" = coalesce("AdUse"."requestedAt", excluded."requestedAt"),
       "doneAt" = coalesce("AdUse"."doneAt", excluded."doneAt"), "status" = coalesce("AdUse"."status", excluded."status"),
       "unit" = coalesce("AdUse"."unit", excluded."unit"), "seconds" = coalesce("AdUse"."seconds", excluded."seconds"),
       "error" = coalesce("AdUse"."error", excluded."error")
     WHERE "AdUse"."projectId" = excluded."projectId"`,
    [
      column('id'),
      column('projectId'),
      column('channelId'),
      column('articleId'),
      column('provider'),
      column('unit'),
      column('requested'),
      column('seconds'),
      column('status'),
      column('error'),
    ],
  );
}

function useOf(reports: readonly { reported: AdReport; place: EventTarget }[]) {
  const [{ reported, place }] = reports as [(typeof reports)[number]];
  const done = reports.find((one) => one.reported.kind === 'done')?.reported;
  return {
    ...place,
    id: reported.id,
    provider: reported.provider,
    unit: done?.unit ?? reported.unit,
    requested: reports.some((one) => one.reported.kind === 'requested'),
    seconds: done?.seconds ?? null,
    status: done?.status ?? null,
    error: done?.error ?? null,
  };
}
