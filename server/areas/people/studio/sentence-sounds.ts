import DataLoader from 'dataloader';
import type { App } from '../../../kernel/app.ts';
import type { Sql } from '../../../lib/database/db.ts';
import { anyOf } from '../../../lib/database/sql.ts';

/** A sentence of an audio, as it is voiced. */
export interface StudioSentence {
  text: string;
  /** UTF-16 offsets in the audio's text, without the white space around. */
  start: number;
  end: number;
  /** Base name of its sound; null while there is none. */
  file: string | null;
  durationMs: number | null;
  pauseMs: number;
}

const loaders = new WeakMap<App, DataLoader<number, StudioSentence[]>>();

/**
 * Returns the sentences of an audio in order, each with its sound once it is generated, so that playback can
 * start before the rest is done. Empty before the text is split. For its owner. A thousand watchers who
 * receive a change in the same turn share one statement; nothing is cached.
 */
export function sentencesOf(app: App, articleId: number): Promise<StudioSentence[]> {
  let own = loaders.get(app);
  if (!own)
    loaders.set(
      app,
      (own = new DataLoader(
        async (ids) => {
          const found = await readSentences(app.db.sql, [...new Set(ids)]);
          return ids.map((id) => found.get(id) ?? []);
        },
        { cache: false, maxBatchSize: 2_000, batchScheduleFn: (read) => void setImmediate(read) },
      )),
    );
  return own.load(articleId);
}

async function readSentences(
  sql: Sql,
  articleIds: readonly number[],
): Promise<Map<number, StudioSentence[]>> {
  const rows = await sql
    .selectFrom('Article as a')
    .innerJoin('Chunk as c', (join) =>
      join
        .onRef('c.articleId', '=', 'a.id')
        .on((eb) => eb('c.version', '=', eb.fn.coalesce('a.version', 'a.audio'))),
    )
    .leftJoin('Segment as s', (join) => join.onRef('s.key', '=', 'c.segmentKey').on('s.state', '=', 'voiced'))
    .select(['a.id', 'c.text', 'c.written', 'c.start', 'c.pauseMs', 's.key', 's.samples', 's.sampleRate'])
    .where('a.id', '=', anyOf(articleIds, 'int'))
    .orderBy('a.id')
    .orderBy('c.position')
    .execute();
  const sentences = new Map<number, StudioSentence[]>();
  for (const { id, text, written, start, pauseMs, key, samples, sampleRate } of rows) {
    const own = sentences.get(id) ?? [];
    sentences.set(id, own);
    own.push({
      text: written ?? text,
      start,
      end: start + (written ?? text).length,
      file: samples ? key : null,
      durationMs: samples && sampleRate ? Math.round((samples / sampleRate) * 1_000) : null,
      pauseMs,
    });
  }
  return sentences;
}
