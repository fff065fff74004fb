import { persistMessages, type PersistedMessage } from '../../lib/persisted-message.ts';
import { articleLogMessages } from '../messages.ts';
import { tenantOf } from '../../kernel/tenant.ts';
import { sql } from 'kysely';
import type { Sql } from '../../lib/database/db.ts';
import { json } from '../../lib/database/sql.ts';
import { checkpoint, readArticle } from '../article-run.ts';
import type { ArticleRun, RunningArticle, Step } from '../article-run.ts';
import { audioFile } from '../../storage/files.ts';
import { planVoicing } from '../../areas/voice/voicing/voicing-plan.ts';
import type { Plan, PlannedChunk, Spell } from '../../areas/voice/voicing/voicing-plan.ts';
import { normalizationLog } from '../normalization-log.ts';
import { pronunciationLog } from '../pronunciation-log.ts';
import { dictionariesFor } from '../../areas/voice/dictionaries/dictionaries-for.ts';
import { nameOfModel } from '../../language-models/language-model.ts';
import { spellPieces } from '../../areas/articles/normalization/spell-pieces.ts';
import { emptyOutcome } from '../../areas/library/rules/rule-outcome.ts';
import { paywall } from '../../areas/projects/paywall/paywall.ts';
import { transition } from '../../areas/articles/articles/article-states.ts';
import { secondTakesOf } from '../../areas/review/review/speech-check/duplicate-takes.ts';
import { substituteFor } from '../../areas/voice/voicing/voice-substitute.ts';
import { voiceByRule } from '../../areas/voice/voicing/voice-delivery.ts';
import { weighFindings } from '../../areas/review/review/store-findings.ts';
import { textDiff } from '../../text/text-diff.ts';
import { voicingOf } from '../plan-inputs.ts';

/**
 * Cuts the text, addresses the chunks by content and records them; a version that is there already needs no
 * more.
 */
export const chunk: Step = async (run, article) => {
  const plan = await planOf(run, article);
  const { app, articleId } = run;
  const files = [plan.version, ...(plan.teaser ? [plan.teaser.version] : [])];
  const stored = await Promise.all(files.map((version) => app.storage.stat(audioFile(version))));
  const finished = (await hasAudio(app.db.sql, plan.version)) && stored.every((file) => file !== null);
  if (finished && (await takeUp(run, article, plan))) return;
  const before = article.audio ? await chunksOf(app.db.sql, articleId, article.audio) : null;
  const diffs = plan.chunks.map(({ text }) => text);
  await app.db.transaction(async (tx) => {
    await transition(app, tx, 'advance', {
      articleId,
      run: run.run,
      fromStep: 'parsed',
      set: { step: 'chunked', version: plan.version },
      log: [
        ...normalizationLog(plan),
        ...pronunciationLog(plan),
        {
          action: 'chunked',
          told: persistMessages([
            ...(plan.substitution ? [articleLogMessages.ARTICLE_VOICE_REMOVED(plan.substitution)] : []),
            articleLogMessages.ARTICLE_CHUNKED({ chunks: plan.chunks.length }),
          ]),
          version: plan.version,
        },
      ],
    });
    await insertChunks(tx, articleId, plan, before ? chunkDiffs(before, diffs) : diffs.map(() => null));
  });
};

/** The version to resume was deleted in the meantime. */
class VersionGoneError extends Error {
  override name = 'VersionGoneError';
}

/** Takes up a version that is there. @returns false: it was cleaned up this moment */
async function takeUp(
  run: ArticleRun,
  { title, text }: Pick<RunningArticle, 'title' | 'text'>,
  plan: Plan,
): Promise<boolean> {
  const saved = plan.chunks.reduce((sum, { characters }) => sum + characters, 0);
  try {
    await checkpoint(
      run,
      ['parsed', 'assembled'],
      { version: plan.version, lastVoicing: { sentences: 0, characters: 0, saved } },
      [
        ...normalizationLog(plan),
        ...pronunciationLog(plan),
        { action: 'voiced', told: savingsMessage(0, saved), version: plan.version },
      ],
      async (sql) => {
        // An article that is too short for a teaser has the same version with a paywall and without.
        const { numUpdatedRows } = await sql
          .updateTable('Audio')
          .set({ paywall: plan.paywall && json(paywall, plan.paywall), madeOfTitle: title, madeOfText: text })
          .where('version', '=', plan.version)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) throw new VersionGoneError();
        await weighFindings(sql, run.articleId, plan.version);
      },
    );
    return true;
  } catch (error) {
    if (error instanceof VersionGoneError) return false;
    throw error;
  }
}

/**
 * The plan of the article's text with the run's voice, what the rules made of it, the project's settings, and
 * the dictionaries as they are now.
 * @throws what `planVoicing` throws
 */
export async function planOf(run: ArticleRun, article: RunningArticle): Promise<Plan> {
  const { app, cutText, signal } = run;
  const tenant = tenantOf(article);
  const ruling = article.ruling ?? emptyOutcome();
  const { normalizationModel } = ruling;
  // The projects' default model replaces one that is no longer configured.
  const model =
    app.languageModels.find((one) => nameOfModel(one) === normalizationModel) ?? app.languageModel;
  const spell: Spell | null =
    article.normalization || normalizationModel !== null
      ? (pieces) => spellPieces(app, pieces, { prompt: article.normalizationPrompt, tenant }, signal, model)
      : null;
  const voicing = voicingOf(article, ruling, run.voice);
  const substitute = substituteFor(app.speech, voicing, article.failoverVoice);
  const plan = await planVoicing(
    app.speech,
    (text, options) => cutText(text, options, tenant),
    { ...voicing, ...substitute, secondTakes: await secondTakes(run, article) },
    spell,
    await dictionariesFor(app, article),
  );
  run.plan = substitute
    ? { ...plan, substitution: { removed: voicing.voiceName, voice: substitute.voiceName } }
    : plan;
  return run.plan;
}

/** Returns the chunks whose audio did not match the text and that are spoken differently from then on. */
async function secondTakes({ app }: ArticleRun, { id, failoverVoice, voiceLanguage }: RunningArticle) {
  const keys = await secondTakesOf(app.db.sql, id);
  return { keys, voice: failoverVoice === null ? null : voiceByRule({ voiceLanguage }, failoverVoice) };
}

/**
 * Returns the plan of the recorded version: a run that resumes in another process determines its voice from
 * it. Null when the project has changed since.
 */
export async function recordedPlan(run: ArticleRun, article: RunningArticle): Promise<Plan | null> {
  if (run.plan?.version === article.version) return run.plan!;
  for (const voice of article.failoverVoice ? (['own', 'failover'] as const) : (['own'] as const)) {
    run.voice = voice;
    const plan = await planOf(run, article);
    if (plan.version === article.version) return plan;
  }
  run.voice = 'own';
  return null;
}

/**
 * Chunks the text again, because the recorded version cannot be generated: the settings have changed, or a
 * provider is down.
 */
export async function rechunk(
  run: ArticleRun,
  article: RunningArticle,
  why: PersistedMessage,
): Promise<void> {
  await checkpoint(run, [article.step, 'parsed'], {}, [{ action: 'chunked again', told: why }]);
  await chunk(run, await readArticle(run));
}

/** For the article's log. */
export const savingsMessage = (voiced: number, saved: number): PersistedMessage =>
  persistMessages([articleLogMessages.ARTICLE_VOICED({ voiced, saved })]);

async function hasAudio(db: Sql, version: string): Promise<boolean> {
  return (
    (await db.selectFrom('Audio').select('version').where('version', '=', version).executeTakeFirst()) !==
    undefined
  );
}

async function chunksOf(db: Sql, articleId: number, version: string): Promise<string[]> {
  const rows = await db
    .selectFrom('Chunk')
    .select('text')
    .where('articleId', '=', articleId)
    .where('version', '=', version)
    .orderBy('position')
    .execute();
  return rows.map(({ text }) => text);
}

/**
 * For each chunk what changed against the one at its place before; places are counted from the nearer end of
 * what both have in common.
 */
export function chunkDiffs(before: string[], after: string[]): (string | null)[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const changed = before.slice(head, before.length - tail);
  return after.map((text, index) =>
    index < head || index >= after.length - tail ? null : textDiff(changed[index - head] ?? '', text),
  );
}

/** By hand, as arrays: an article may have more chunks than a statement may have parameters. */
async function insertChunks(
  tx: Sql,
  articleId: number,
  { version, chunks }: Plan,
  diffs: (string | null)[],
): Promise<void> {
  const columns = sql<
    Pick<PlannedChunk, 'key' | 'text' | 'written' | 'start' | 'pauseMs'> & {
      diff: string | null;
      place: number;
    }
  >`
    unnest(${chunks.map(({ key }) => key)}::text[], ${chunks.map(({ text }) => text)}::text[],
      ${chunks.map(({ written }) => written)}::text[], ${chunks.map(({ start }) => start)}::int[],
      ${chunks.map(({ pauseMs }) => pauseMs)}::int[], ${diffs}::text[]) WITH ORDINALITY`;
  const rows = columns.as<'chunk'>(sql`chunk(key, text, written, start, "pauseMs", diff, place)`);
  await tx
    .insertInto('Chunk')
    .columns([
      'articleId',
      'version',
      'position',
      'segmentKey',
      'text',
      'written',
      'start',
      'pauseMs',
      'diff',
    ])
    .expression((eb) =>
      eb
        .selectFrom(rows)
        // What is there already is not tried: each attempt would take a number.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('Chunk as known')
                .select('known.id')
                .where('known.articleId', '=', articleId)
                .where('known.version', '=', version)
                .where(sql<boolean>`"known"."position" = chunk.place - 1`),
            ),
          ),
        )
        .select([
          sql<number>`${articleId}::int`.as('articleId'),
          sql<string>`${version}::text`.as('version'),
          sql<number>`chunk.place - 1`.as('position'),
          'chunk.key',
          'chunk.text',
          'chunk.written',
          'chunk.start',
          'chunk.pauseMs',
          'chunk.diff',
        ]),
    )
    .onConflict((conflict) => conflict.columns(['articleId', 'version', 'position']).doNothing())
    .execute();
}
