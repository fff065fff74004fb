import { fileMessages } from '../messages.ts';
import { recordedDesign, type RecordedDesign } from '../../audio/sound-design.ts';
import type { App } from '../../kernel/app.ts';
import { ExpectedError } from '../../lib/expected-error.ts';
import { audibleParts, type SpokenPart } from './file-content.ts';
import { LostSoundError, readSegments } from './voiced-segments.ts';

/** Version from which no other file can be generated; the message is for editors. */
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
  /** Audible parts, in order; `start` is the position in the spoken text. */
  speech: (SpokenPart & { chunk: { key: string; start: number } })[];
}

/**
 * Reads what a version was generated from, so that another file can be generated from it: the same words,
 * voice and audio, even if its project has changed since.
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
