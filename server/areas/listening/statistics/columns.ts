import type { Message } from '../../../lib/declare-messages.ts';
import { standardError } from '../listening/hyperloglog.ts';
import { statisticsMessages as say } from './messages.ts';

/** What a column holds. Money is in euros, percent from 0 to 100, minutes have decimals. */
export type Unit = 'text' | 'day' | 'number' | 'percent' | 'money' | 'minutes';

export interface Column {
  unit: Unit;
  header: Message;
  /** What the figure means. Null: the header says all. */
  definition: Message | null;
}

const named = (header: Message, unit: Unit = 'text'): Column => ({ unit, header, definition: null });
const figure = (header: Message, definition: Message, unit: Unit = 'number'): Column => ({
  unit,
  header,
  definition,
});

/** Standard error of listeners over several days, percent. */
const errorPercent = Math.round(standardError * 10_000) / 100;

/** All columns by the names that programs know. */
export const columns = {
  date: named(say.STATISTICS_DATE(), 'day'),
  week: named(say.STATISTICS_WEEK(), 'day'),
  month: named(say.STATISTICS_MONTH(), 'day'),
  article: named(say.STATISTICS_ARTICLE()),
  channel: named(say.STATISTICS_CHANNEL()),
  playlist: named(say.STATISTICS_PLAYLIST()),
  source: named(say.STATISTICS_SOURCE()),
  label: named(say.STATISTICS_LABEL()),
  provider: named(say.STATISTICS_PROVIDER()),
  voice: named(say.STATISTICS_VOICE()),
  author: named(say.STATISTICS_AUTHOR()),
  episode: named(say.STATISTICS_EPISODE()),
  app: named(say.STATISTICS_APP()),
  device: named(say.STATISTICS_DEVICE()),
  country: named(say.STATISTICS_COUNTRY()),
  project: named(say.STATISTICS_PROJECT()),
  reached: named(say.STATISTICS_REACHED()),
  active_users: figure(
    say.STATISTICS_ACTIVE_USERS(),
    say.STATISTICS_ACTIVE_USERS_MEANING({ percent: errorPercent }),
  ),
  active_users_free: figure(say.STATISTICS_ACTIVE_USERS_FREE(), say.STATISTICS_ACTIVE_USERS_FREE_MEANING()),
  active_users_premium: figure(
    say.STATISTICS_ACTIVE_USERS_PREMIUM(),
    say.STATISTICS_ACTIVE_USERS_PREMIUM_MEANING(),
  ),
  premium_users_percent: figure(
    say.STATISTICS_PREMIUM_USERS_PERCENT(),
    say.STATISTICS_PREMIUM_USERS_PERCENT_MEANING(),
    'percent',
  ),
  conversion: figure(say.STATISTICS_CONVERSION(), say.STATISTICS_CONVERSION_MEANING(), 'percent'),
  views: figure(say.STATISTICS_VIEWS(), say.STATISTICS_VIEWS_MEANING()),
  plays: figure(say.STATISTICS_PLAYS(), say.STATISTICS_PLAYS_MEANING()),
  plays_free: figure(say.STATISTICS_PLAYS_FREE(), say.STATISTICS_PLAYS_FREE_MEANING()),
  plays_premium: figure(say.STATISTICS_PLAYS_PREMIUM(), say.STATISTICS_PLAYS_PREMIUM_MEANING()),
  finishes: figure(say.STATISTICS_FINISHES(), say.STATISTICS_FINISHES_MEANING()),
  ctr: figure(say.STATISTICS_CTR(), say.STATISTICS_CTR_MEANING(), 'percent'),
  ctr_free: figure(say.STATISTICS_CTR_FREE(), say.STATISTICS_CTR_FREE_MEANING(), 'percent'),
  ctr_premium: figure(say.STATISTICS_CTR_PREMIUM(), say.STATISTICS_CTR_PREMIUM_MEANING(), 'percent'),
  ltr: figure(say.STATISTICS_LTR(), say.STATISTICS_LTR_MEANING(), 'percent'),
  minutes_heard: figure(say.STATISTICS_MINUTES_HEARD(), say.STATISTICS_MINUTES_HEARD_MEANING(), 'minutes'),
  minutes_per_play: figure(
    say.STATISTICS_MINUTES_PER_PLAY(),
    say.STATISTICS_MINUTES_PER_PLAY_MEANING(),
    'minutes',
  ),
  minutes_per_user: figure(
    say.STATISTICS_MINUTES_PER_USER(),
    say.STATISTICS_MINUTES_PER_USER_MEANING(),
    'minutes',
  ),
  downloads: figure(say.STATISTICS_DOWNLOADS(), say.STATISTICS_DOWNLOADS_MEANING()),
  times_reached: figure(say.STATISTICS_TIMES_REACHED(), say.STATISTICS_TIMES_REACHED_MEANING()),
  reached_percent: figure(
    say.STATISTICS_REACHED_PERCENT(),
    say.STATISTICS_REACHED_PERCENT_MEANING(),
    'percent',
  ),
  ads_requested: figure(say.STATISTICS_ADS_REQUESTED(), say.STATISTICS_ADS_REQUESTED_MEANING()),
  ads_started: figure(say.STATISTICS_ADS_STARTED(), say.STATISTICS_ADS_STARTED_MEANING()),
  ads_first_quartile: figure(
    say.STATISTICS_ADS_FIRST_QUARTILE(),
    say.STATISTICS_ADS_FIRST_QUARTILE_MEANING(),
  ),
  ads_midpoint: figure(say.STATISTICS_ADS_MIDPOINT(), say.STATISTICS_ADS_MIDPOINT_MEANING()),
  ads_third_quartile: figure(
    say.STATISTICS_ADS_THIRD_QUARTILE(),
    say.STATISTICS_ADS_THIRD_QUARTILE_MEANING(),
  ),
  ads_finished: figure(say.STATISTICS_ADS_FINISHED(), say.STATISTICS_ADS_FINISHED_MEANING()),
  ads_skipped: figure(say.STATISTICS_ADS_SKIPPED(), say.STATISTICS_ADS_SKIPPED_MEANING()),
  ads_failed: figure(say.STATISTICS_ADS_FAILED(), say.STATISTICS_ADS_FAILED_MEANING()),
  ads_blocked: figure(say.STATISTICS_ADS_BLOCKED(), say.STATISTICS_ADS_BLOCKED_MEANING()),
  ads_empty: figure(say.STATISTICS_ADS_EMPTY(), say.STATISTICS_ADS_EMPTY_MEANING()),
  characters: figure(say.STATISTICS_CHARACTERS(), say.STATISTICS_CHARACTERS_MEANING()),
  characters_saved: figure(say.STATISTICS_CHARACTERS_SAVED(), say.STATISTICS_CHARACTERS_SAVED_MEANING()),
  price: figure(say.STATISTICS_PRICE(), say.STATISTICS_PRICE_MEANING(), 'money'),
} as const satisfies Record<string, Column>;

export type ColumnName = keyof typeof columns;
