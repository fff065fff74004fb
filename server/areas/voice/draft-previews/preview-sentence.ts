import type { Extraction } from '../../../extraction/extraction-threads.ts';
import { assembleMp3, type AssemblyPart } from '../../../audio/assemble-mp3.ts';
import { STANDARD_PROFILE } from '../../../audio/bitrates.ts';
import { callerOf, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { LimitReachedError, NotFoundError, ValidationError } from '../../../kernel/errors.ts';
import { kernelMessages } from '../../../kernel/messages.ts';
import { countAgainstRate, declareRate } from '../../../kernel/rate-limit.ts';
import { tenantOf } from '../../../kernel/tenant.ts';
import { runInteractive } from '../../../kernel/run-interactive.ts';
import { product } from '../../../product.ts';
import { segmentFile } from '../../../storage/files.ts';
import {
  DailyLimitError,
  forgetSound,
  giveBack,
  markSilent,
  OutOfCharactersError,
  renew,
  renewEvery,
  reserve,
} from '../../access/accounts/ledger.ts';
import { accessProject, type Project } from '../../access/project-access/access.ts';
import { asUserError, cachedPreview, type Preview } from '../../library/voices/voices.ts';
import type { PlannedChunk } from '../voicing/voicing-plan.ts';
import { speakChunk, segmentColumns } from '../voicing/speak-chunk.ts';
import { prepare, type Draft } from './drafts.ts';
import { draftPreviewMessages } from './messages.ts';
import { policy } from './policy.ts';
import { readVersions, sentenceOf, textsOf } from './preview-article.ts';

export interface SentencePreviewRequest extends Draft {
  projectId: number;
  articleId: number;
  /** Of the sentence, as returned by the preview. */
  code: string;
}

export interface SentencePreview extends Preview {
  /** Characters that were taken from the balance for it; 0: it was voiced before. */
  charged: number;
}

/** Sentences that one caller may have voiced. */
const sentences = declareRate('Sentence previews', 'a caller', { burst: 30, everyMs: 4_000 });
/** Milliseconds that voicing one may take. */
const longest = 30_000;
const folder = 'previews';

/**
 * Returns the audio of a preview's sentence, before or after. Generating it is charged like generating the
 * article, once: existing sounds cost nothing, nor does the same sentence in the article later.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `code` and on problems of the
 * draft, LimitReachedError where it cannot be paid for, or not be generated now
 */
export async function previewSentence(
  app: App,
  actor: Actor,
  { projectId, articleId, code, ...draft }: SentencePreviewRequest,
): Promise<SentencePreview> {
  const project = await accessProject(app.db.sql, actor, projectId, policy.hearSentence);
  const prepared = await runInteractive(app, project, () => prepare(app, actor, project, draft), 'previews');
  const [article] = await textsOf(app, project.id, [articleId]);
  if (!article) throw new NotFoundError(kernelMessages.UNKNOWN_ID({ type: 'article' }));
  const planned = async (extraction: Extraction, signal: AbortSignal) => {
    const trying = { app, project, prepared, extraction };
    const versions = await readVersions(trying, article, signal);
    return versions && sentenceOf(trying, versions, code, signal);
  };
  const chunk = await runInteractive(app, project, planned, 'previews');
  if (!chunk)
    throw new ValidationError([{ field: 'code', ...draftPreviewMessages.PREVIEWED_SENTENCE_CHANGED() }]);
  const file = `preview-${chunk.key.slice(0, 32)}`;
  const kept = await cachedPreview(app, folder, file);
  if (kept) return { ...kept, charged: 0 };
  await countAgainstRate(
    app,
    sentences,
    callerOf(actor, ''),
    draftPreviewMessages.TOO_MANY_SENTENCE_PREVIEWS(),
  );
  const { part, charged } = await soundOf(app, project, articleId, chunk);
  const { bytes, durationMs } = await assembleMp3([part], STANDARD_PROFILE, {
    title: chunk.text,
    publisher: product.name,
    language: chunk.request.language,
  });
  await app.storage.put(`audio/${file}.mp3`, bytes);
  await app.storage.put(`${folder}/${file}.json`, Buffer.from(JSON.stringify({ durationMs })));
  return { file, durationMs, charged };
}

interface Sound {
  part: AssemblyPart;
  charged: number;
}

async function soundOf(app: App, project: Project, articleId: number, chunk: PlannedChunk): Promise<Sound> {
  const { limitEnabled, limitPerDay, organizationId, ownerId } = project;
  const limit = limitEnabled ? limitPerDay : null;
  const payer = { projectId: project.id, organizationId, ownerId, limitPerDay: limit };
  for (;;) {
    const { reserved, voiced } = await reserve(app.db, payer, articleId, [chunk]).catch((error: unknown) => {
      throw error instanceof DailyLimitError || error instanceof OutOfCharactersError
        ? new LimitReachedError(error.told)
        : error;
    });
    if (reserved.length > 0) return voice(app, tenantOf(project), articleId, chunk);
    if (voiced.length === 0)
      throw new LimitReachedError(draftPreviewMessages.PREVIEWED_SENTENCE_BUSY(), { retryAfter: 5 });
    const part = await storedPart(app, chunk.key);
    if (part) return { part, charged: 0 };
    // Lost audio is regenerated for free.
    await forgetSound(app.db.sql, [chunk.key]);
  }
}

async function storedPart({ db, storage }: App, key: string): Promise<AssemblyPart | null> {
  const { samples, sampleRate, frames } = await db.sql
    .selectFrom('Segment')
    .select(['samples', 'sampleRate', 'frames'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (samples === 0) throw silent();
  const sound = await storage.get(segmentFile(key));
  return sound && { segment: { frames: sound, frameCount: frames, samples, sampleRate }, pauseMs: 0 };
}

const silent = () =>
  new ValidationError([{ field: 'code', ...draftPreviewMessages.PREVIEWED_SENTENCE_SILENT() }]);

/** Voices a sentence that is reserved; one that cannot be voiced is given back with what it cost. */
async function voice(app: App, tenant: string, articleId: number, chunk: PlannedChunk): Promise<Sound> {
  const { key } = chunk;
  const renewing = setInterval(() => {
    renew(app.db.sql, articleId, [key]).catch((error: unknown) =>
      app.log.warn({ err: error }, 'character reservation not renewed'),
    );
  }, renewEvery);
  try {
    const segment = await speakChunk(app, chunk, { tenant, urgent: true }, AbortSignal.timeout(longest));
    if (!segment) {
      await markSilent(app.db, key);
      throw silent();
    }
    const marked = await app.db.sql
      .updateTable('Segment')
      .set(segmentColumns(segment, chunk))
      .where('key', '=', key)
      .where('state', '=', 'reserved')
      .returning('charged')
      .executeTakeFirst();
    return { part: { segment, pauseMs: 0 }, charged: marked?.charged ? chunk.charged : 0 };
  } catch (error) {
    await giveBack(app.db, articleId, [key]);
    throw asUserError(error);
  } finally {
    clearInterval(renewing);
  }
}
