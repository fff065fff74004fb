import NodeID3 from 'node-id3';
import { beforeAll, expect, it } from 'vitest';
import { assembleMp3 } from './assemble-mp3.ts';
import { decodeAudio } from './decode.ts';
import { integratedLoudness } from './loudness.ts';
import { Mp3Encoder } from './mp3-encoder.ts';
import { STANDARD_PROFILE } from './bitrates.ts';
import { makeSegment, volumeBoostDb, type Segment } from './segment.ts';
import { levelAt, sine } from '../../tests/support/test-signals.ts';

let encoder: Mp3Encoder;
let tones: Segment[];
const frequencies = [300, 700, 1500];
beforeAll(async () => {
  encoder = await Mp3Encoder.load();
  tones = frequencies.map((hertz, i) =>
    makeSegment(
      sine(hertz, 0.8 + i / 3),
      [{ start: 0, length: 3, startMs: 0, endMs: 800 }],
      STANDARD_PROFILE,
      encoder,
    ),
  );
});

const png = (width: number, height: number) => {
  const bytes = new Uint8Array(64);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return bytes;
};

it.each([[[0, 0, 0]], [[250, 600, 0]], [[30, 900, 1000]], [[250, 250, 37]]])(
  'joins segments with sample accuracy, pauses %j',
  async (pauses) => {
    const joined = await assembleMp3(
      tones.map((segment, i) => ({ segment, pauseMs: pauses[i]! })),
      STANDARD_PROFILE,
      { title: 'Tones' },
    );
    const { channels } = await decodeAudio(joined.bytes, { kind: 'mp3' });
    expect(channels[0]).toHaveLength(joined.samples);
    joined.offsetsMs.forEach((offset, i) => {
      const from = Math.round((offset * 22_050) / 1000);
      const speech = channels[0]!.subarray(from + 2000, from + tones[i]!.samples - 2000);
      expect(levelAt(speech, frequencies[i]!, 22_050)).toBeGreaterThan(-20);
      // The pause asked for, to half a frame, or what the encoder cannot go under.
      const gap = i < 2 ? joined.offsetsMs[i + 1]! - offset - tones[i]!.durationMs : pauses[i]!;
      expect(gap).toBeGreaterThan(pauses[i]! - 14);
      expect(gap).toBeLessThan(Math.max(77, pauses[i]! + 14));
    });
  },
);

it('joins segments from LAME with segments from the built-in encoder', async () => {
  const lame = await Mp3Encoder.load('lame');
  const byLame = makeSegment(sine(900, 1), [], STANDARD_PROFILE, lame);
  const byOurs = makeSegment(sine(900, 1), [], STANDARD_PROFILE, encoder);
  expect(byLame.samples).toBe(byOurs.samples);
  expect(byLame.frameCount).toBe(byOurs.frameCount);
  expect(byLame.frames).not.toEqual(byOurs.frames);
  const joined = await assembleMp3(
    [tones[0]!, byLame, tones[1]!].map((segment) => ({ segment, pauseMs: 300 })),
    STANDARD_PROFILE,
    { title: 'Tones' },
  );
  const { channels } = await decodeAudio(joined.bytes, { kind: 'mp3' });
  expect(channels[0]).toHaveLength(joined.samples);
  [frequencies[0]!, 900, frequencies[1]!].forEach((hertz, i) => {
    const from = Math.round((joined.offsetsMs[i]! * 22_050) / 1000) + 2000;
    expect(levelAt(channels[0]!.subarray(from, from + 10_000), hertz, 22_050)).toBeGreaterThan(-20);
  });
});

it('is digitally silent in pauses, without clicks at the end of speech', async () => {
  const joined = await assembleMp3(
    tones.map((segment) => ({ segment, pauseMs: 600 })),
    STANDARD_PROFILE,
    { title: 'Tones' },
  );
  const [samples] = (await decodeAudio(joined.bytes, { kind: 'mp3' })).channels;
  for (const [i, offset] of joined.offsetsMs.slice(0, 2).entries()) {
    const end = Math.round((offset * 22_050) / 1000) + tones[i]!.samples;
    const next = Math.round((joined.offsetsMs[i + 1]! * 22_050) / 1000);
    const quiet = samples!.subarray(end + 2400, next - 1200);
    expect(quiet.length).toBeGreaterThan(5000);
    expect(Math.max(...quiet.map(Math.abs))).toBe(0);
    // A click is energy far above the tone.
    expect(levelAt(samples!.subarray(end - 200, end + 400), 7000, 22_050)).toBeLessThan(-55);
  }
});

it('contains title, publisher, language, cover, chapters and the mark of synthetic speech', async () => {
  const cover = png(600, 600);
  const parts = tones.map((segment) => ({ segment, pauseMs: 300 }));
  const joined = await assembleMp3(
    parts,
    STANDARD_PROFILE,
    { title: 'Über Töne', publisher: 'Tagblatt', language: 'de-AT', cover },
    [
      { title: 'Eins', part: 0 },
      { title: 'Drei', part: 2 },
    ],
  );
  const tags = NodeID3.read(Buffer.from(joined.bytes));
  expect(tags).toMatchObject({ title: 'Über Töne', publisher: 'Tagblatt', language: 'deu' });
  expect(tags.chapter).toMatchObject([
    { startTimeMs: 0, endTimeMs: Math.round(joined.offsetsMs[2]!), tags: { title: 'Eins' } },
    {
      startTimeMs: Math.round(joined.offsetsMs[2]!),
      endTimeMs: Math.round(joined.durationMs),
      tags: { title: 'Drei' },
    },
  ]);
  expect(tags.userDefinedText).toContainEqual(expect.objectContaining({ description: 'SYNTHETIC_SPEECH' }));
  expect((tags.image as { imageBuffer: Buffer }).imageBuffer).toHaveLength(cover.length);
});

it.each([
  ['of 100 megapixels', png(10_000, 10_000)],
  ['that is not an image', new TextEncoder().encode('GIF89a..............................')],
  ['above 2 MB', Uint8Array.from({ length: 3_000_000 }, (_, i) => png(100, 100)[i] ?? 0)],
])('refuses a cover %s', async (_, cover) => {
  const parts = [{ segment: tones[0]!, pauseMs: 0 }];
  await expect(assembleMp3(parts, STANDARD_PROFILE, { title: 'x', cover })).rejects.toThrow(
    expect.objectContaining({ problem: 'bad-cover' }),
  );
});

it('boosts the volume in steps of a tenth of a decibel', async () => {
  const loudness = async (boost: number) => {
    const segment = makeSegment(sine(500, 2), [], STANDARD_PROFILE, encoder, boost);
    return integratedLoudness(
      await decodeAudio(
        (await assembleMp3([{ segment, pauseMs: 0 }], STANDARD_PROFILE, { title: '' })).bytes,
        { kind: 'mp3' },
      ),
    );
  };
  const [plain, louder, quieter] = [await loudness(0), await loudness(50), await loudness(-100)];
  expect(louder - plain).toBeCloseTo(5, 0);
  expect(quieter - plain).toBeCloseTo(-10, 0);
  expect(() => volumeBoostDb(101)).toThrow(expect.objectContaining({ problem: 'bad-setting' }));
});
