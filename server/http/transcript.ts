import type { App } from '../kernel/app.ts';
import { webvtt } from '../audio/webvtt.ts';
import type { WordTiming } from '../text/words.ts';

export interface Transcript {
  /** WebVTT. */
  text: string;
  modifiedAt: Date;
}

/**
 * The transcript of an article's audio; null when there is none. For callers who have checked that it may be
 * had.
 */
export async function readTranscript({ db: { prisma } }: App, version: string): Promise<Transcript | null> {
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
  return {
    text: webvtt(audio.timings as unknown as WordTiming[], audio.text, segments, {
      title: audio.article.title,
    }),
    modifiedAt: audio.createdAt,
  };
}
