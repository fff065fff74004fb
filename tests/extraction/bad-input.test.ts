import { gzipSync } from 'node:zlib';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Extraction, ExtractionThreads } from '../../server/extraction/extraction-threads.ts';
import { createExtractionThreads } from '../../server/extraction/extraction-threads.ts';
import { readFeed } from '../../server/extraction/feed/read-feed.ts';
import type { FixtureSite } from './fixture-site.ts';
import { serveSite } from './fixture-site.ts';

const entities = Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
).join('');
const prose = '<p>A sentence that is long enough to count as prose, whatever surrounds it on this page.</p>';

/** Documents that sites send in malice or by mistake, as feeds and as pages. */
const documents: Record<string, { type?: string; encoding?: string; body: string | Buffer }> = {
  '/page-as-feed': {
    type: 'application/rss+xml',
    body: '<!DOCTYPE html><html><head><link rel="alternate" type="application/atom+xml" href="/atom.xml"></head><body>Hello</body></html>',
  },
  '/xhtml-as-feed': {
    body: '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
  },
  '/empty': { body: '' },
  '/blank': { body: ' \n\t ' },
  '/binary': { body: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0xff, 0xfe, 0x80]) },
  '/json-number': { body: '[1, 2, 3]' },
  '/json-cut': { body: '{"version":"https://jsonfeed.org/version/1.1","items":[{"id":' },
  '/deep-xml': { body: `<rss><channel>${'<item>'.repeat(100_000)}` },
  '/bomb': {
    body: `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY l0 "lol">${entities}]><rss><channel><title>&l9;</title><item><guid>1</guid><title>a &l9; b</title></item></channel></rss>`,
  },
  '/external': {
    body:
      '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://127.0.0.1:1/x.dtd"> ' +
      '%p;]><rss><channel><title>t</title><item><guid>1</guid><title>&x;</title></item></channel></rss>',
  },
  '/quadratic': {
    body: `<!DOCTYPE r [<!ENTITY a "${'a'.repeat(50_000)}">]><rss><channel><title>${'&a;'.repeat(50_000)}</title></channel></rss>`,
  },
  '/many-items': { body: `<rss><channel>${'<item><guid>x</guid></item>'.repeat(20_000)}</channel></rss>` },
  '/control': {
    body: '<rss><channel><item><guid> a\u0001b </guid><title>Bell\u0007 \u202Eevil\u202C \u0000 title\uFFFE</title></item></channel></rss>',
  },
  '/divs': { body: '<div>'.repeat(1_000_000) },
  '/wide': { body: '<b>x</b>'.repeat(400_000) },
  '/no-text': { body: '<html><body><img src="x"><script>var a = "text";</script></body></html>' },
  '/emoji': { body: `<html><body><h1>🎉🎉🎉</h1><p>🎉 👩‍👩‍👧 🏳️‍🌈</p></body></html>` },
  '/surrogates': {
    body: Buffer.from(
      `<html><body><h1>Title of the page</h1>${prose}<p>lone &#xD800; surrogate and &#0; null and &#x1F600; face, which are not all characters</p></body></html>`,
    ),
  },
  '/lies-utf8': {
    type: 'text/html; charset=utf-8',
    body: Buffer.from(
      '<html><body><h1>Die Brücke über die Mühlgräben</h1><p>Für größere Übergänge müssen Brückenbögen höher aufgeständert werden, ' +
        'sagt der Stadtrat über die Pläne.</p></body></html>',
      'latin1',
    ),
  },
  '/lies-latin1': {
    type: 'text/html; charset=iso-8859-1',
    body:
      '<html><head><meta charset="windows-1252"></head><body><h1>Die Brücke</h1><p>Für größere Übergänge müssen Brückenbögen ' +
      'höher aufgeständert werden, sagt der Stadtrat über die Pläne.</p></body></html>',
  },
  '/unknown-charset': {
    type: 'text/html; charset=klingon',
    body:
      '<html><body><h1>Die Brücke</h1><p>Für größere Übergänge müssen Brückenbögen höher aufgeständert werden, sagt der Stadtrat ' +
      'über die Pläne.</p></body></html>',
  },
  '/bomb-page': { encoding: 'gzip', body: gzipSync(Buffer.alloc(60e6)) },
  '/pdf': { type: 'application/pdf', body: '%PDF-1.7 ...' },
};

let site: FixtureSite;
let threads: ExtractionThreads;
let reading: Extraction;
beforeAll(async () => {
  threads = createExtractionThreads({ timeoutMs: 30_000, memoryMb: 256 });
  reading = threads.for('test');
  site = await serveSite((request, response) => {
    const { type = '', encoding = '', body } = documents[request.url ?? ''] ?? { body: '' };
    response
      .writeHead(200, {
        ...(type === '' ? {} : { 'content-type': type }),
        ...(encoding === '' ? {} : { 'content-encoding': encoding }),
      })
      .end(body);
  });
});
afterAll(async () => {
  await threads.close();
  await site.close();
});

const feedAt = async (path: string) => {
  const result = await readFeed(site.url(path), { fetch: site.fetch, parse: reading.parseFeed });
  if (result.notModified) throw new Error('304 without validators');
  return result.feed;
};
const articleAt = async (path: string) => {
  const response = await site.fetch(site.url(path));
  return reading.extractArticle(response.bytes, {
    url: response.url,
    contentType: response.headers['content-type'] ?? null,
  });
};

describe('invalid feeds are refused', () => {
  it.each([
    ['/page-as-feed', 'html'],
    ['/xhtml-as-feed', 'html'],
    ['/empty', 'empty'],
    ['/blank', 'empty'],
    ['/binary', 'not-a-feed'],
    ['/json-number', 'not-a-feed'],
    ['/json-cut', 'bad-json'],
    ['/deep-xml', 'too-complex'],
    ['/bomb-page', 'too-large'],
  ])('%s: %s', async (path, kind) => {
    await expect(feedAt(path)).rejects.toMatchObject({ kind });
  });

  it('a page is refused with the feed that it advertises', async () => {
    await expect(feedAt('/page-as-feed')).rejects.toMatchObject({ advertised: [site.url('/atom.xml')] });
  });
});

describe('hostile feeds are harmless', () => {
  it('an entity bomb is not expanded', async () => {
    const feed = await feedAt('/bomb');
    expect(feed.items[0]?.title).toBe('a &l9; b');
  });

  it('an external entity is not read', async () => {
    expect((await feedAt('/external')).items[0]?.title).toBe('&x;');
  });

  it('a quadratic entity bomb is not expanded', async () => {
    expect((await feedAt('/quadratic')).title?.length).toBeLessThan(200_000);
  });

  it('items beyond the limit are dropped', async () => {
    expect((await feedAt('/many-items')).items).toHaveLength(1_000);
  });

  it('control and bidirectional characters are removed', async () => {
    expect((await feedAt('/control')).items[0]?.title).toBe('Bell evil title');
  });
});

describe('invalid pages are refused', () => {
  it.each([
    ['/empty', 'empty'],
    ['/blank', 'empty'],
    ['/divs', 'too-complex'],
    ['/wide', 'too-complex'],
    ['/no-text', 'no-text'],
    ['/pdf', 'not-html'],
    ['/bomb-page', 'too-large'],
  ])('%s: %s', async (path, kind) => {
    await expect(articleAt(path)).rejects.toMatchObject({ kind });
  });
});

describe('unusual pages are read', () => {
  it.each(['/lies-utf8', '/lies-latin1', '/unknown-charset'])('%s', async (path) => {
    expect((await articleAt(path)).text).toBe(
      'Für größere Übergänge müssen Brückenbögen höher aufgeständert werden, sagt der Stadtrat über die Pläne.',
    );
  });

  it('emoji alone count as text', async () => {
    expect(await articleAt('/emoji')).toMatchObject({ title: '🎉🎉🎉', text: '🎉 👩‍👩‍👧 🏳️‍🌈' });
  });

  it('half a surrogate is dropped', async () => {
    const { text } = await articleAt('/surrogates');
    expect(text.isWellFormed()).toBe(true);
    expect(text).toContain('😀 face');
    expect(text).not.toMatch(/[\uFFFD\u0000]/);
  });
});

describe('extraction threads', () => {
  it('keep the event loop free while a hostile page is read', async () => {
    const before = performance.eventLoopUtilization();
    await reading.extractArticle(`<html><body>${prose.repeat(20_000)}</body></html>`).catch(() => undefined);
    // Extracting here would make it 1. Unlike a longest delay, this does not fail because the machine is busy
    // with something else.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  it('time out a task, and run the next', async () => {
    const hasty = createExtractionThreads({ timeoutMs: 4_000 });
    try {
      // Every paragraph counts its siblings, once for each rule: several times the square of a page's bound.
      const page = `<html><body>${'<p>a b c d e f g h '.repeat(40_000)}</body></html>`;
      const rules = Array.from(
        { length: 12 },
        (_, at) => ({ rule: 'should-not', selector: `p:nth-last-of-type(${at + 3})` }) as const,
      );
      await expect(hasty.for('test').extractArticle(page, { rules })).rejects.toMatchObject({
        name: 'ExtractionError',
        kind: 'timeout',
      });
      // A busy machine may take longer than that to start the next thread.
      const next = () =>
        hasty
          .for('test')
          .extractArticle(`<html><body>${prose}</body></html>`)
          .then(
            ({ text }) => text,
            () => '',
          );
      await expect.poll(next).toContain('long enough');
    } finally {
      await hasty.close();
    }
  });

  it('end a task that exceeds its memory limit, and run the next', async () => {
    // What reads pages is 25 MB itself, before it has any.
    const small = createExtractionThreads({ timeoutMs: 60_000, memoryMb: 64 });
    try {
      // Within the bounds on elements and characters, which would refuse it before its memory runs out.
      const paragraphs = Array.from(
        { length: 55_000 },
        (_, at) => `<p title="${at}" lang="en" class="a${at}">${`${at} words and words, `.repeat(6)}</p>`,
      );
      const page = `<html><body>${paragraphs.join('')}</body></html>`;
      await expect(small.for('test').extractArticle(page)).rejects.toMatchObject({
        name: 'ExtractionError',
        kind: 'out-of-memory',
      });
      expect((await small.for('test').extractArticle(`<html><body>${prose}</body></html>`)).text).toContain(
        'long enough',
      );
    } finally {
      await small.close();
    }
  });

  it('pass on typed errors with their details', async () => {
    const rule = { rule: 'should', selector: 'p[' } as const;
    await expect(reading.extractArticle(prose, { rules: [rule] })).rejects.toMatchObject({
      name: 'ExtractionError',
      kind: 'bad-selector',
      rule,
    });
  });
});
