import { persistError, noticesColumn, type PersistedMessage } from '../lib/persisted-message.ts';
import { audioMessages } from '../audio/messages.ts';
import { notifyOfEpisode } from '../areas/channels/episodes/episodes.ts';
import { nextWithoutFlash, playingBriefings } from '../areas/channels/briefings/briefings.ts';
import { AudioError } from '../audio/audio-error.ts';
import { briefingLimits } from '../audio/render-briefing.ts';
import type { App } from '../kernel/app.ts';
import { waitUntilUnmarked } from '../kernel/file-deletions.ts';
import { now } from '../lib/database/sql.ts';
import { audioFile, flashFile } from '../storage/files.ts';
import { sentenceRanges } from '../text/sentences.ts';
import { wordTimings, type WordTiming } from '../text/words.ts';

/** Silence after the last sentence, milliseconds; the audio fades out during it. */
const afterwardsMs = 250;
const longest = 600_000;

/**
 * Makes the audio of one article that a project's flash briefings lack.
 * @param tried versions that are passed over; the one that is tried is added
 * @returns whether there was one; there may be more
 * @throws what may be otherwise later
 */
export async function makeBriefing(
  app: App,
  projectId: number,
  signal: AbortSignal,
  tried: Set<string> = new Set(),
): Promise<boolean> {
  const channels = await playingBriefings(app, projectId);
  const next = channels.length === 0 ? null : await nextWithoutFlash(app, projectId, tried);
  if (!next) return false;
  const { version } = next;
  tried.add(version);
  let error: PersistedMessage | null = null;
  try {
    const bytes = await app.storage.get(audioFile(version));
    if (!bytes) throw new AudioError('empty', audioMessages.AUDIO_FILE_MISSING());
    const project = await app.db.sql
      .selectFrom('Project')
      .select('voiceLanguage')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow();
    const endMs =
      next.durationMs <= briefingLimits.longestMs
        ? next.durationMs
        : lastSentenceEnd(next.text, wordTimings.parse(next.timings), project.voiceLanguage);
    const made = await app.speech.threads.run('briefing', { bytes, endMs }, signal, longest);
    await waitUntilUnmarked(app, flashFile(version), signal);
    await app.storage.put(flashFile(version), made.bytes, { signal });
  } catch (problem) {
    if (!(problem instanceof AudioError)) throw problem;
    error = persistError(problem);
  }
  await app.db.transaction(async (sql) => {
    const outcome = {
      progress: error === null ? 100 : 0,
      error: error?.text ?? null,
      errorNotices: noticesColumn(error),
      updatedAt: now(),
    };
    // If the version has been deleted since, it gets no rendition.
    const known = await sql
      .selectFrom('Audio')
      .select('version')
      .where('version', '=', version)
      .forKeyShare()
      .executeTakeFirst();
    if (!known) return;
    await sql
      .insertInto('Rendition')
      .values({ version, format: 'flash', ...outcome })
      .onConflict((conflict) => conflict.columns(['version', 'format']).doUpdateSet(outcome))
      .execute();
    await notifyOfEpisode(app, sql, channels);
  });
  return true;
}

/**
 * Where the last sentence ends that a briefing has room for, milliseconds; where words are not timed, at the
 * limit.
 */
export function lastSentenceEnd(text: string, timings: readonly WordTiming[], language: string): number {
  const latest = briefingLimits.longestMs - afterwardsMs;
  let [end, word] = [0, 0];
  let from = 0;
  for (const paragraph of text.split('\n')) {
    for (const sentence of sentenceRanges(paragraph, language)) {
      while (word < timings.length && timings[word]!.start < from + sentence.end) word++;
      const last = timings[word - 1];
      if (!last || last.endMs > latest) return (end || latest) + afterwardsMs;
      end = last.endMs;
    }
    from += paragraph.length + 1;
  }
  return (end || latest) + afterwardsMs;
}
