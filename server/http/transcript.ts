import type { App } from '../kernel/app.ts';
import { captionCues, subripOf, webvttOf } from '../audio/webvtt.ts';
import type { WordTiming } from '../text/words.ts';

/** WebVTT, or SubRip. */
export interface Transcript {
  text: string;
  modifiedAt: Date;
}

/**
 * The transcript of an article's audio; null when there is none. For callers who have checked that it may be
 * had.
 */
export async function readTranscript(
  { db: { prisma } }: App,
  version: string,
  format: 'vtt' | 'srt' = 'vtt',
): Promise<Transcript | null> {
  const audio = await prisma.audio.findUnique({
    where: { version },
    include: { article: { select: { title: true } } },
  });
  if (!audio) return null;
  const chunks = await prisma.chunk.findMany({
    where: { articleId: audio.articleId, version },
    orderBy: { position: 'asc' },
    select: { start: true, text: true, written: true },
  });
  const segments = chunks.map(({ start, text, written }) => ({
    start,
    end: start + (written ?? text).length,
  }));
  const cues = captionCues(audio.timings as unknown as WordTiming[], audio.text, segments);
  return {
    text: format === 'srt' ? subripOf(cues) : webvttOf(cues, { title: audio.article.title }),
    modifiedAt: audio.createdAt,
  };
}
