/** Tests mixing: what plays when, and what is rejected. Tones stand in for speech and music. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeAudio } from './decode.ts';
import { integratedLoudness } from './loudness.ts';
import { Mp3Encoder } from './mp3-encoder.ts';
import type { Pcm } from './pcm.ts';
import { MAX_TRUE_PEAK_DB } from './loudness-target.ts';
import { HIGH_RESOLUTION_PROFILE, STANDARD_PROFILE } from './bitrates.ts';
import { renderToFile, type RenderOptions, type RenderPart } from './render.ts';
import { levelAt, sine } from '../../tests/support/test-signals.ts';
import { truePeakDb } from './true-peak.ts';
import { countBuffers } from '../../tests/support/held-memory.ts';

let encoder: Mp3Encoder;
let folder: string;
beforeAll(async () => {
  encoder = await Mp3Encoder.load();
  folder = mkdtempSync(join(tmpdir(), 'parlance-render-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const part = (pcm: () => Pcm, pauseMs = 300, kind: 'speech' | 'sound' = 'speech'): RenderPart => ({
  kind,
  pauseMs,
  load: () => Promise.resolve(pcm()),
});
const mp3 = { kind: 'mp3', profile: STANDARD_PROFILE } as const;
async function render(parts: RenderPart[], options: Partial<RenderOptions> = {}) {
  const path = join(folder, 'out');
  const output = options.output ?? mp3;
  const rendition = await renderToFile(parts, { path, tags: { title: 'Mix' }, ...options, output }, encoder);
  const bytes = new Uint8Array(readFileSync(path));
  return { rendition, bytes, pcm: await decodeAudio(bytes, { kind: output.kind }) };
}
const between = ({ channels, sampleRate }: Pcm, fromMs: number, toMs: number) =>
  channels[0]!.subarray(Math.round((fromMs * sampleRate) / 1000), Math.round((toMs * sampleRate) / 1000));
const random = (seed: number) => () => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) / 2 ** 31 - 1;
const noise = (seconds: number, level = 1, sampleRate = 22_050): Pcm => {
  const next = random(7);
  return {
    sampleRate,
    channels: [Float32Array.from({ length: seconds * sampleRate }, () => level * next())],
  };
};
/** Speech as it is measured: syllables of a tone with gaps. */
const syllables = (seconds: number, hertz = 500): Pcm => {
  const { sampleRate, channels } = sine(hertz, seconds, { level: 0.2 });
  return {
    sampleRate,
    channels: [channels[0]!.map((x, i) => x * Math.max(0, Math.sin((2 * Math.PI * 3 * i) / sampleRate)))],
  };
};

describe('music', () => {
  it('plays before the speech, ducks under it and in short pauses, rises in long ones, and fades out', async () => {
    const { rendition, pcm } = await render(
      [part(() => syllables(4), 300), part(() => syllables(4), 4000), part(() => syllables(4), 300)],
      { music: sine(3000, 7, { sampleRate: 44_100, level: 0.3 }) },
    );
    const [one, two, three] = rendition.offsetsMs as [number, number, number];
    const level = (fromMs: number, toMs: number) => levelAt(between(pcm, fromMs, toMs), 3000, 22_050);
    const open = level(1200, 2400);
    expect(one).toBeCloseTo(3000, -1);
    for (const ducked of [
      level(one + 100, one + 1500),
      level(one + 4000, two),
      level(two + 500, two + 3500),
      level(three + 500, three + 3500),
    ]) {
      expect(open - ducked).toBeGreaterThan(12.5);
      expect(open - ducked).toBeLessThan(15.5);
    }
    expect(Math.abs(level(two + 4000 + 1200, two + 4000 + 3400) - open)).toBeLessThan(1);
    const end = rendition.durationMs;
    expect(Math.abs(level(end - 5000, end - 3500) - open)).toBeLessThan(1);
    expect(level(end - 300, end)).toBeLessThan(open - 20);
    expect(Math.abs(integratedLoudness(pcm) + 16)).toBeLessThan(0.5);
    expect(truePeakDb(pcm)).toBeLessThanOrEqual(MAX_TRUE_PEAK_DB);
  });

  it('does not play under the logo before and the suffix after the text', async () => {
    const parts = [
      part(() => sine(900, 1), 200, 'sound'),
      part(() => syllables(2)),
      part(() => sine(1500, 1), 0, 'sound'),
    ];
    const { rendition, pcm } = await render(parts, { music: sine(3000, 5) });
    const [logo, , suffix] = rendition.offsetsMs as [number, number, number];
    for (const [at, hertz] of [
      [logo, 900],
      [suffix, 1500],
    ] as const) {
      expect(levelAt(between(pcm, at + 100, at + 900), hertz, 22_050)).toBeGreaterThan(-20);
      expect(levelAt(between(pcm, at + 100, at + 900), 3000, 22_050)).toBeLessThan(-60);
    }
  });

  it.each([0.001, 0.05, 0.3, 0.99, 1, 1.01, 1.3])(
    'loops without clicks if it is %f seconds long',
    async (seconds) => {
      const { pcm, rendition } = await render([part(() => syllables(6))], {
        music: sine(440, seconds, { level: 0.3 }),
      });
      expect(pcm.channels[0]).toHaveLength(rendition.samples);
      const lead = between(pcm, 1000, 2500);
      expect(10 * Math.log10(lead.reduce((sum, x) => sum + x * x, 0) / lead.length)).toBeGreaterThan(-60);
      // Far above a tone of 440 Hz there is nothing but clicks.
      for (let ms = 0; ms < 2500; ms += 20)
        expect(levelAt(between(pcm, ms, ms + 20), 8000, 22_050)).toBeLessThan(seconds < 0.01 ? -30 : -50);
    },
  );

  it.each<[string, () => Pcm, string]>([
    ['silence', () => sine(440, 3, { level: 0 }), 'empty'],
    ['nothing', () => ({ sampleRate: 22_050, channels: [new Float32Array()] }), 'empty'],
    [
      'numbers that are none',
      () => ({ sampleRate: 22_050, channels: [noise(2).channels[0]!.fill(Number.NaN, 500)] }),
      'unreadable',
    ],
    [
      'an infinite number',
      () => ({ sampleRate: 22_050, channels: [noise(2).channels[0]!.fill(Infinity, 100, 101)] }),
      'unreadable',
    ],
  ])('that is %s is refused', async (_, music, problem) => {
    await expect(render([part(() => syllables(2))], { music: music() })).rejects.toMatchObject({
      name: 'AudioError',
      problem,
    });
  });

  it('stays at the same level relative to speech for any volume boost', async () => {
    const levels = async (volumeBoost: number) => {
      const { pcm, rendition } = await render([part(() => syllables(130), 0)], {
        music: sine(3000, 5),
        volumeBoost,
      });
      const at = rendition.offsetsMs[0]! + 20_000;
      return [
        levelAt(between(pcm, 1200, 2400), 3000, 22_050),
        levelAt(between(pcm, at, at + 9000), 3000, 22_050),
        integratedLoudness(pcm),
      ] as const;
    };
    const [plain, quiet] = [await levels(0), await levels(-60)];
    plain.forEach((level, i) => expect(Math.abs(level - quiet[i]! - 6)).toBeLessThan(0.3));
  });
});

it.each([
  ['noise, at 64 kbit/s', () => noise(4), mp3],
  ['noise, with 320 kbit/s', () => noise(4), { kind: 'mp3', profile: HIGH_RESOLUTION_PROFILE }],
  [
    'castanets',
    () => ({
      sampleRate: 22_050,
      channels: [noise(4).channels[0]!.map((x, i) => x * Math.exp(-(i % 5000) / 60))],
    }),
    mp3,
  ],
  [
    'a clipped tone, as WAV',
    () => ({
      sampleRate: 22_050,
      channels: [sine(5000, 3, { level: 4 }).channels[0]!.map((x) => Math.max(-1, Math.min(1, x)))],
    }),
    { kind: 'wav', sampleRate: 44_100, channels: 2 },
  ],
] as const)('stays below the true peak limit: %s, with drums as music', async (_, make, output) => {
  const drums = {
    sampleRate: 44_100,
    channels: [noise(3, 1, 44_100).channels[0]!.map((x, i) => x * Math.exp(-(i % 20_000) / 200))],
  };
  const { pcm, rendition } = await render([part(make), part(make)], { output, music: drums });
  expect(pcm.channels[0]).toHaveLength(rendition.samples);
  expect(truePeakDb(pcm)).toBeLessThanOrEqual(MAX_TRUE_PEAK_DB);
});

it('a silent part, non-numeric samples and empty input are refused', async () => {
  await expect(
    render([part(() => syllables(1)), part(() => sine(440, 1, { level: 0 }))]),
  ).rejects.toMatchObject({ problem: 'empty' });
  await expect(
    render([
      part(() => ({ sampleRate: 22_050, channels: [noise(1).channels[0]!.fill(Number.NaN, 500, 510)] })),
    ]),
  ).rejects.toMatchObject({ problem: 'unreadable' });
  await expect(render([])).rejects.toMatchObject({ problem: 'empty' });
  // The encoder is as good as new afterwards.
  expect((await render([part(() => syllables(2))])).pcm.channels[0]!.length).toBeGreaterThan(30_000);
});

it('only one part at a time is in memory, not eight minutes of audio', async () => {
  const memory: number[] = [];
  const parts = Array.from({ length: 81 }, () =>
    part(() => {
      memory.push(countBuffers());
      return noise(6, 0.1);
    }),
  );
  const path = join(folder, 'long');
  const { durationMs } = await renderToFile(
    parts,
    { path, tags: { title: 'Long' }, output: { kind: 'wav', sampleRate: 22_050, channels: 1 } },
    encoder,
  );
  expect(durationMs).toBeGreaterThan(8 * 60_000);
  // Held as a whole it would be over 40 MB.
  expect(Math.max(...memory.slice(20)) - memory[0]!).toBeLessThan(28);
});
