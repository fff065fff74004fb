/** Run by `audio.ts` in a process of its own: memory of voicing one long article, and of five hundred short ones. */
import { createSpeechThreads } from '../../server/speech/threads.ts';
import { articleText, voiceArticle } from './audio-article.ts';

const threads = createSpeechThreads(2);
await threads.warm();
const long = articleText(40_000);
await voiceArticle(threads, long);
const peak = process.resourceUsage().maxRSS / 1024;
const short = articleText(150);
const memory: number[] = [];
for (let article = 1; article <= 500; article++) {
  await voiceArticle(threads, `${short} ${article}`);
  if (article % 10 === 0) memory.push(process.memoryUsage.rss() / 1024 / 1024);
}
const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
// The first hundred let the heaps settle after the long article.
console.log(JSON.stringify({ peak, early: mean(memory.slice(10, 20)), late: mean(memory.slice(-10)) }));
await threads.close();
