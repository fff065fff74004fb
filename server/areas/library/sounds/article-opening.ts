import { buffer } from 'node:stream/consumers';
import { audioFile } from '../../../storage/files.ts';
import { wordTimings, type WordTiming } from '../../../text/words.ts';
import type { App } from '../../../kernel/app.ts';

/** How an article begins. */
export interface ArticleOpening {
  /** Base name of the article's file. */
  version: string;
  /** Milliseconds. */
  lengthMs: number;
  /** Its first bytes: an MP3 file that is cut off. */
  load(): Promise<Uint8Array>;
}

/** An opening at most, milliseconds. */
const longestMs = 15_000;
/** What a sentence ends with, closing quotes and brackets too. */
const sentenceEnd = /[.!?…。！？]["'”’»)\]]*$/;

interface Row {
  version: string;
  durationMs: number;
  text: string;
  timings: WordTiming[];
}

/**
 * The openings of the project's newest articles that can be played, at most `count`. For callers who have
 * read the project.
 */
export async function articleOpenings(app: App, projectId: number, count: number): Promise<ArticleOpening[]> {
  // Some more than are needed: a file may be missing. The file that is played is no relation that Prisma
  // knows.
  const rows = await app.db.sql
    .selectFrom('Article as a')
    .innerJoin('Audio as u', 'u.version', 'a.audio')
    .select(['u.version', 'u.durationMs', 'u.text', 'u.timings'])
    .where('a.projectId', '=', projectId)
    .where('a.status', '=', 'ready')
    .where('a.deletedAt', 'is', null)
    .orderBy('a.addedAt', 'desc')
    .orderBy('a.id', 'desc')
    .limit(count + 5)
    .execute();
  const found: ArticleOpening[] = [];
  for (const { timings, ...columns } of rows) {
    if (found.length === count) break;
    const file = await app.storage.stat(audioFile(columns.version));
    if (!file) continue;
    const row = { ...columns, timings: wordTimings.parse(timings) };
    const lengthMs = lengthOf(row);
    found.push({ version: row.version, lengthMs, load: () => firstBytes(app, row, file.bytes, lengthMs) });
  }
  return found;
}

/** Up to the last end of a sentence that is early enough, else of a word. */
function lengthOf({ durationMs, text, timings }: Row): number {
  if (durationMs <= longestMs) return durationMs;
  const words = timings.filter(({ endMs }) => endMs <= longestMs);
  const last =
    words.findLast(({ start, length }) =>
      sentenceEnd.test(text.slice(start, start + length + 2).trimEnd()),
    ) ?? words.at(-1);
  return last ? last.endMs + 100 : longestMs;
}

/**
 * The files of articles have a constant bit rate, after a tag that says how long it is (ID3v2, section 3.1).
 */
async function firstBytes(
  { storage }: App,
  { version, durationMs }: Row,
  bytes: number,
  lengthMs: number,
): Promise<Uint8Array> {
  const key = audioFile(version);
  const head = await buffer(await storage.stream(key, { start: 0, end: Math.min(9, bytes - 1) }));
  const tag =
    head.toString('latin1', 0, 3) === 'ID3'
      ? 10 + (head[6]! << 21) + (head[7]! << 14) + (head[8]! << 7) + head[9]!
      : 0;
  const end = tag + Math.ceil(((bytes - tag) * Math.min(lengthMs, durationMs)) / durationMs);
  return buffer(await storage.stream(key, { start: 0, end: Math.min(end, bytes) - 1 }));
}
