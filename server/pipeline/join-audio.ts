import type { Message } from '../lib/declare-messages.ts';
import {
  persistMessages,
  persistError,
  noticesColumn,
  type PersistedMessage,
} from '../lib/persisted-message.ts';
import { fileMessages, joiningMessages } from './messages.ts';
import type { Updateable } from 'kysely';
import { join } from 'node:path';
import { recordJoinFailure, storeJoinedFile } from '../areas/channels/episodes/episodes.ts';
import { joinedAudioEvent } from '../areas/library/joined-audio/events.ts';
import {
  joinedChapters,
  joinedMaxHours,
  joinedParts,
  type JoinedAudio,
  type JoinedChapter,
  type JoinedPart,
} from '../areas/library/joined-audio/joined-audio.ts';
import { readSound } from '../areas/library/sounds/read-sound.ts';
import { AudioError } from '../audio/audio-error.ts';
import {
  hasMatchingFrames,
  isSpeech,
  JoinedMp3File,
  readJoinable,
  type JoinableSound,
} from '../audio/join-mp3.ts';
import { infoFrame } from '../audio/mpeg-frames.ts';
import type { EncoderProfile } from '../audio/bitrates.ts';
import type { AudioTags } from '../audio/tags.ts';
import type { Tables } from '../../prisma/generated/tables.ts';
import type { App } from '../kernel/app.ts';
import { waitUntilUnmarked } from '../kernel/file-deletions.ts';
import type { Sql } from '../lib/database/db.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import type { JobContext, JobOutcome } from '../lib/database/queue.ts';
import { json } from '../lib/database/sql.ts';
import { withTemporaryFolder } from '../lib/temporary-folder.ts';
import { audioFile, imageFile, joinableFile } from '../storage/files.ts';
import { isExpectedError, failureVerdict } from './retry-policy.ts';

/** A part that cannot be joined; the message names it, for an editor. */
export class PartError extends ExpectedError {
  override name = 'PartError';
  readonly onVoicing = 'fail';
  readonly kept: PersistedMessage;

  /** @param because what is wrong with its sound, where that is it */
  constructor(part: Message, because: Message | null = null) {
    const said = because === null ? [part] : [part, because];
    super(part);
    this.message = said.map(({ message }) => message.replace(/\.$/, '')).join(': ') + '.';
    this.kept = persistMessages(said, this.message);
  }
}

/** Percent between two events. */
const reportEvery = 5;
/** Attempts after unexpected failures before it gives up. */
const maxAttempts = 3;

/**
 * Joins a file. If the process is killed at any point, the next execution starts over: the file is stored as
 * a whole, and only then marked ready.
 */
export async function joinAudio(
  app: App,
  { key }: { key: string },
  { signal, log, attempt }: Omit<JobContext, 'id'>,
): Promise<JobOutcome> {
  const row = await app.db.sql
    .selectFrom('JoinedAudio')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row || row.state === 'failed' || (row.state === 'ready' && (await app.storage.stat(audioFile(key)))))
    return 'skipped';
  try {
    await withTemporaryFolder('join', async (folder) => {
      const path = join(folder, 'joined.mp3');
      const made = await joinInto(app, path, row, signal);
      await waitUntilUnmarked(app, audioFile(key), signal);
      await app.storage.putFile(audioFile(key), path, { signal });
      await conclude(app, row, { state: 'ready', ...made });
    });
  } catch (error) {
    if (signal.aborted) throw error;
    const verdict = failureVerdict(error, 0, 0);
    // Of a disk that is full or a store that does not answer the queue tries again, later each time.
    const passes =
      verdict.kind === 'queue' ||
      (verdict.kind === 'postpone' && (isExpectedError(error) || attempt < maxAttempts));
    if (passes && !(error instanceof AudioError)) throw error;
    if (!isExpectedError(error)) log.error({ err: error, key }, 'audio not joined');
    const reason =
      error instanceof PartError
        ? error.kept
        : isExpectedError(error)
          ? persistError(error)
          : persistMessages([fileMessages.FILE_NOT_MADE()]);
    await conclude(app, row, { state: 'failed', error: reason });
  }
  return 'done';
}

interface Made {
  durationMs: number;
  byteLength: number;
  chapters: JoinedChapter[];
}

async function joinInto(app: App, path: string, row: JoinedAudio, signal: AbortSignal): Promise<Made> {
  const parts = joinedParts.parse(row.parts);
  const sizes = await sizesOf(app, parts);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const profile = await formOf(app, parts, signal);
  const file = new JoinedMp3File({
    path,
    profile,
    tags: await tagsOf(app, row),
    chapters: parts.flatMap(({ title }) => title ?? []),
  });
  const chapters: JoinedChapter[] = [];
  let [done, told, hours] = [0, -reportEvery, 0];
  try {
    for (const [index, part] of parts.entries()) {
      signal.throwIfAborted();
      const progress = Math.min(99, Math.floor((100 * done) / total));
      if (progress >= told + reportEvery) await report(app, row, (told = progress));
      const sound = await soundOf(app, part, profile, signal);
      hours += (sound.samples / sound.sampleRate + part.gapMs / 1000) / 3600;
      if (hours > joinedMaxHours)
        throw new PartError(joiningMessages.JOINED_SOUND_TOO_LONG({ hours: joinedMaxHours }));
      const startMs = file.add(sound, part.gapMs, part.title);
      if (part.title !== null) chapters.push({ startMs, title: part.title, articleId: part.articleId });
      done += sizes[index]!;
    }
    return { ...file.finish(), chapters };
  } finally {
    file.close();
  }
}

/** How a part is called in a message. */
const nameOf = ({ title, articleId, file }: JoinedPart): { kind: string; part: string } =>
  title
    ? { kind: 'TITLE', part: title }
    : articleId === null
      ? { kind: 'SOUND', part: file }
      : { kind: 'ARTICLE', part: String(articleId) };

const missing = (part: JoinedPart): PartError =>
  new PartError(joiningMessages.JOINED_PART_MISSING(nameOf(part)));

/**
 * Returns the size of each part in bytes; reports missing ones before anything is generated.
 * @throws PartError
 */
async function sizesOf({ storage }: App, parts: JoinedPart[]): Promise<number[]> {
  const known = new Map<string, number>();
  for (const part of parts) {
    if (known.has(part.file)) continue;
    // Built-in sounds are made when they are needed.
    const stored = await storage.stat(audioFile(part.file));
    if (!stored && !part.file.startsWith('sound-')) throw missing(part);
    known.set(part.file, stored?.bytes ?? 1);
  }
  return parts.map(({ file }) => known.get(file)!);
}

/** What a part's file holds, as it is. @throws PartError */
async function readPart(
  app: App,
  part: JoinedPart,
): Promise<{ bytes: Uint8Array; sound: JoinableSound | null }> {
  const bytes = await readSound(app, part.file);
  if (!bytes) throw missing(part);
  try {
    return { bytes, sound: readJoinable(bytes) };
  } catch (error) {
    if (error instanceof AudioError)
      throw new PartError(joiningMessages.JOINED_PART_DAMAGED(nameOf(part)), error.told);
    throw error;
  }
}

/**
 * The form of the joined file: that of articles where there is one, so that speech is never encoded again;
 * else what most of it has.
 */
async function formOf(app: App, parts: JoinedPart[], signal: AbortSignal): Promise<EncoderProfile> {
  const seconds = new Map<string, { profile: EncoderProfile; seconds: number }>();
  const files = new Map(parts.map((part) => [part.file, part]));
  for (const part of files.values()) {
    signal.throwIfAborted();
    const { sound } = await readPart(app, part);
    if (!sound) continue;
    const { sampleRate, channels, bitrate } = sound;
    const profile = { sampleRate, channels, bitrate };
    if (isSpeech(profile)) return profile;
    const name = JSON.stringify(profile);
    const before = seconds.get(name)?.seconds ?? 0;
    seconds.set(name, { profile, seconds: before + sound.samples / sampleRate });
  }
  const [most] = [...seconds.values()].sort((one, other) => other.seconds - one.seconds);
  return most?.profile ?? { sampleRate: 44_100, channels: 2, bitrate: 128 };
}

/** A part's frames; what has another form is decoded and encoded once, and kept. @throws PartError */
async function soundOf(
  app: App,
  part: JoinedPart,
  profile: EncoderProfile,
  signal: AbortSignal,
): Promise<JoinableSound> {
  const { bytes, sound } = await readPart(app, part);
  if (sound && hasMatchingFrames(sound, profile)) return sound;
  const kept = await app.storage.get(joinableFile(part.file, profile));
  const converted = kept && readJoinable(kept);
  if (converted) return converted;
  try {
    const { frames, frameCount, samples } = await app.speech.threads.run('sound', { bytes, profile }, signal);
    const header = infoFrame(profile, { frameCount, byteCount: frames.length, samples });
    await app.storage.put(joinableFile(part.file, profile), new Uint8Array(Buffer.concat([header, frames])));
    return { ...profile, frames, frameCount, samples };
  } catch (error) {
    if (error instanceof AudioError)
      throw new PartError(joiningMessages.JOINED_PART_DOES_NOT_FIT(nameOf(part)), error.told);
    throw error;
  }
}

async function tagsOf(
  { db, storage }: App,
  { projectId, title }: JoinedAudio,
): Promise<Omit<AudioTags, 'chapters'>> {
  const project = await db.sql
    .selectFrom('Project as p')
    .leftJoin('Organization as o', 'o.id', 'p.organizationId')
    .select(['p.name', 'p.voiceLanguage', 'p.cover', 'o.name as organization'])
    .where('p.id', '=', projectId)
    .executeTakeFirstOrThrow();
  const cover = project.cover === null ? null : await storage.get(imageFile(project.cover));
  return {
    title,
    publisher: project.organization ?? project.name,
    language: project.voiceLanguage,
    ...(cover && { cover }),
  };
}

async function report(app: App, { key, projectId }: JoinedAudio, progress: number): Promise<void> {
  await app.db.transaction(async (sql) => {
    const told = await change(sql, key, { state: 'joining', progress });
    if (told) await app.pubsub.publish(sql, joinedAudioEvent, { key, projectId, state: 'joining', progress });
  });
}

type Outcome = { state: 'failed'; error: PersistedMessage } | ({ state: 'ready' } & Made);

/** Stores the result, and its effects in the same transaction. */
async function conclude(app: App, { key, projectId, parts }: JoinedAudio, outcome: Outcome): Promise<void> {
  const { state } = outcome;
  const progress = state === 'ready' ? 100 : 0;
  await app.db.transaction(async (sql) => {
    const told = await change(sql, key, {
      progress,
      ...(state === 'failed'
        ? { state, error: outcome.error.text, errorNotices: noticesColumn(outcome.error) }
        : {
            state,
            error: null,
            errorNotices: null,
            durationMs: outcome.durationMs,
            bytes: outcome.byteLength,
            chapters: json(joinedChapters, outcome.chapters),
          }),
    });
    if (!told) return;
    await app.pubsub.publish(sql, joinedAudioEvent, { key, projectId, state, progress });
    if (state === 'failed') await recordJoinFailure(app, sql, key, outcome.error);
    else await storeJoinedFile(app, sql, { key, parts, ...outcome, bytes: outcome.byteLength });
  });
}

/**
 * Another process may have been faster: what is ready stays so. @returns whether there was something to
 * change
 */
async function change(sql: Sql, key: string, values: Updateable<Tables['JoinedAudio']>): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('JoinedAudio')
    .set(values)
    .where('key', '=', key)
    .where('state', '!=', 'ready')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
