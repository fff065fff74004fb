import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writeEspeakData } from '../../server/speech/local/espeak-data.ts';
import { localProvider, type LocalProvider } from '../../server/speech/local/local-provider.ts';
import { testSentences } from '../../server/speech/local/test-sentences.ts';
import { VoicesDirectory } from '../../server/speech/local/voices-directory.ts';
import { writePiperPackage, writePiperVoice } from '../speech/models/voice-models.ts';
import { allUnmeasured, measured, median, type Figure, type Measure } from './figure.ts';
import { definePart } from './part.ts';
import { cpuOf, memoryOf, noProc, treeOf } from './process-tree.ts';

const cpu: Measure = {
  name: 'CPU of a voice on this server, against bare sherpa-onnx with the same model',
  unit: 'times',
  bar: 1.05,
  better: 'lower',
  plausible: [0.3, 50],
};
const latency: Measure = {
  name: 'Audio of a sentence later than from bare sherpa-onnx',
  unit: 'ms',
  bar: 50,
  better: 'lower',
  plausible: [-500, 10_000],
};
const noticed: Measure = {
  name: 'A new voice is noticed within',
  unit: 's',
  bar: 60,
  better: 'lower',
  plausible: [0, 300],
};
const idle: Measure = {
  name: 'Memory of ten installed voices that are idle',
  unit: 'MB',
  bar: 5,
  better: 'lower',
  plausible: [-100, 2_000],
};
const growth: Measure = {
  name: 'Memory growth of the process of a voice over many short articles',
  unit: '%',
  bar: 5,
  better: 'lower',
  plausible: [-50, 1_000],
};

const never = new AbortController().signal;
const say = (provider: LocalProvider, text: string, voice = 'hard') =>
  provider.synthesise({ voice, language: 'en-US', settings: {}, text }, never);

const noRuntime = (() => {
  try {
    createRequire(import.meta.url).resolve('sherpa-onnx-node');
    return noProc;
  } catch {
    return 'sherpa-onnx-node is not installed';
  }
})();

/** The figures of voices on this server. */
export const part = definePart({
  minutes: 9,
  rows: ['cpu', 'noticed', 'idle', 'growth'],
  full: { sentences: 50, rounds: 5, articles: 10_000 },
  tiny: { sentences: 2, rounds: 1, articles: 50 },
  async measure({ sentences, rounds, articles }, wants) {
    if (noRuntime) return allUnmeasured([cpu, latency, noticed, idle, growth], noRuntime);
    const figures: Figure[] = [];
    if (wants('cpu')) figures.push(...(await withFolder((folder) => compare(folder, sentences, rounds))));
    if (wants('noticed')) figures.push(await withFolder(notice));
    if (wants('idle')) figures.push(await withFolder(rest));
    if (wants('growth')) figures.push(await withFolder((folder) => grow(folder, articles)));
    return figures;
  },
});

async function withFolder<T>(action: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-voices-'));
  try {
    return await action(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function open(folder: string, idleMs?: number) {
  const directory = new VoicesDirectory(folder);
  await directory.scan();
  const options = { directory, env: { VOICES_PROCESSES: '1' }, patience: { timeoutMs: 60_000 } };
  return { directory, provider: localProvider({ ...options, ...(idleMs !== undefined && { idleMs }) }) };
}

/** Both speak the same sentences in turns, with a model that works about as hard as a real one. */
async function compare(folder: string, count: number, rounds: number): Promise<Figure[]> {
  await writePiperPackage(join(folder, 'hard'), { behavior: 'works hard' });
  const { directory, provider } = await open(folder);
  const { files } = directory.installed.models[0]!;
  const tokens = files.family === 'vits' ? files.tokens : join(folder, 'hard', 'tokens.txt');
  const bare = fork(fileURLToPath(new URL('./bare-voice.ts', import.meta.url)), [
    files.model,
    tokens,
    await writeEspeakData(join(folder, '.bare')),
  ]);
  await once(bare, 'message');
  const texts = testSentences('en-US')!.slice(0, count);
  const ratios: number[] = [];
  const delays: number[] = [];
  const speakBare = async (): Promise<number[]> => {
    bare.send(texts);
    const [times] = (await once(bare, 'message')) as [number[]];
    return times;
  };
  const speak = async (): Promise<number[]> => {
    const times: number[] = [];
    for (const text of texts) {
      const began = performance.now();
      await say(provider, text);
      times.push(performance.now() - began);
    }
    return times;
  };
  // Loads the models.
  await Promise.all([speak(), speakBare()]);
  for (let round = 0; round < rounds; round++) {
    let own: number[] = [];
    let others: number[] = [];
    const ownCpu = await cpuOf(async () => (own = await speak()));
    const bareCpu = await cpuOf(async () => (others = await speakBare()));
    ratios.push(ownCpu / bareCpu);
    delays.push(median(own.map((time, index) => time - others[index]!)));
  }
  bare.disconnect();
  await Promise.all([provider.close(), once(bare, 'exit')]);
  const note = `${count} sentences, a model whose work is about a tenth of its audio's time`;
  return [measured(cpu, ratios, note), measured(latency, delays, note)];
}

async function notice(folder: string): Promise<Figure> {
  const directory = new VoicesDirectory(folder);
  await directory.scan();
  const { promise, resolve } = Promise.withResolvers<void>();
  const unwatch = directory.watch(() => resolve());
  // The timer of the watch keeps no process alive.
  const alive = setInterval(() => {}, 1_000);
  await writePiperVoice(join(folder, 'new'), 'new');
  const began = performance.now();
  await promise;
  clearInterval(alive);
  unwatch();
  return measured(noticed, [(performance.now() - began) / 1_000], 'from the copy to the catalog');
}

async function rest(folder: string): Promise<Figure> {
  for (let voice = 0; voice < 10; voice++)
    await writePiperVoice(join(folder, `voice-${voice}`), `voice-${voice}`);
  // Node's own code is loaded before the first look.
  await withFolder(async (other) => {
    await writePiperVoice(join(other, 'hard'), 'hard');
    const { provider } = await open(other, 100);
    await say(provider, 'Hello.');
    await provider.close();
  });
  const before = await settledMemory();
  const { provider } = await open(folder, 100);
  await say(provider, 'Hello.', 'voice-0');
  while ((await treeOf(process.pid)).length > 1) await sleep(100);
  const after = await settledMemory();
  await provider.close();
  return measured(idle, [after - before], 'ten voices of which one has spoken, after its process ended');
}

async function settledMemory(): Promise<number> {
  const values: number[] = [];
  for (let look = 0; look < 5; look++) {
    globalThis.gc?.();
    await sleep(200);
    values.push(await memoryOf(process.pid));
  }
  return median(values);
}

async function grow(folder: string, articles: number): Promise<Figure> {
  await writePiperVoice(join(folder, 'tone'), 'tone');
  const { provider } = await open(folder);
  const memory: number[] = [];
  const memoryOfVoice = async (): Promise<number> => {
    const [child] = await treeOf(process.pid);
    return memoryOf(child!);
  };
  for (let article = 1; article <= articles; article++) {
    await say(provider, `News ${article}. The council approved budget number ${article}, finally.`, 'tone');
    if (article % Math.ceil(articles / 50) === 0) memory.push(await memoryOfVoice());
  }
  await provider.close();
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = (share: number) => Math.round(memory.length * share);
  const [early, late] = [mean(memory.slice(at(0.1), at(0.3))), mean(memory.slice(at(0.8)))];
  return measured(
    growth,
    [(late / early - 1) * 100],
    `${articles.toLocaleString('en')} articles in one process: ${early.toFixed(0)} MB, then ${late.toFixed(0)} MB`,
  );
}
