import NodeID3 from 'node-id3';
import { beforeAll, describe, expect, it } from 'vitest';
import { assembleMp3 } from './assemble.ts';
import { decodeAudio } from './decode.ts';
import { Mp3Encoder } from './mp3-encoder.ts';
import { HIGH_PROFILE, HIGH_RESOLUTION_PROFILE, STANDARD_PROFILE, type EncoderProfile } from './profile.ts';
import { makeSegment } from './segment.ts';
import { joinFiles, type SequencePart } from './sequence.ts';
import { levelAt, sine } from './test-signals.ts';
import { normaliseUpload } from './upload.ts';
import { wavFile } from './test-signals.ts';

let encoder: Mp3Encoder;
beforeAll(async () => {
  encoder = await Mp3Encoder.load();
});

const tone = (hertz: number, seconds: number, { sampleRate, channels }: EncoderProfile) => sine(hertz, seconds, { sampleRate, channels });
const segment = (hertz: number, seconds: number, profile: EncoderProfile) => makeSegment(tone(hertz, seconds, profile), [], profile, encoder);
/** An article of two sentences at one pitch, with tags. */
const article = (hertz: number, profile: EncoderProfile) => {
  const sentence = segment(hertz, 0.9, profile);
  return assembleMp3([{ segment: sentence, pauseMs: 300 }, { segment: sentence, pauseMs: 137 }], profile, { title: 'An article', publisher: 'Tagblatt' }, [{ title: 'Gone', part: 0 }]);
};

describe.each([STANDARD_PROFILE, HIGH_PROFILE, HIGH_RESOLUTION_PROFILE])('files of %j', (profile) => {
  it.each([[[0, 0, 0, 0, 0]], [[500, 1200, 700, 40, 333]]])('are joined to the sample, pauses %j', async (pauses) => {
    const [intro, next] = [segment(500, 0.6, profile), segment(2500, 0.4, profile)];
    const [one, two] = [article(900, profile), article(1600, profile)];
    const parts: SequencePart[] = [{ segment: intro }, { file: one.bytes }, { segment: next }, { file: two.bytes }, { segment: intro }].map((part, i) => ({ ...part, pauseMs: pauses[i]! }));
    const lengths = [intro.durationMs, one.durationMs, next.durationMs, two.durationMs, intro.durationMs];
    const joined = joinFiles(parts, profile, { title: 'All of it' }, [{ title: 'One', part: 1 }, { title: 'Two', part: 3 }]);
    const [samples] = (await decodeAudio(joined.bytes, { kind: 'mp3' })).channels;
    expect(samples).toHaveLength(joined.samples);
    expect(joined.durationMs).toBeCloseTo(joined.offsetsMs[4]! + lengths[4]! + pauses[4]!, 1);
    const at = (ms: number) => Math.round((ms * profile.sampleRate) / 1000);
    joined.offsetsMs.forEach((offset, i) => {
      // Each begins where it is said to, within a few samples, and sounds from there on.
      const [before, after] = [samples!.subarray(Math.max(0, at(offset) - 300), at(offset)), samples!.subarray(at(offset), at(offset) + 1200)];
      const hertz = [500, 900, 2500, 1600, 500][i]!;
      expect(levelAt(after, hertz, profile.sampleRate)).toBeGreaterThan(-20);
      if (before.length > 0) expect(Math.max(...before.map(Math.abs))).toBeLessThan(0.02);
      if (i === 4) return;
      const gap = joined.offsetsMs[i + 1]! - offset - lengths[i]!;
      expect(gap).toBeGreaterThan(pauses[i]! - 14);
      expect(gap).toBeLessThan(Math.max(90, pauses[i]! + 14));
      // A click where a part ends would have energy far above the tones.
      const end = at(offset + lengths[i]!);
      expect(levelAt(samples!.subarray(end - 200, end + 400), 7000, profile.sampleRate)).toBeLessThan(-55);
    });
    const tags = NodeID3.read(Buffer.from(joined.bytes));
    expect(tags.title).toBe('All of it');
    expect(tags.chapter?.map(({ startTimeMs, tags: { title } = {} }) => [startTimeMs, title])).toEqual([[Math.round(joined.offsetsMs[1]!), 'One'], [Math.round(joined.offsetsMs[3]!), 'Two']]);
  });
});

it('plays an article within a sequence exactly as alone', async () => {
  const { bytes, samples: length } = article(900, STANDARD_PROFILE);
  const [alone] = (await decodeAudio(bytes, { kind: 'mp3' })).channels;
  const joined = joinFiles([{ segment: segment(500, 0.6, STANDARD_PROFILE), pauseMs: 400 }, { file: bytes, pauseMs: 0 }, { file: bytes, pauseMs: 0 }], STANDARD_PROFILE, { title: '' });
  const [samples] = (await decodeAudio(joined.bytes, { kind: 'mp3' })).channels;
  for (const part of [1, 2]) {
    const from = Math.round((joined.offsetsMs[part]! * 22_050) / 1000);
    let difference = 0;
    for (let i = 0; i < length; i++) difference = Math.max(difference, Math.abs(samples![from + i]! - alone![i]!));
    expect(difference).toBeLessThan(1e-4);
  }
});

it('joins a sequence with another', async () => {
  const one = joinFiles([{ file: article(900, STANDARD_PROFILE).bytes, pauseMs: 250 }], STANDARD_PROFILE, { title: '' });
  const two = joinFiles([{ file: one.bytes, pauseMs: 100 }, { file: one.bytes, pauseMs: 0 }], STANDARD_PROFILE, { title: '' });
  expect((await decodeAudio(two.bytes, { kind: 'mp3' })).channels[0]).toHaveLength(two.samples);
  expect(two.durationMs).toBeGreaterThan(2 * one.durationMs + 80);
});

it.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
  ['a file of another bit rate', () => article(900, HIGH_PROFILE).bytes, 'unsupported'],
  ['a file of another sample rate', () => article(900, HIGH_RESOLUTION_PROFILE).bytes, 'unsupported'],
  ['an upload', async () => (await normaliseUpload(wavFile(sine(440, 1)), encoder)).bytes, 'unsupported'],
  ['a file without its header frame', () => encoder.encode(STANDARD_PROFILE, sine(440, 1).channels), 'unsupported'],
  ['what is no MP3 file', () => new TextEncoder().encode('<!doctype html>'), 'unsupported'],
  ['nothing', () => new Uint8Array(), 'unsupported'],
  ['a file that ends within a frame', () => article(900, STANDARD_PROFILE).bytes.slice(0, -20), 'truncated'],
  ['a file that lacks its last frames', () => { const { bytes } = article(900, STANDARD_PROFILE); return bytes.slice(0, bytes.length - 167); }, 'truncated'],
])('refuses %s', async (_, make, problem) => {
  const file = await make();
  expect(() => joinFiles([{ file, pauseMs: 0 }], STANDARD_PROFILE, { title: '' })).toThrow(expect.objectContaining({ name: 'AudioError', problem }));
});

it('refuses a segment of another bit rate, and a sequence of nothing', () => {
  expect(() => joinFiles([{ segment: segment(500, 0.5, HIGH_PROFILE), pauseMs: 0 }], STANDARD_PROFILE, { title: '' })).toThrow(expect.objectContaining({ problem: 'unsupported' }));
  expect(() => joinFiles([], STANDARD_PROFILE, { title: '' })).toThrow(expect.objectContaining({ problem: 'empty' }));
});
