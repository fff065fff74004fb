import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { FeedCache, type FeedResponse } from './feed-cache.ts';

const rendered = (text: string, projectId = 1): FeedResponse => ({
  status: 200,
  projectId,
  body: Buffer.from(text),
  type: 'text/plain',
  etag: null,
  modifiedAt: null,
  headers: [],
});
const roomy = { kept: 1e6, forms: 1e6 };

test('a thousand simultaneous requests for a missing entry share one rendering', async () => {
  let given = 0;
  const cache = new FeedCache({
    maxBytes: roomy,
    render: async () => (given++, await new Promise(setImmediate), rendered('feed')),
  });
  const feeds = await Promise.all(Array.from({ length: 1_000 }, () => cache.ask('/podcast/a')));
  expect(new Set(feeds).size).toBe(1);
  expect(given).toBe(1);
  expect(await cache.ask('/podcast/a')).toBe(feeds[0]);
  expect(given).toBe(1);
  cache.forget(1);
  await Promise.all(Array.from({ length: 1_000 }, () => cache.ask('/podcast/a')));
  expect(given).toBe(2);
});

test('a change during rendering is not lost', async () => {
  const texts = ['old', 'new'];
  const cache: FeedCache = new FeedCache({
    maxBytes: roomy,
    async render() {
      const text = texts.shift() ?? 'once too often';
      if (text === 'old') cache.forget(1);
      return rendered(text);
    },
  });
  const feed = (await cache.ask('k'))!;
  expect(gunzipSync(feed.gzip).toString()).toBe('new');
  expect(cache.peek('k')).toBe(feed);
});

test('only a change of the same project drops an entry, and a lost connection drops all', async () => {
  const cache: FeedCache = new FeedCache({
    maxBytes: roomy,
    render: async (key) => (cache.forget(9), rendered(key, Number(key))),
  });
  await Promise.all(['1', '2'].map((key) => cache.ask(key)));
  expect(cache.renders).toBe(2);
  cache.forget(1);
  expect([cache.peek('1'), cache.peek('2')]).toEqual([undefined, expect.anything()]);
  cache.forget(null);
  expect(cache.size).toEqual({ feeds: 0, bytes: 0 });
});

test('a failed rendering fails all waiting requests, and the next request tries again', async () => {
  let fails = true;
  const cache = new FeedCache({
    maxBytes: roomy,
    async render() {
      if (fails) throw new Error('no database');
      return rendered('feed');
    },
  });
  const all = await Promise.allSettled([cache.ask('k'), cache.ask('k')]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await cache.ask('k')).not.toBeNull();
});

test('the cache stays within its size limit and keeps recently used entries', async () => {
  const body = (key: string) => Array.from({ length: 300 }, (_, at) => `${key}${Math.sin(at)}`).join();
  const cache = new FeedCache({
    maxBytes: { kept: 30_000, forms: 15_000 },
    render: async (key) => rendered(body(key), Number(key)),
  });
  for (let at = 0; at < 40; at++) {
    const feed = (await cache.ask(String(at)))!;
    expect((await cache.body(feed, 'identity')).toString()).toBe(body(String(at)));
    expect(brotliDecompressSync(await cache.body(feed, 'br')).toString()).toBe(body(String(at)));
    cache.peek('0');
    expect(cache.size.bytes).toBeLessThanOrEqual(45_000);
  }
  expect(cache.peek('0')).toBeDefined();
  expect(cache.peek('1')).toBeUndefined();
  expect(cache.size.feeds).toBeGreaterThan(2);
  cache.forget(null);
  expect(cache.size).toEqual({ feeds: 0, bytes: 0 });
});
