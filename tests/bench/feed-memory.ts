/**
 * Stores the given number of feeds in a separate process, and prints their memory. Run with `--expose-gc` and
 * the number.
 */
import { createHash } from 'node:crypto';
import { FeedCache } from '../../server/feeds/feed-cache.ts';
import { podcastRss } from '../../server/feeds/podcast-rss.ts';
import { anEpisode, aPodcast } from '../support/test-feeds.ts';
import { feedMemory } from '../../server/http/feeds.ts';
import { textOf } from './feed-text.ts';

const feeds = Number(process.argv[2]);
/** Some 39 KB each. */
const episodes = 20;
const bodyOf = (key: string): Buffer =>
  Buffer.from(
    podcastRss(
      aPodcast({
        address: `https://audio.example/podcast/${key}`,
        episodes: Array.from({ length: episodes }, (_, at) => {
          const hash = createHash('sha256').update(`${key} ${at}`).digest('hex');
          return anEpisode({
            guid: hash.slice(0, 36),
            title: textOf(`title ${hash}`).slice(0, 60),
            summary: textOf(hash),
            audio: {
              url: `https://audio.example/download/audio/${hash}.mp3`,
              bytes: 480_000 + at,
              durationMs: 61_400,
            },
            transcripts: {
              vtt: `https://audio.example/podcast/${key}/${hash}/t.vtt`,
              json: `https://audio.example/podcast/${key}/${hash}/t.json`,
            },
          });
        }),
      }),
    ),
  );

const resident = (): number => (globalThis.gc!(), process.memoryUsage().rss / 1e6);

const cache = new FeedCache({
  maxBytes: feedMemory,
  render: async (key) => ({
    status: 200,
    projectId: Number(key),
    body: bodyOf(key),
    type: 'text/xml',
    etag: '""',
    modifiedAt: new Date(),
    headers: [],
  }),
});
// What writing a feed takes at all is there before.
for (let key = feeds; key < feeds + 200; key++) await cache.ask(String(key));
cache.forget(null);
const before = resident();
for (let key = 0; key < feeds; key++) await cache.ask(String(key));
const after = resident();
console.log(
  JSON.stringify({
    megabytes: after - before,
    feeds: cache.size.feeds,
    bytes: bodyOf('1').length,
    kept: cache.size.bytes / 1e6,
  }),
);
