import { costEur, type PricedVoice } from '../../speech/prices.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { App } from '../../kernel/app.ts';
import { ValidationError } from '../../kernel/errors.ts';
import { accessProject, type Project } from './access.ts';
import { policy } from './policy.ts';

/** What a daily limit would cost, beside what the project uses. */
export interface Quote {
  /** EUR a day for so many characters with that voice. */
  price: number;
  /** Characters voiced today (UTC). */
  symbolsToday: number;
  /** Characters voiced a month, on average over the last twelve, counted from the first month with any. */
  averageByMonth: number;
}

/**
 * The price of so many characters a day, and what is used.
 * @param input.limit characters a day; absent: the project's
 * @param input.voice `provider:name`; absent: the project's
 * @throws NotSignedInError, NotFoundError, ValidationError on `limit` or `voice`
 */
export async function readQuote(app: App, actor: Actor, input: { projectId: number; limit?: number | null | undefined; voice?: string | null | undefined }): Promise<Quote> {
  const project = await accessProject(app.db.sql, actor, input.projectId, policy.readQuote);
  const limit = input.limit ?? project.limitPerDay;
  if (limit < 0) throw new ValidationError([{ field: 'limit', message: 'Must not be below 0.' }]);
  const { rows } = await app.db.query<{ today: number; month: number }>(
    `SELECT coalesce(sum(characters) FILTER (WHERE day = (now() AT TIME ZONE 'UTC')::date), 0)::float8 AS today,
            coalesce(sum(characters)::float8 / greatest(1, 1
              + 12 * (extract(year FROM now() AT TIME ZONE 'UTC') - extract(year FROM min(day)))
              + extract(month FROM now() AT TIME ZONE 'UTC') - extract(month FROM min(day))), 0)::float8 AS month
       FROM "DailyUsage"
      WHERE "projectId" = $1 AND day >= (date_trunc('month', now() AT TIME ZONE 'UTC') - interval '11 months')::date`,
    [project.id],
  );
  return { price: costEur(pricedVoice(app, project, input.voice), limit), symbolsToday: rows[0]!.today, averageByMonth: rows[0]!.month };
}

function pricedVoice(app: App, project: Project, name: string | null | undefined): PricedVoice {
  if (!name) return voiceOf(project);
  const voice = app.speech.findVoice(name, project.voiceLanguage) ?? app.speech.findVoice(name);
  if (!voice) throw new ValidationError([{ field: 'voice', message: 'This voice is unknown.' }]);
  const { provider, voice: own, model } = voiceOf(project);
  // The project's model belongs to its own voice.
  return { provider: voice.provider, voice: voice.name, model: provider === voice.provider && own === voice.name ? model : voice.availableModels[0] };
}

function voiceOf(project: Project): PricedVoice {
  const { model } = project.voiceAdditionalSettings as { model?: unknown };
  return { provider: project.voiceProvider, voice: project.voiceName, model: typeof model === 'string' ? model : undefined };
}

/** Characters voiced by a project today (UTC). For callers who have checked that they may know. */
export async function charactersToday(app: App, projectId: number): Promise<number> {
  const { rows } = await app.db.query<{ characters: number }>(
    `SELECT characters FROM "DailyUsage" WHERE "projectId" = $1 AND day = (now() AT TIME ZONE 'UTC')::date`,
    [projectId],
  );
  return rows[0]?.characters ?? 0;
}

export interface Savings {
  /** Characters that were voiced. */
  charactersVoiced: number;
  /** Characters that edits did not have to voice again. */
  charactersSaved: number;
  /** EUR that these would have cost with the project's present voice. */
  moneySaved: number;
}

/** What the project voiced, and what it saved because only changed chunks are voiced anew. @throws NotSignedInError, NotFoundError */
export async function readSavings(app: App, actor: Actor, projectId: number): Promise<Savings> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.readSavings);
  const { rows } = await app.db.query<{ voiced: number; saved: number }>(
    `SELECT (SELECT coalesce(sum(characters), 0)::float8 FROM "DailyUsage" WHERE "projectId" = $1) AS voiced,
            (SELECT coalesce(sum(char_length(c.text)), 0)::float8 FROM "Article" a JOIN "Chunk" c ON c."articleId" = a.id
              WHERE a."projectId" = $1 AND a.run > 1 AND c."isCached") AS saved`,
    [project.id],
  );
  const { voiced, saved } = rows[0]!;
  return { charactersVoiced: voiced, charactersSaved: saved, moneySaved: costEur(voiceOf(project), saved) };
}
