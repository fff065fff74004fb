import { audioFormat, type AudioFormat } from '../../audio/audio-format.ts';
import { soundMeasures, type SoundMeasures } from '../../audio/sound-measures.ts';
import type { App } from '../../kernel/app.ts';
import type { Sql } from '../../lib/database/db.ts';
import { anyOf } from '../../lib/database/sql.ts';
import { OFFLINE_PROVIDER } from '../../speech/offline-voices.ts';
import { speechRequest, type SpeechRequest } from '../../speech/provider.ts';
import { wordTimings, type WordTiming } from '../../text/words.ts';
import { masterFile, segmentFile } from '../../storage/files.ts';
import { isStandard, profileOf, type Encoding } from '../../audio/sound-design.ts';

/** Files read, and encodings made, at once. */
const parallel = 8;

/** Generated audio that is no longer in storage; it has to be regenerated, free of charge. */
export class LostSoundError extends Error {
  override name = 'LostSoundError';
  /** Of the segments. */
  readonly keys: string[];

  constructor(keys: string[]) {
    super(`The audio of ${keys.length} chunks is missing from storage.`);
    this.keys = keys;
  }
}

/** A voiced chunk as it is recorded; without frames it is silent. */
export interface VoicedSegment {
  key: string;
  provider: string;
  samples: number;
  sampleRate: number;
  frames: number;
  timings: WordTiming[];
  masterFormat: AudioFormat | null;
  /** Null for what was voiced before it was measured. */
  measures: SoundMeasures | null;
  /** Request to the offline engine; null for services, and for audio from before requests were stored. */
  request: SpeechRequest | null;
}

/** The segments that are voiced, by key. */
export async function readSegments(sql: Sql, keys: string[]): Promise<Map<string, VoicedSegment>> {
  const rows = await sql
    .selectFrom('Segment')
    .select([
      'key',
      'provider',
      'samples',
      'sampleRate',
      'frames',
      'timings',
      'masterFormat',
      'measures',
      'request',
    ])
    .where('key', '=', anyOf([...new Set(keys)], 'text'))
    .where('state', '=', 'voiced')
    .execute();
  return new Map(
    rows.map(({ timings, masterFormat, measures, request, ...row }) => [
      row.key,
      {
        ...row,
        timings: wordTimings.parse(timings ?? []),
        masterFormat: audioFormat.nullable().parse(masterFormat),
        measures: soundMeasures.nullable().parse(measures),
        request: speechRequest.nullable().parse(request),
      },
    ]),
  );
}

/**
 * The encoded sound of segments, by key. An encoding that was never asked for is made from what the service
 * sent, or the offline engine says again, and kept.
 * @throws LostSoundError, and what the speech threads and the storage throw
 */
export async function encodedSegments(
  app: App,
  segments: VoicedSegment[],
  encoding: Encoding,
  language: string,
  signal: AbortSignal,
): Promise<Map<string, Uint8Array>> {
  const sounds = new Map<string, Uint8Array>();
  const lost: string[] = [];
  await eachOf(segments, parallel, async (segment) => {
    const sound =
      (await app.storage.get(segmentFile(segment.key, encoding))) ??
      (await encodeAgain(app, segment, encoding, language, signal));
    if (sound) sounds.set(segment.key, sound);
    else lost.push(segment.key);
  });
  if (lost.length > 0) throw new LostSoundError(lost);
  return sounds;
}

async function encodeAgain(
  app: App,
  segment: VoicedSegment,
  encoding: Encoding,
  language: string,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  // The standard encoding has no other copy: the chunk is regenerated.
  if (isStandard(encoding)) return null;
  const { key, timings, request, masterFormat } = segment;
  const how = { profile: profileOf(encoding), volumeBoost: encoding.volumeBoost };
  const { threads } = app.speech;
  let sound: Uint8Array;
  // Audio that a service converted is stored separately, whichever engine spoke first.
  if (segment.provider === OFFLINE_PROVIDER && !masterFormat) {
    if (!request) return null;
    ({ frames: sound } = await threads.run('speak', { request, ...how }, signal));
  } else {
    const audio = await app.storage.get(masterFile(key));
    if (!audio || !masterFormat) return null;
    ({ frames: sound } = await threads.run(
      'segment',
      { audio, format: masterFormat, timings, text: '', language, ...how },
      signal,
    ));
  }
  await app.storage.put(segmentFile(key, encoding), sound);
  return sound;
}

/** Runs work on every item, several at a time; the first failure ends it. */
export async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const next = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, next));
}
