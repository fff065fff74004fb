import { sql } from 'kysely';
import { costEur, type PricedVoice } from '../../../speech/prices.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { ValidationError } from '../../../kernel/errors.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { today } from '../../../lib/database/sql.ts';
import { accessProject, type Project } from '../../access/project-access/access.ts';
import { policy } from '../../access/project-access/policy.ts';
import { projectMessages } from './messages.ts';
import { voiceChoiceMessages } from '../../library/voices/messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';

/** What a daily limit would cost, beside what the project uses. */
export interface LimitQuote {
  /** EUR per day for the limit with that voice; null: there is no limit. */
  cost: number | null;
  /** EUR a month for `charactersPerMonth` characters with that voice. */
  costPerMonth: number;
  /** Characters voiced today (UTC). */
  charactersToday: number;
  /** Characters voiced a month, on average over the last twelve, counted from the first month with any. */
  charactersPerMonth: number;
  /** Whether seven days have passed since the first of them, so that the average says something. */
  hasAverage: boolean;
}

/** Text to quote, saved or not. */
export interface QuoteRequest {
  projectId: number;
  /** Characters a day; null: no limit; absent: the project's. */
  limit?: number | null | undefined;
  /** `provider:name`; absent: the project's. */
  voice?: string | null | undefined;
  /**
   * One of the voice's models; null: its first; absent: the project's where the voice is the project's, else
   * its first.
   */
  model?: string | null | undefined;
}

/**
 * Returns the price of a number of characters per day, and the usage.
 * @throws NotSignedInError, NotFoundError, ValidationError on `limit`, `voice` or `model`
 */
export async function readLimitQuote(app: App, actor: Actor, input: QuoteRequest): Promise<LimitQuote> {
  const project = await accessProject(app.db.sql, actor, input.projectId, policy.readLimitQuote);
  const limit = input.limit === undefined ? (project.limitEnabled ? project.limitPerDay : null) : input.limit;
  if (limit !== null && limit < 0)
    throw new ValidationError([{ field: 'limit', ...kernelMessages.NEGATIVE() }]);
  const utc = sql`now() AT TIME ZONE 'UTC'`;
  // Counted from the first month with any: at most twelve.
  const months = sql<number>`greatest(1, 1 + 12 * (extract(year FROM ${utc}) - extract(year FROM min("day"))) + extract(month FROM ${utc}) - extract(month FROM min("day")))`;
  const used = await app.db.sql
    .selectFrom('DailyUsage')
    .where('projectId', '=', project.id)
    .where('day', '>=', sql<string>`(date_trunc('month', ${utc}) - interval '11 months')::date`)
    .where('characters', '>', 0)
    .select([
      sql<number>`coalesce(sum("characters") FILTER (WHERE "day" = ${today()}), 0)::float8`.as('today'),
      sql<number>`coalesce(sum("characters")::float8 / ${months}, 0)::float8`.as('month'),
      sql<boolean>`coalesce(min("day") <= ${today()} - 7, false)`.as('hasAverage'),
    ])
    .executeTakeFirstOrThrow();
  const voice = pricedVoice(app, project, input);
  return {
    cost: limit === null ? null : costEur(voice, limit),
    costPerMonth: costEur(voice, used.month),
    charactersToday: used.today,
    charactersPerMonth: used.month,
    hasAverage: used.hasAverage,
  };
}

function pricedVoice(app: App, project: Project, { voice: name, model }: QuoteRequest): PricedVoice {
  const own = voiceOf(project);
  const asked = name || `${own.provider}:${own.voice}`;
  const voice = app.speech.findVoice(asked, project.voiceLanguage) ?? app.speech.findVoice(asked);
  // A voice that the catalogue has lost still has its price.
  if (!voice && !name) return model === undefined ? own : { ...own, model: model ?? undefined };
  if (!voice) throw new ValidationError([{ field: 'voice', ...voiceChoiceMessages.UNKNOWN_VOICE() }]);
  if (model && !voice.availableModels.includes(model))
    throw new ValidationError([{ field: 'model', ...projectMessages.VOICE_WITHOUT_MODEL({ model }) }]);
  // The project's model belongs to its own voice.
  const isOwn = own.provider === voice.provider && own.voice === voice.name;
  const chosen = model === undefined && isOwn ? own.model : model;
  return { provider: voice.provider, voice: voice.name, model: chosen ?? voice.availableModels[0] };
}

/** What the price of a project's voice depends on. */
export function voiceOf(project: Project): PricedVoice {
  const { model } = project.voiceAdditionalSettings;
  return {
    provider: project.voiceProvider,
    voice: project.voiceName,
    model: typeof model === 'string' ? model : undefined,
  };
}

/** Characters voiced by a project today (UTC). For callers who have checked that they may know. */
export async function charactersToday(app: App, projectId: number): Promise<number> {
  const usage = await app.db.sql
    .selectFrom('DailyUsage')
    .select('characters')
    .where('projectId', '=', projectId)
    .where('day', '=', today())
    .executeTakeFirst();
  return usage?.characters ?? 0;
}

/**
 * Pages that players made known today (UTC), deleted ones too, and how many they may. For callers who have
 * checked that they may know.
 */
export async function countPlayerArticlesToday(
  db: Sql,
  projectId: number,
): Promise<{ found: number; max: number }> {
  const { found, max } = await db
    .selectFrom('Project as p')
    .where('p.id', '=', projectId)
    .select((eb) => [
      'p.playerArticlesPerDay as max',
      eb
        .selectFrom('Article as a')
        .whereRef('a.projectId', '=', 'p.id')
        .where('a.foundByPlayer', '=', true)
        .where('a.addedAt', '>=', sql<Date>`date_trunc('day', now(), 'UTC')`)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('found'),
    ])
    .executeTakeFirstOrThrow();
  return { found: Number(found), max };
}

/**
 * Requests that would have started generating audio today (UTC) and came from no reader. For callers who have
 * checked that they may know.
 */
export async function playerRequestsRefusedToday(db: Sql, projectId: number): Promise<number> {
  const { refused } = await db
    .selectFrom('PlayerSighting as s')
    .innerJoin('Channel as c', 'c.id', 's.channelId')
    .where('c.projectId', '=', projectId)
    .where(sql<boolean>`${sql.ref('s.refusedOn')} = ${today()}`)
    .select(sql<string>`coalesce(sum(s.refused), 0)`.as('refused'))
    .executeTakeFirstOrThrow();
  return Number(refused);
}

export interface Savings {
  /** Characters that were voiced. */
  charactersVoiced: number;
  /** Characters that edits did not have to regenerate. */
  charactersSaved: number;
  /** EUR that these would have cost with the project's present voice. */
  costSaved: number;
}

/**
 * Returns what the project generated, and what it saved because only changed chunks are regenerated.
 * @throws NotSignedInError, NotFoundError
 */
export async function readSavings(app: App, actor: Actor, projectId: number): Promise<Savings> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.readSavings);
  const { voiced, saved } = await app.db.sql
    .selectFrom('DailyUsage')
    .where('projectId', '=', project.id)
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('characters'), sql<number>`0`).as('voiced'),
      fn.coalesce(fn.sum<number>('saved'), sql<number>`0`).as('saved'),
    ])
    .executeTakeFirstOrThrow();
  return {
    charactersVoiced: Number(voiced),
    charactersSaved: Number(saved),
    costSaved: costEur(voiceOf(project), Number(saved)),
  };
}
