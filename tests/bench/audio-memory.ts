/**
 * Runs in a separate process of `audio-figures.ts`: generates one article of the given length, then the given
 * number of short ones. Reports its memory after two fifths of them and at the end.
 */
import { once } from 'node:events';
import { createSpeechThreads } from '../../server/speech/threads.ts';
import { articleText, voiceArticle } from './audio-article.ts';
import { memoryOf } from './process-tree.ts';

const [characters, articles] = process.argv.slice(2).map(Number) as [number, number];
const threads = createSpeechThreads(2);
await threads.warm();
await voiceArticle(threads, articleText(characters));
process.send!('voiced');
await once(process, 'message');
const short = articleText(150);
const memory: number[] = [];
for (let article = 1; article <= articles; article++) {
  await voiceArticle(threads, `${short} ${article}`);
  if (article % (articles / 50) < 1) memory.push(await memoryOf(process.pid));
}
const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
// The first fifth lets the heaps settle after the long article.
const at = (share: number) => Math.round(memory.length * share);
process.send!({ early: mean(memory.slice(at(0.2), at(0.4))), late: mean(memory.slice(at(0.8))) });
await threads.close();
process.disconnect();
