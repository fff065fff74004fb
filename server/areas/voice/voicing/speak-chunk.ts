import type { App } from '../../../kernel/app.ts';
import { AudioError } from '../../../audio/audio-error.ts';
import { audioFormat } from '../../../audio/audio-format.ts';
import { soundMeasures } from '../../../audio/sound-measures.ts';
import { json, now } from '../../../lib/database/sql.ts';
import { trace } from '../../../lib/tracing.ts';
import { NothingToSpeakError } from '../../../speech/offline-text.ts';
import { speechRequest } from '../../../speech/provider.ts';
import type { SpokenSegment } from '../../../speech/speak.ts';
import { masterFile, segmentFile } from '../../../storage/files.ts';
import { wordTimings } from '../../../text/words.ts';
import type { PlannedChunk } from './voicing-plan.ts';

/**
 * Generates a reserved chunk and stores its sound.
 * @param who owner, and whether a user is waiting
 * @returns null: the voice has no sound for it
 * @throws errors of generation and storage
 */
export async function speakChunk(
  app: Pick<App, 'speech' | 'storage'>,
  { key, provider, request, characters }: PlannedChunk,
  who: { tenant: string; urgent?: boolean },
  signal: AbortSignal,
): Promise<SpokenSegment | null> {
  let segment: SpokenSegment;
  try {
    segment = await trace(
      'speech',
      { 'parlance.provider': provider, 'parlance.characters': characters },
      () => app.speech.speak(provider, { ...request, ...who }, signal),
    );
  } catch (error) {
    if (
      error instanceof NothingToSpeakError ||
      (error instanceof AudioError && error.problem === 'empty' && provider === 'offline')
    )
      return null;
    throw error;
  }
  await app.storage.put(segmentFile(key), segment.frames);
  if (segment.master) await app.storage.put(masterFile(key), segment.master.bytes);
  return segment;
}

/** What is recorded of a segment once it is voiced. */
export const segmentColumns = (
  { samples, sampleRate, frameCount: frames, timings, master, measures }: SpokenSegment,
  { request }: Pick<PlannedChunk, 'request'>,
) => ({
  state: 'voiced' as const,
  language: request.language,
  voice: request.voice,
  voicedAt: now(),
  samples,
  sampleRate,
  frames,
  timings: json(wordTimings, timings),
  measures: json(soundMeasures, measures),
  masterFormat: master ? json(audioFormat, master.format) : null,
  request: master ? null : json(speechRequest, request),
});
