import type { App } from '../../kernel/app.ts';

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

/**
 * The sentences of an audio in order, each with its sound as soon as it is voiced: what is heard while the
 * rest
 * is made. None before its text is cut. For its owner.
 */
export async function sentencesOf({ db }: App, articleId: number): Promise<StudioSentence[]> {
  const rows = await db.sql
    .selectFrom('Article as a')
    .innerJoin('Chunk as c', (join) =>
      join
        .onRef('c.articleId', '=', 'a.id')
        .on((eb) => eb('c.version', '=', eb.fn.coalesce('a.version', 'a.audio'))),
    )
    .leftJoin('Segment as s', (join) => join.onRef('s.key', '=', 'c.segmentKey').on('s.state', '=', 'voiced'))
    .select(['c.text', 'c.written', 'c.start', 'c.pauseMs', 's.key', 's.samples', 's.sampleRate'])
    .where('a.id', '=', articleId)
    .orderBy('c.position')
    .execute();
  return rows.map(({ text, written, start, pauseMs, key, samples, sampleRate }) => ({
    text: written ?? text,
    start,
    end: start + (written ?? text).length,
    file: samples ? key : null,
    durationMs: samples && sampleRate ? Math.round((samples / sampleRate) * 1_000) : null,
    pauseMs,
  }));
}
