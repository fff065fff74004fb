import { execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { integratedLoudness } from '../../server/audio/loudness.ts';
import { Mp3Encoder } from '../../server/audio/mp3-encoder.ts';
import { BackgroundMusic } from '../../server/audio/music.ts';
import type { Pcm } from '../../server/audio/pcm.ts';
import { STANDARD_PROFILE } from '../../server/audio/bitrates.ts';
import { resample } from '../../server/audio/resample.ts';
import { readWavLayout, readWavSamples } from '../../server/audio/wav.ts';
import { createSpeechThreads, type SpeechThreads } from '../../server/speech/threads.ts';
import { articleText, voiceArticle } from './audio-article.ts';
import { measured, median, unmeasured, type Figure, type Measure } from './figure.ts';
import { definePart } from './part.ts';
import { cpuOf, noProc, watchPeak } from './process-tree.ts';

const missing = ['espeak-ng', 'lame'].filter((command) => spawnSync('which', [command]).status !== 0);
/** Why nothing can be compared with the native programs; null when it can. */
const noNative =
  noProc ??
  (missing.length ? `${missing.join(' and ')} not installed (Debian's packages of these names)` : null);

const shell = (command: string, cwd: string) => () =>
  execFileSync('bash', ['-c', command], { cwd, stdio: 'ignore' });

interface Sizes {
  /** Characters of an article, and rounds. */
  short: { characters: number; rounds: number };
  long: { characters: number; rounds: number };
  /** Characters that are encoded as speech, and rounds. */
  encoded: { characters: number; rounds: number };
  /** Seconds of sound that are mixed, and rounds. */
  mixed: { seconds: number; rounds: number };
  previews: number;
  /** Articles of 5,000 characters, or as many. */
  parallel: { articles: number; characters: number; rounds: number };
  memory: { characters: number; articles: number };
}

/** The figures of speech and audio. */
export const part = definePart<Sizes>({
  minutes: 4.2,
  rows: ['mp3', 'encoding', 'mixing', 'preview', 'threads', 'memory'],
  full: {
    short: { characters: 5_000, rounds: 5 },
    long: { characters: 40_000, rounds: 3 },
    encoded: { characters: 5_000, rounds: 5 },
    mixed: { seconds: 600, rounds: 5 },
    previews: 9,
    parallel: { articles: 4, characters: 5_000, rounds: 5 },
    memory: { characters: 40_000, articles: 500 },
  },
  tiny: {
    short: { characters: 500, rounds: 1 },
    long: { characters: 600, rounds: 1 },
    encoded: { characters: 1_000, rounds: 1 },
    mixed: { seconds: 60, rounds: 1 },
    previews: 3,
    parallel: { articles: 2, characters: 300, rounds: 1 },
    memory: { characters: 500, articles: 5 },
  },
  async measure(sizes, wants) {
    const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
    const figures: Figure[] = [];
    try {
      if (wants('mp3') || wants('preview')) {
        const threads = createSpeechThreads(2);
        await threads.warm();
        if (wants('mp3')) {
          figures.push(await textToMp3(threads, folder, sizes.short, 1.3));
          figures.push(await textToMp3(threads, folder, sizes.long, 1.1));
        }
        if (wants('preview')) figures.push(await preview(threads, sizes.previews));
        await threads.close();
      }
      if (wants('encoding')) figures.push(await encoding(folder, sizes.encoded));
      if (wants('mixing')) figures.push(await mixing(sizes.mixed));
      if (wants('threads')) figures.push(await scaling(sizes.parallel));
      if (wants('memory')) figures.push(...(await memory(sizes.memory)));
      return figures;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
});

/** CPU of ours against that of a native command, in turn; seconds. */
async function inTurn(
  measure: Measure,
  rounds: number,
  ours: () => unknown,
  native: () => unknown,
): Promise<Figure> {
  const [own, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    theirs.push(await cpuOf(native));
    own.push(await cpuOf(ours));
  }
  const note = `${median(own).toFixed(2)} s against ${median(theirs).toFixed(2)} s, all processes`;
  return measured(
    measure,
    own.map((seconds, round) => seconds / theirs[round]!),
    note,
  );
}

async function textToMp3(
  threads: SpeechThreads,
  folder: string,
  { characters, rounds }: Sizes['short'],
  bar: number,
): Promise<Figure> {
  const measure: Measure = {
    name: `CPU of text to finished MP3, ${characters.toLocaleString('en')} characters, against espeak-ng | lame`,
    unit: 'times',
    bar,
    better: 'lower',
    plausible: [0.2, 50],
  };
  if (noNative) return unmeasured(measure, noNative);
  const text = articleText(characters);
  writeFileSync(join(folder, 'text.txt'), text);
  await voiceArticle(threads, text.slice(0, 5000));
  return inTurn(
    measure,
    rounds,
    () => voiceArticle(threads, text),
    shell('espeak-ng -v en-us -f text.txt --stdout | lame --quiet -b 64 -m m - native.mp3', folder),
  );
}

async function encoding(folder: string, { characters, rounds }: Sizes['encoded']): Promise<Figure> {
  const measure: Measure = {
    name: 'CPU of encoding alone, five minutes of speech, against lame',
    unit: 'times',
    bar: 1.15,
    better: 'lower',
    plausible: [0.1, 50],
  };
  if (noNative) return unmeasured(measure, noNative);
  writeFileSync(join(folder, 'text.txt'), articleText(characters));
  const wav = execFileSync('espeak-ng', ['-v', 'en-us', '-f', 'text.txt', '--stdout'], {
    cwd: folder,
    maxBuffer: 1 << 28,
  });
  writeFileSync(join(folder, 'speech.wav'), wav);
  const pcm = readWavSamples(wav, readWavLayout(wav));
  const encoder = await Mp3Encoder.load();
  const ours = () => encoder.encode(STANDARD_PROFILE, pcm.channels);
  ours();
  return inTurn(measure, rounds, ours, shell('lame --quiet -b 64 -m m speech.wav native.mp3', folder));
}

async function mixing({ seconds, rounds }: Sizes['mixed']): Promise<Figure> {
  const measure: Measure = {
    name: 'CPU of resampling to 44.1 kHz, mixing and measuring ten minutes',
    unit: 's',
    bar: 2,
    better: 'lower',
    plausible: [0.1, 100],
  };
  if (noProc) return unmeasured(measure, noProc);
  const noise = (length: number, sampleRate: number): Pcm => ({
    sampleRate,
    channels: [
      Float32Array.from(
        { length: length * sampleRate },
        (_, i) => (Math.sin(i * i * 1e-6) + Math.sin(i * 0.05)) / 4,
      ),
    ],
  });
  const [speech, music] = [noise(seconds, 22_050), noise(60, 22_050)];
  const values: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const cpu = await cpuOf(() => {
      const mixed = resample(speech, 44_100);
      new BackgroundMusic(music, 44_100).underSpeech(mixed.channels);
      integratedLoudness(mixed);
    });
    values.push((cpu * 600) / seconds);
  }
  return measured(measure, values, 'mono, with music');
}

async function scaling({ articles, characters, rounds }: Sizes['parallel']): Promise<Figure> {
  const text = articleText(characters);
  const pools = [createSpeechThreads(1), createSpeechThreads(2)] as const;
  const perMinute = async (threads: SpeechThreads) => {
    const from = performance.now();
    await Promise.all(Array.from({ length: articles }, () => voiceArticle(threads, text)));
    return (articles * 60_000) / (performance.now() - from);
  };
  for (const threads of pools) {
    await threads.warm();
    await perMinute(threads);
  }
  // Alternates both pools, so that other load on the machine affects both.
  const [one, two]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    one.push(await perMinute(pools[0]));
    two.push(await perMinute(pools[1]));
  }
  for (const threads of pools) await threads.close();
  return measured(
    {
      name: 'Articles a minute with two threads against one',
      unit: 'times',
      bar: 1.7,
      better: 'higher',
      plausible: [0.2, 3],
    },
    two.map((rate, round) => rate / one[round]!),
    `${Math.round(median(two))} against ${Math.round(median(one))} articles of ${characters.toLocaleString('en')} characters a minute`,
  );
}

async function preview(threads: SpeechThreads, rounds: number): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    await voiceArticle(threads, `This is how I sound when I read the news, round ${round}.`);
    times.push(performance.now() - from);
  }
  return measured(
    { name: 'Preview of a sentence, warm', unit: 'ms', bar: 300, better: 'lower', plausible: [3, 60_000] },
    times,
    'text to MP3 file',
  );
}

/** Measures a separate process from this one. */
async function memory({ characters, articles }: Sizes['memory']): Promise<Figure[]> {
  const peakOf: Measure = {
    name: `Peak memory of voicing ${characters.toLocaleString('en')} characters`,
    unit: 'MB',
    bar: 350,
    better: 'lower',
    plausible: [80, 8_000],
  };
  const growth: Measure = {
    name: `Memory after ${articles} articles against after ${articles * 0.4}`,
    unit: '%',
    bar: 10,
    better: 'lower',
    plausible: [-60, 1_000],
  };
  if (noProc) return [unmeasured(peakOf, noProc), unmeasured(growth, noProc)];
  const script = fileURLToPath(new URL('./audio-memory.ts', import.meta.url));
  const child = fork(script, [String(characters), String(articles)]);
  const watch = watchPeak(child.pid!);
  const ended = once(child, 'close') as Promise<[number | null]>;
  const voiced = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  const peak = await watch.stop();
  if (voiced[0] !== 'voiced') throw new Error(`The process that voices ended with ${String(voiced[0])}.`);
  child.send('go on');
  const [told] = (await Promise.race([once(child, 'message'), ended])) as [
    { early: number; late: number } | number | null,
  ];
  if (told === null || typeof told === 'number')
    throw new Error(`The process that voices ended with ${told}.`);
  await ended;
  const { early, late } = told;
  return [
    measured(peakOf, [peak], 'PSS of all processes, two threads, looked at 40 times a second'),
    measured(growth, [(late / early - 1) * 100], `${Math.round(late)} against ${Math.round(early)} MB`),
  ];
}
