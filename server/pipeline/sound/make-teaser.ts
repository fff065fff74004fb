import { audioFile } from '../../storage/files.ts';
import type { RecordedDesign } from '../../audio/sound-design.ts';
import type { PlannedTeaser } from '../../areas/voice/voicing/voicing-plan.ts';
import type { RenderedFile, RenderContext, SpokenPart } from './file-content.ts';
import { makeFile } from './make-file.ts';
import type { VoicedSegment } from './voiced-segments.ts';

/**
 * Makes a teaser's file of an article's beginning and what follows it. A beginning without any sound has
 * none.
 * @throws LostSoundError, MissingSoundError, AudioError, and what threads and storage throw
 */
export async function makeTeaser(
  making: RenderContext,
  { version, suffix }: Pick<PlannedTeaser, 'version' | 'suffix'>,
  beginning: SpokenPart[],
  { sound, tags }: Pick<RecordedDesign, 'sound' | 'tags'>,
  segments: ReadonlyMap<string, VoicedSegment>,
): Promise<RenderedFile | null> {
  const last = beginning.at(-1);
  if (!last) return null;
  const after = suffix && soundOf(suffix, segments);
  // The pause is between the beginning and what follows it.
  const speech = after === null ? [...beginning.slice(0, -1), { ...last, pauseMs: 0 }] : beginning;
  return makeFile(making, audioFile(version), { sound, tags, chapters: [], speech, suffix: after });
}

/** An invitation that a voice has no sound for is left out. */
function soundOf(
  suffix: NonNullable<PlannedTeaser['suffix']>,
  segments: ReadonlyMap<string, VoicedSegment>,
): VoicedSegment | string | null {
  if ('file' in suffix) return suffix.file;
  const said = segments.get(suffix.chunk.key)!;
  return said.frames > 0 ? said : null;
}
