import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { integratedLoudness } from '../../server/audio/loudness.ts';
import { Mp3Encoder } from '../../server/audio/mp3-encoder.ts';
import { BackgroundMusic } from '../../server/audio/music.ts';
import type { Pcm } from '../../server/audio/pcm.ts';
import { STANDARD_PROFILE } from '../../server/audio/profile.ts';
import { resample } from '../../server/audio/resample.ts';
import { readWavLayout, readWavSamples } from '../../server/audio/wav.ts';
import { createSpeechThreads, type SpeechThreads } from '../../server/speech/threads.ts';
import { articleText, voiceArticle } from './audio-article.ts';
import { median, type Figure } from './figure.ts';

const installed = (command: string) => spawnSync('which', [command]).status === 0;

/** CPU milliseconds of this process, its threads included. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** CPU milliseconds of a shell command and all that it starts. */
function shellCpuMs(command: string, cwd: string): number {
  const out = execFileSync('bash', ['-c', `${command} || exit 1; times`], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [user, system] = out
    .trim()
    .split('\n')
    .at(-1)!
    .split(' ')
    .map((time) => {
      const [, minutes, seconds] = /(\d+)m([\d.]+)s/.exec(time)!;
      return Number(minutes) * 60_000 + Number(seconds) * 1000;
    });
  return user! + system!;
}

async function textToMp3(
  threads: SpeechThreads,
  folder: string,
  characters: number,
  rounds: number,
  bar: number,
): Promise<Figure> {
  const name = `CPU of text to finished MP3, ${characters.toLocaleString('en')} characters, against espeak-ng | lame`;
  if (!installed('espeak-ng') || !installed('lame')) {
    return {
      name,
      value: null,
      unit: 'times',
      bar,
      want: 'at most',
      note: "espeak-ng or lame is not installed (Debian's packages of these names)",
    };
  }
  const text = articleText(characters);
  writeFileSync(join(folder, 'text.txt'), text);
  const [ours, native]: [number[], number[]] = [[], []];
  await voiceArticle(threads, text.slice(0, 5000));
  for (let round = 0; round < rounds; round++) {
    native.push(
      shellCpuMs('espeak-ng -v en-us -f text.txt --stdout | lame --quiet -b 64 -m m - native.mp3', folder),
    );
    const before = cpuMs();
    await voiceArticle(threads, text);
    ours.push(cpuMs() - before);
  }
  const note = `${Math.round(median(ours))} ms against ${Math.round(median(native))} ms`;
  return {
    name,
    value: median(ours.map((ms, i) => ms / native[i]!)),
    unit: 'times',
    bar,
    want: 'at most',
    note,
  };
}

async function encoding(folder: string): Promise<Figure> {
  const name = 'CPU of encoding alone, five minutes of speech, against lame';
  if (!installed('espeak-ng') || !installed('lame')) {
    return {
      name,
      value: null,
      unit: 'times',
      bar: 1.15,
      want: 'at most',
      note: 'espeak-ng or lame is not installed',
    };
  }
  writeFileSync(join(folder, 'text.txt'), articleText(5000));
  const wav = execFileSync('espeak-ng', ['-v', 'en-us', '-f', 'text.txt', '--stdout'], {
    cwd: folder,
    maxBuffer: 1 << 28,
  });
  writeFileSync(join(folder, 'speech.wav'), wav);
  const pcm = readWavSamples(wav, readWavLayout(wav));
  const encoder = await Mp3Encoder.load();
  encoder.encode(STANDARD_PROFILE, pcm.channels);
  const [ours, native]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round++) {
    native.push(shellCpuMs('lame --quiet -b 64 -m m speech.wav native.mp3', folder));
    const before = cpuMs();
    encoder.encode(STANDARD_PROFILE, pcm.channels);
    ours.push(cpuMs() - before);
  }
  const note = `${Math.round(median(ours))} ms against ${Math.round(median(native))} ms`;
  return {
    name,
    value: median(ours.map((ms, i) => ms / native[i]!)),
    unit: 'times',
    bar: 1.15,
    want: 'at most',
    note,
  };
}

function mixing(): Figure {
  const noise = (seconds: number, sampleRate: number): Pcm => ({
    sampleRate,
    channels: [
      Float32Array.from(
        { length: seconds * sampleRate },
        (_, i) => (Math.sin(i * i * 1e-6) + Math.sin(i * 0.05)) / 4,
      ),
    ],
  });
  const [speech, music] = [noise(600, 22_050), noise(60, 22_050)];
  const rounds = Array.from({ length: 5 }, () => {
    const before = cpuMs();
    const mixed = resample(speech, 44_100);
    new BackgroundMusic(music, 44_100).underSpeech(mixed.channels);
    integratedLoudness(mixed);
    return (cpuMs() - before) / 1000;
  });
  return {
    name: 'CPU of resampling to 44.1 kHz, mixing and measuring ten minutes',
    value: median(rounds),
    unit: 's',
    bar: 2,
    want: 'at most',
    note: 'mono, with music',
  };
}

async function scaling(): Promise<Figure> {
  const text = articleText(5000);
  const pools = [createSpeechThreads(1), createSpeechThreads(2)] as const;
  const perMinute = async (threads: SpeechThreads) => {
    const from = performance.now();
    await Promise.all(Array.from({ length: 4 }, () => voiceArticle(threads, text)));
    return (4 * 60_000) / (performance.now() - from);
  };
  for (const threads of pools) {
    await threads.warm();
    await perMinute(threads);
  }
  // In turn, so that whatever else the machine does meets both.
  const rounds: { one: number; two: number }[] = [];
  for (let round = 0; round < 5; round++)
    rounds.push({ one: await perMinute(pools[0]), two: await perMinute(pools[1]) });
  for (const threads of pools) await threads.close();
  const note = `${Math.round(median(rounds.map(({ two }) => two)))} against ${Math.round(median(rounds.map(({ one }) => one)))} articles of 5,000 characters a minute`;
  return {
    name: 'Articles a minute with two threads against one',
    value: median(rounds.map(({ one, two }) => two / one)),
    unit: 'times',
    bar: 1.7,
    want: 'at least',
    note,
  };
}

async function preview(threads: SpeechThreads): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < 9; round++) {
    const from = performance.now();
    await voiceArticle(threads, `This is how I sound when I read the news, round ${round}.`);
    times.push(performance.now() - from);
  }
  return {
    name: 'Preview of a sentence, warm',
    value: median(times),
    unit: 'ms',
    bar: 300,
    want: 'at most',
    note: 'text to MP3 file',
  };
}

function memory(): Figure[] {
  const script = fileURLToPath(new URL('./audio-memory.ts', import.meta.url));
  const { peak, early, late } = JSON.parse(
    execFileSync(process.execPath, [script], { encoding: 'utf8' }),
  ) as Record<'peak' | 'early' | 'late', number>;
  return [
    {
      name: 'Peak memory of voicing 40,000 characters',
      value: peak,
      unit: 'MB',
      bar: 350,
      want: 'at most',
      note: 'whole process, two threads',
    },
    {
      name: 'Memory after 500 articles against after 200',
      value: (late / early - 1) * 100,
      unit: '%',
      bar: 10,
      want: 'at most',
      note: `${Math.round(late)} against ${Math.round(early)} MB`,
    },
  ];
}

/** The figures of speech and audio. */
export async function figures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-bench-'));
  const threads = createSpeechThreads(2);
  try {
    await threads.warm();
    const rows = [
      await textToMp3(threads, folder, 5000, 5, 1.3),
      await textToMp3(threads, folder, 40_000, 2, 1.1),
      await encoding(folder),
      mixing(),
      await preview(threads),
    ];
    await threads.close();
    return [...rows, await scaling(), ...memory()];
  } finally {
    await threads.close();
    rmSync(folder, { recursive: true });
  }
}
