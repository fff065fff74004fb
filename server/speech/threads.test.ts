/** Tests the tasks of a speech thread by their output. */
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import NodeID3 from 'node-id3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleMp3 } from '../audio/assemble-mp3.ts';
import { decodeAudio } from '../audio/decode.ts';
import { integratedLoudness } from '../audio/loudness.ts';
import type { Pcm } from '../audio/pcm.ts';
import { MAX_TRUE_PEAK_DB } from '../audio/loudness-target.ts';
import { HIGH_PROFILE, HIGH_RESOLUTION_PROFILE, STANDARD_PROFILE } from '../audio/bitrates.ts';
import { levelAt, sine, wavFile } from '../../tests/support/test-signals.ts';
import { truePeakDb } from '../audio/true-peak.ts';
import { createSpeechThreads, type SpeechThreads } from './threads.ts';
import type { RenderSource } from './threads-worker.ts';
import { isFull } from '../../tests/support/full.ts';

let threads: SpeechThreads;
let folder: string;
beforeAll(() => {
  threads = createSpeechThreads(1);
  folder = mkdtempSync(join(tmpdir(), 'parlance-threads-'));
});
/**
 * The processes in which this test's threads lie, so that one can be ended from outside, and when each can be
 * given a task.
 */
const workers: { child: ChildProcess; ready: Promise<unknown> }[] = [];
const started = (event: unknown) => {
  const { process: child } = event as { process: ChildProcess };
  workers.push({ child, ready: once(child, 'message') });
};
subscribe('child_process', started);
/** Hundredths of a second that it has computed. */
const computed = ({ pid }: ChildProcess): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[11]);
};
afterAll(async () => {
  unsubscribe('child_process', started);
  await threads.close();
  rmSync(folder, { recursive: true });
});

const PROFILES = { STANDARD_PROFILE, HIGH_PROFILE, HIGH_RESOLUTION_PROFILE };
const SENTENCES = [
  'Der Stadtrat hat am Donnerstag den neuen Haushalt beschlossen.',
  'Niemand hatte erwartet, dass der Sturm so schnell abdreht.',
  'Das Museum bleibt geschlossen.',
];

const spoken = (text: string): RenderSource => ({
  kind: 'speech',
  pauseMs: 300,
  request: { voice: 'de-DE-Ada', language: 'de-DE', settings: {}, text },
});
const music = { audio: wavFile(sine(330, 5, { sampleRate: 44_100, level: 0.3, channels: 2 })) };

async function render(
  parts: RenderSource[],
  profile = STANDARD_PROFILE,
  more: { music?: { audio: Uint8Array } | { path: string }; volumeBoost?: number } = {},
) {
  const path = join(folder, 'rendition.mp3');
  const chapters = parts.map((_, part) => ({ title: `Teil ${part + 1}`, part }));
  const rendition = await threads.run('render', {
    parts,
    path,
    output: { kind: 'mp3', profile },
    tags: { title: 'Stürme', language: 'de' },
    chapters,
    ...more,
  });
  const bytes = new Uint8Array(readFileSync(path));
  return { rendition, bytes, pcm: await decodeAudio(bytes, { kind: 'mp3' }) };
}

it('speech is encoded with LAME if configured', async () => {
  const lame = createSpeechThreads(1, 'lame');
  try {
    const input = { bytes: wavFile(sine(440, 1)), profile: STANDARD_PROFILE };
    const [byLame, byOurs] = [await lame.run('sound', input), await threads.run('sound', input)];
    expect(byLame.frameCount).toBe(byOurs.frameCount);
    expect(byLame.frames).not.toEqual(byOurs.frames);
  } finally {
    await lame.close();
  }
});

const stretch = (pcm: Pcm, fromMs: number, toMs: number) =>
  pcm.channels[0]!.subarray(
    Math.round((fromMs * pcm.sampleRate) / 1000),
    Math.round((toMs * pcm.sampleRate) / 1000),
  );

describe('render', () => {
  for (const [name, profile] of Object.entries(PROFILES)) {
    for (const withMusic of [false, true]) {
      // The joints between sentences, once; in full for every quality.
      it.each(isFull || profile === STANDARD_PROFILE ? [1, 3] : [1])(
        `is exact in length, at -16 LUFS, under its true peak: ${name}, ${withMusic ? 'with' : 'without'} music, %i sentences`,
        async (count) => {
          const { rendition, bytes, pcm } = await render(
            SENTENCES.slice(-count).map(spoken),
            profile,
            withMusic ? { music } : {},
          );
          expect(pcm.channels).toHaveLength(profile.channels);
          expect(pcm.sampleRate).toBe(profile.sampleRate);
          expect(pcm.channels[0]).toHaveLength(rendition.samples);
          expect(bytes).toHaveLength(rendition.byteLength);
          expect(Math.abs(integratedLoudness(pcm) + 16)).toBeLessThan(0.5);
          expect(truePeakDb(pcm)).toBeLessThanOrEqual(MAX_TRUE_PEAK_DB);
        },
      );
    }
  }

  it('writes chapters whose times are known only at the end, and a cover image', async () => {
    const { rendition, bytes } = await render(SENTENCES.map(spoken), STANDARD_PROFILE, { music });
    const ms = [0, ...rendition.offsetsMs.slice(1), rendition.durationMs].map(Math.round);
    const tags = NodeID3.read(Buffer.from(bytes));
    expect(tags.chapter).toMatchObject(
      SENTENCES.map((_, part) => ({
        startTimeMs: ms[part],
        endTimeMs: ms[part + 1],
        tags: { title: `Teil ${part + 1}` },
      })),
    );
    expect(tags).toMatchObject({ title: 'Stürme', language: 'deu', length: String(ms[3]) });
  });

  it('reads masters, sounds and music from files only when needed', async () => {
    const paths = [700, 2000].map((hertz) => join(folder, `${hertz}.wav`));
    writeFileSync(paths[0]!, wavFile(sine(700, 2, { sampleRate: 24_000 })));
    writeFileSync(paths[1]!, wavFile(sine(2000, 1, { sampleRate: 44_100, channels: 2 })));
    const musicPath = join(folder, 'music.wav');
    writeFileSync(musicPath, music.audio);
    const { rendition, pcm } = await render(
      [
        { kind: 'sound', pauseMs: 500, path: paths[1]! },
        { kind: 'speech', pauseMs: 0, path: paths[0]!, format: { kind: 'wav' } },
      ],
      STANDARD_PROFILE,
      { music: { path: musicPath } },
    );
    const [logo, speech] = rendition.offsetsMs as [number, number];
    expect(logo).toBe(0);
    expect(levelAt(stretch(pcm, 100, 900), 2000, 22_050)).toBeGreaterThan(-20);
    expect(levelAt(stretch(pcm, 100, 900), 330, 22_050)).toBeLessThan(-70);
    // After the logo and its pause the music has three seconds to itself.
    expect(speech).toBeCloseTo(1000 + 500 + 3000, -1);
    const [before, under] = [
      levelAt(stretch(pcm, speech - 1500, speech - 500), 330, 22_050),
      levelAt(stretch(pcm, speech + 500, speech + 1500), 330, 22_050),
    ];
    expect(before - under).toBeGreaterThan(13);
    expect(levelAt(stretch(pcm, speech + 500, speech + 1500), 700, 22_050)).toBeGreaterThan(-20);
    await expect(render([{ kind: 'sound', pauseMs: 0, path: join(folder, 'none.wav') }])).rejects.toThrow(
      'ENOENT',
    );
  });
});

describe('uploads', () => {
  it.each([STANDARD_PROFILE, HIGH_PROFILE])(
    'become segments that are as loud as speech (%j)',
    async (profile) => {
      const segment = await threads.run('sound', {
        bytes: wavFile(sine(440, 2, { sampleRate: 48_000, level: 0.02, channels: 2 })),
        profile,
      });
      const file = await assembleMp3([{ segment, pauseMs: 0 }], profile, { title: 'Logo' });
      const pcm = await decodeAudio(file.bytes, { kind: 'mp3' });
      expect(pcm.channels[0]).toHaveLength(segment.samples);
      // As in an article, between pauses.
      expect(Math.abs(integratedLoudness(pcm, 300) + 16)).toBeLessThan(0.2);
    },
  );
});

describe('a thread that is killed during a task', () => {
  const request = (text: string) => ({ voice: 'en-US-Otto', language: 'en-US', settings: {}, text });
  const speak = (pool: SpeechThreads, text: string) =>
    pool.run('speak', { request: request(text), profile: STANDARD_PROFILE });
  const long = 'and then the river rose again '.repeat(40);
  /** Ends the thread of that number: as it starts, or when it is at work on its task. */
  async function endThread(number: number, when: 'starting' | 'working'): Promise<void> {
    await expect.poll(() => workers.length).toBeGreaterThan(number);
    const { child, ready } = workers[number]!;
    if (when === 'working') {
      await ready;
      const before = computed(child);
      await expect.poll(() => computed(child)).toBeGreaterThan(before + 1);
    } else ready.catch(() => {});
    const gone = once(child, 'close');
    child.kill('SIGKILL');
    await gone;
  }

  it('is replaced, and its task repeated', async () => {
    const from = workers.length;
    const pool = createSpeechThreads(1);
    try {
      const task = speak(pool, long);
      await endThread(from, 'working');
      expect((await task).durationMs).toBeGreaterThan(40_000);
      expect(workers.length).toBeGreaterThan(from + 1);
    } finally {
      await pool.close();
    }
  });

  it('twice fails the task with a typed error; queued and later tasks complete', async () => {
    const from = workers.length;
    const pool = createSpeechThreads(1);
    try {
      const task = speak(pool, long);
      const failed = expect(task).rejects.toMatchObject({ name: 'SpeechThreadError' });
      await endThread(from, 'working');
      await endThread(from + 1, 'working');
      await failed;
      expect((await speak(pool, 'Still here.')).samples).toBeGreaterThan(5000);
    } finally {
      await pool.close();
    }
  });

  it('does not fail queued tasks', async () => {
    const from = workers.length;
    const pool = createSpeechThreads(1);
    try {
      const tasks = [speak(pool, long), ...['One.', 'Two.', 'Three.'].map((text) => speak(pool, text))];
      await endThread(from, 'working');
      for (const { samples } of await Promise.all(tasks)) expect(samples).toBeGreaterThan(3000);
    } finally {
      await pool.close();
    }
  });

  it('does not block tasks while another thread starts', async () => {
    const from = workers.length;
    const pool = createSpeechThreads(1);
    try {
      const task = speak(pool, long);
      await endThread(from, 'working');
      await endThread(from + 1, 'starting');
      expect((await task).samples).toBeGreaterThan(5000);
    } finally {
      await pool.close();
    }
  });
});
