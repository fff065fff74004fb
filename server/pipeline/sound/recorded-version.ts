import { fileMessages } from '../messages.ts';
import { recordedDesign, type RecordedDesign } from '../../audio/sound-design.ts';
import type { App } from '../../kernel/app.ts';
import { ExpectedError } from '../../lib/expected-error.ts';
import { audibleParts, type SpokenPart } from './file-content.ts';
import { LostSoundError, readSegments } from './voiced-segments.ts';

/** A version of which no other file can be made; the message is for editors. */
export class NoRecordError extends ExpectedError {
  override name = 'NoRecordError';
  readonly onVoicing = 'fail';
}

/** What a version that is there was made of. */
export interface RecordedVersion {
  design: RecordedDesign;
  /** Milliseconds. */
  durationMs: number;
  /** Title and text as written. */
  spoken: string;
  /** What is heard, in order; `start` is its place in the spoken text. */
  speech: (SpokenPart & { chunk: { key: string; start: number } })[];
}

/**
 * Reads what a version was made of, so that another file can be made of it: the same words, voice and sound,
 * whatever its project has become since.
 * @throws NoRecordError, LostSoundError
 */
export async function recordedVersion({ db }: App, version: string): Promise<RecordedVersion> {
  const audio = await db.prisma.audio.findFirst({
    where: { version, article: { deletedAt: null } },
    select: { articleId: true, design: true, durationMs: true, text: true },
  });
  if (!audio?.durationMs) throw new NoRecordError(fileMessages.FILE_ARTICLE_GONE());
  const design = recordedDesign.nullable().parse(audio.design);
  if (!design) throw new NoRecordError(fileMessages.FILE_PARTS_NOT_STORED());
  const rows = await db.prisma.chunk.findMany({
    where: { articleId: audio.articleId, version },
    orderBy: { position: 'asc' },
    select: { segmentKey: true, pauseMs: true, start: true },
  });
  const chunks = rows.map(({ segmentKey, pauseMs, start }) => ({ key: segmentKey, pauseMs, start }));
  const segments = await readSegments(
    db.sql,
    chunks.map(({ key }) => key),
  );
  const lost = chunks.filter(({ key }) => !segments.has(key)).map(({ key }) => key);
  if (lost.length > 0 || chunks.length === 0) throw new LostSoundError(lost);
  return { design, durationMs: audio.durationMs, spoken: audio.text, speech: audibleParts(chunks, segments) };
}
