/**
 * Run by `audio.ts` in a process of its own: memory of voicing one long article, and of five hundred short
 * ones.
 */
import { createSpeechThreads } from '../../server/speech/threads.ts';
import { articleText, voiceArticle } from './audio-article.ts';
import { processMemory } from './process-memory.ts';

const threads = createSpeechThreads(2);
await threads.warm();
const long = articleText(40_000);
await voiceArticle(threads, long);
const { peak } = await processMemory(process.pid);
const short = articleText(150);
const memory: number[] = [];
for (let article = 1; article <= 500; article++) {
  await voiceArticle(threads, `${short} ${article}`);
  if (article % 10 === 0) memory.push((await processMemory(process.pid)).resident);
}
const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
// The first hundred let the heaps settle after the long article.
console.log(JSON.stringify({ peak, early: mean(memory.slice(10, 20)), late: mean(memory.slice(-10)) }));
await threads.close();
