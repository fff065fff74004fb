import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localProvider } from '../../server/speech/local/local-provider.ts';
import { VoicesDirectory } from '../../server/speech/local/voices-directory.ts';
import { memoryOf, noProc, treeOf } from '../bench/process-tree.ts';
import { isFull, runs } from '../support/full.ts';
import { recordedSounds, writeKokoro } from './models/voice-models.ts';

const articles = runs(150, 10_000);
/** Short texts that recur with others between them, among them headings of one to three words. */
const texts = ['Sport', 'Weather report', 'Breaking news today', 'The council approved the budget, finally.'];

test(
  'one process generates many short articles, without losing a word or growing',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parlance-many-'));
    await writeKokoro(join(folder, 'kokoro'));
    const directory = new VoicesDirectory(folder);
    await directory.scan();
    const provider = localProvider({
      directory,
      env: { VOICES_PROCESSES: '1' },
      patience: { timeoutMs: 60_000 },
    });
    const processes = new Set<number>();
    const memory: number[] = [];
    const expected = new Map<string, string>();
    try {
      for (let article = 0; article < articles; article++) {
        const text = texts[article % texts.length]!;
        const { audio, format } = await provider.synthesise(
          { voice: 'kokoro#af_tone', language: 'en-US', settings: {}, text },
          new AbortController().signal,
        );
        const samples = Float32Array.from(new Int16Array(audio.slice().buffer), (sample) => sample / 32_768);
        const sounds = recordedSounds(samples, format.kind === 's16le' ? format.sampleRate : 0);
        if (!expected.has(text)) expected.set(text, sounds);
        expect(sounds, text).toBe(expected.get(text));
        if (article % (articles / 50) < 1) {
          const [child] = (await treeOf(process.pid)).filter((pid) => pid !== process.pid);
          processes.add(child!);
          memory.push(await memoryOf(child!));
        }
      }
    } finally {
      await provider.close();
      await rm(folder, { recursive: true, force: true });
    }
    expect(Object.fromEntries(expected)).toEqual({
      Sport: 'spɔɹt',
      'Weather report': 'wɛðɚɹᵻpɔɹt',
      'Breaking news today': 'bɹeɪkɪŋnuztədeɪ',
      'The council approved the budget, finally.': 'ðəkaʊnsəlɐpɹuvdðəbʌdʒɪtfaɪnəli',
    });
    if (noProc) return;
    expect(processes.size).toBe(1);
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    // The first articles fill caches.
    const growth = mean(memory.slice(40)) / mean(memory.slice(5, 15));
    expect(growth).toBeLessThan(isFull ? 1.05 : 1.5);
  },
  isFull ? 3_600_000 : undefined,
);
