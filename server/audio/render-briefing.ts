import { openAudio } from './decode.ts';
import { LoudnessMeter } from './loudness.ts';
import { nextCeiling, type Mp3Encoder } from './mp3-encoder.ts';
import { Mp3Stream } from './mp3-stream.ts';
import type { PcmStream } from './pcm.ts';
import type { EncoderProfile } from './bitrates.ts';
import { convertStream } from './resample.ts';
import { audibleLoudness, gainBetween } from './segment.ts';
import { Limiter } from './true-peak.ts';

/** What Amazon asks of the sound of a flash briefing (Flash Briefing Skill API feed reference). */
export const briefingLimits = { shortestMs: 10_000, longestMs: 600_000, lufs: -14, truePeakDb: -2 } as const;
const profile: EncoderProfile = { sampleRate: 44_100, channels: 2, bitrate: 256 };

/** Room for what encoding adds to peaks, as with articles. */
const headroomDb = 0.5;
/** As near as this to the loudness is near enough, LU; reached in two or three rounds. */
const tolerance = 0.2;
const roundsMax = 5;
const fadeMs = 250;

/** Sound for a flash briefing. */
export interface Briefing {
  /** An MP3 file. */
  bytes: Uint8Array;
  /** Milliseconds. */
  durationMs: number;
}

/**
 * An article's file as a flash briefing: at 256 kbit/s and -14 LUFS, under -2 dBTP, from 10 seconds to 10
 * minutes long. A shorter one ends in silence; of a longer one what follows `endMs` is left out, and the end
 * fades. It is gone through piece by piece.
 * @param endMs where it ends at the latest, milliseconds
 * @throws AudioError
 */
export async function renderBriefing(
  bytes: Uint8Array,
  endMs: number,
  encoder: Mp3Encoder,
): Promise<Briefing> {
  const lastMs = Math.min(endMs, briefingLimits.longestMs);
  const stream = fitted(
    convertStream(
      openAudio(bytes, { kind: 'mp3' }, false, lastMs / 1000),
      profile.sampleRate,
      profile.channels,
    ),
    lastMs,
  );
  const before = new LoudnessMeter(profile.sampleRate);
  for await (const piece of stream.pieces()) before.write(piece);
  let gain = gainBetween(audibleLoudness(before, 0), briefingLimits.lufs);
  let ceilingDb = briefingLimits.truePeakDb - headroomDb;
  for (let round = 1; ; round++) {
    const limiter = new Limiter(profile.sampleRate, gain, ceilingDb);
    for await (const piece of stream.pieces()) limiter.listen(piece);
    const frames: Uint8Array[] = [];
    const meter = new LoudnessMeter(profile.sampleRate);
    const mp3 = new Mp3Stream(
      profile,
      encoder,
      encoder.watch,
      (piece) => frames.push(piece.slice()),
      briefingLimits.truePeakDb,
    );
    for await (const piece of stream.pieces()) {
      limiter.amplify(piece);
      meter.write(piece);
      mp3.write(piece);
    }
    const header = mp3.finish();
    const loudness = audibleLoudness(meter, 0);
    const isLoud = Math.abs(loudness - briefingLimits.lufs) <= tolerance || round >= roundsMax;
    if (mp3.excessDb === 0 && isLoud)
      return {
        bytes: new Uint8Array(Buffer.concat([header, ...frames])),
        durationMs: (mp3.samples * 1000) / profile.sampleRate,
      };
    // What the limiter takes shifts the gates of the measurement.
    if (!isLoud) gain *= gainBetween(loudness, briefingLimits.lufs);
    if (mp3.excessDb > 0) ceilingDb = nextCeiling(ceilingDb, mp3.excessDb);
  }
}

/** A sound that ends in a fade where it has to, and in silence where it is too short. */
function fitted(stream: PcmStream, lastMs: number): PcmStream {
  const samples = (ms: number): number => Math.round((ms * stream.sampleRate) / 1000);
  const [last, fade, least] = [samples(lastMs), samples(fadeMs), samples(briefingLimits.shortestMs)];
  async function* pieces(): AsyncGenerator<Float32Array[]> {
    let at = 0;
    for await (const piece of stream.pieces()) {
      const kept = piece.map((channel) => channel.subarray(0, Math.max(0, last - at)));
      const length = kept[0]!.length;
      if (length === 0) continue;
      for (const channel of kept)
        for (let i = Math.max(0, last - fade - at); i < length; i++)
          channel[i]! *= 0.5 - 0.5 * Math.cos((Math.PI * (last - at - i)) / fade);
      at += length;
      yield kept;
    }
    if (at < least) yield Array.from({ length: stream.channels }, () => new Float32Array(least - at));
  }
  return { ...stream, pieces };
}
