/**
 * Runs in a separate process of `voices-figures.ts`: speaks texts with sherpa-onnx as its examples do,
 * without Parlance. Reports the milliseconds of each.
 */
import { createRequire } from 'node:module';
import type { SherpaOnnx } from 'sherpa-onnx-node';

const [model, tokens, dataDir] = process.argv.slice(2) as [string, string, string];
const { OfflineTts } = createRequire(import.meta.url)('sherpa-onnx-node') as SherpaOnnx;
const tts = new OfflineTts({
  model: {
    vits: { model, tokens, dataDir, noiseScale: 0.667, noiseScaleW: 0.8, lengthScale: 1 },
    numThreads: 1,
    provider: 'cpu',
  },
  maxNumSentences: 1,
});
process.on('message', (texts: string[]) => {
  const times = texts.map((text) => {
    const began = performance.now();
    tts.generate({ text, sid: 0, speed: 1, enableExternalBuffer: false });
    return performance.now() - began;
  });
  process.send!(times);
});
process.on('disconnect', () => process.exit());
process.send!('ready');
