import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { startSite, type Page } from '../support/site.ts';
import { openSocket } from '../support/test-socket.ts';

const site = await startSite();
const other = await startSite();
afterAll(() => Promise.all([site.close(), other.close()]));
const server = useServer({ env: { FETCH_ALLOW_HOSTS: site.host } });

let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
  site.requests.length = 0;
});

const fields = `address site name language feeds { url title } sitemap source { type url } voice { name language } done
  problem { kind message advice }
  articles { url title text excerpt opening characters durationMs publishedAt isGiven isInSource problem { kind message } }`;
const look = async (url: string, credentials = token) => {
  const { data, errors } = await server.graphql(
    `query ($url: String!) { siteOnboarding(url: $url) { ${fields} } }`,
    { url },
    credentials,
  );
  expect(errors).toBeUndefined();
  return data!['siteOnboarding'];
};

const german = [
  'Die Bäckerei an der Hafenstraße öffnet ab Montag eine Stunde früher. Pendler hatten darum gebeten, seit die erste Straßenbahn auf halb sechs verlegt worden war.',
  'Die Bäckerin, die seit dreißig Jahren nachts arbeitet, nennt die Änderung eine kleine Sache. Ihre Nachbarn sehen das anders: Der Duft des frischen Brotes ist nun vor der Bahn an der Haltestelle.',
  'Ob die früheren Zeiten bleiben, wird im Frühjahr entschieden. Bis dahin werden die ersten Brötchen um Viertel nach fünf verkauft, und die Bank vor dem Laden bleibt, wo sie ist.',
];
const story = (
  title: string,
  head = '',
): string => `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>${title} | Hafenblatt</title>
<meta property="og:type" content="article">${head}</head><body><header><a href="/">Hafenblatt</a></header><main><article><h1>${title}</h1>
${german.map((text) => `<p>${text}</p>`).join('\n')}</article></main></body></html>`;
const path = (day: number): string => `/2026/11/${String(day).padStart(2, '0')}/frueher-als-die-bahn-${day}`;

/** Creates a publisher's site at a unique path prefix, so that tests share no cached data. */
function front({ head = '', links = [] as number[] } = {}): string {
  return `<!doctype html><html lang="de-DE"><head><meta charset="utf-8"><title>Hafenblatt – Nachrichten vom Kai</title>
<meta property="og:site_name" content="Hafenblatt">${head}</head><body><main>${links
    .map((day) => `<h2><a href="${path(day)}">Früher als die Bahn, Folge ${day}</a></h2>`)
    .join('')}<p>${german[0]}</p></main></body></html>`;
}

function feed(
  days: readonly number[],
  { whole = true } = {},
): { headers: Record<string, string>; body: string } {
  const items = days.map(
    (
      day,
    ) => `<item><title>Früher als die Bahn, Folge ${day}</title><link>${site.url}${path(day)}</link><guid>${day}</guid>
<pubDate>${new Date(Date.UTC(2026, 10, day, 6)).toUTCString()}</pubDate><description>Kurz gesagt.</description>
${whole ? `<content:encoded><![CDATA[${german.map((text) => `<p>${text}</p>`).join('')}]]></content:encoded>` : ''}</item>`,
  );
  return {
    headers: { 'content-type': 'application/rss+xml' },
    body: `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Hafenblatt: alles</title><link>${site.url}/</link><language>de</language>${items.join('')}</channel></rss>`,
  };
}

/** What the site has; everything else is gone. */
const known = new Set<string>();
function have(pages: Record<string, Page>): void {
  for (const gone of known) site.set(gone, { status: 404 });
  known.clear();
  for (const [at, page] of Object.entries(pages)) {
    site.set(at, page);
    known.add(at);
  }
}

describe('a site', () => {
  test('with a feed returns name, language, feed, sitemap, a matching voice and the newest five articles', async () => {
    have({
      '/': front({
        head: '<link rel="alternate" type="application/rss+xml" title="Alle Artikel" href="/alles.xml">',
      }),
      '/alles.xml': feed([3, 9, 1, 7, 5, 8, 2]),
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: `User-agent: *\nDisallow: /intern\nSitemap: ${site.url}/karte.xml`,
      },
    });
    const found = await look(site.url);
    expect(found).toMatchObject({
      address: `${site.url}/`,
      site: `${site.url}/`,
      name: 'Hafenblatt',
      language: 'de-DE',
      feeds: [{ url: `${site.url}/alles.xml`, title: 'Alle Artikel' }],
      sitemap: `${site.url}/karte.xml`,
      source: { type: 'RSS', url: `${site.url}/alles.xml` },
      voice: { name: expect.stringMatching(/^offline:de-DE-/), language: 'de-DE' },
      problem: null,
      done: true,
    });
    expect(found.articles.map(({ title }: { title: string }) => title.replace(/\D+/, ''))).toEqual([
      '9',
      '8',
      '7',
      '5',
      '3',
    ]);
    const [first] = found.articles;
    expect(first.text).toBe(german.join('\n\n'));
    expect(first.excerpt.length).toBeLessThanOrEqual(300);
    expect(first.characters).toBe(first.title.length + first.text.length);
    expect(first.durationMs).toBeGreaterThan(20_000);
    expect(first.publishedAt).toBe('2026-11-09T06:00:00.000Z');
    // The preview takes it as it is, and it ends with a whole sentence.
    expect(first.opening).toMatch(/^Früher als die Bahn, Folge 9\. Die Bäckerei .*kleine Sache\.$/);
    // The feed has whole texts, so no article's page was requested.
    expect(site.requests.map(({ path: asked }) => asked)).not.toContain(path(9));
  });

  test('becomes a project with the results', async () => {
    const { source, voice, name } = await look(site.url);
    const { data } = await server.graphql(
      `mutation ($input: CreateProjectInput!) { createProject(input: $input) { ... on CreateProjectSuccess { project { name voice { language } sources { type url } } } ... on Error { message } } }`,
      { input: { name, voice: { name: voice.name, language: voice.language }, sources: [source] } },
      token,
    );
    expect(data!['createProject']).toMatchObject({
      project: {
        name: 'Hafenblatt',
        voice: { language: 'de-DE' },
        sources: [{ type: 'RSS', url: `${site.url}/alles.xml` }],
      },
    });
  });

  test('whose feed has only teasers has its pages read', async () => {
    have({
      '/': front({ head: '<link rel="alternate" type="application/rss+xml" href="/kurz.xml">' }),
      '/kurz.xml': feed([4, 2], { whole: false }),
      [path(4)]: story('Früher als die Bahn, Folge 4'),
      [path(2)]: { status: 500 },
    });
    const { articles, feeds } = await look(site.url);
    expect(feeds).toEqual([{ url: `${site.url}/kurz.xml`, title: 'Hafenblatt: alles' }]);
    expect(articles).toMatchObject([
      { text: german.join('\n\n'), problem: null },
      { text: null, excerpt: null, characters: null, problem: { kind: 'FAILING' } },
    ]);
  });

  test('without a feed has links and sitemap followed, and its front page becomes the source', async () => {
    have({
      '/': front({ links: [1, 2, 3] }),
      ...Object.fromEntries([1, 2, 3].map((day) => [path(day), story(`Folge ${day}`)])),
    });
    const found = await look(site.url);
    expect(found).toMatchObject({
      source: { type: 'PARSER', url: `${site.url}/` },
      feeds: [],
      problem: null,
    });
    expect(found.articles.map(({ text }: { text: string }) => text)).toEqual(
      [1, 2, 3].map(() => german.join('\n\n')),
    );
  });

  test('given by one of its articles returns that one first, then others of its feed', async () => {
    have({
      '/': front({ head: '<link rel="alternate" type="application/rss+xml" href="/alles.xml">' }),
      '/alles.xml': feed([9, 8, 7, 6, 5, 4]),
      [path(8)]: story('Früher als die Bahn, Folge 8'),
    });
    const found = await look(`${site.url}${path(8)}?utm_source=mail#oben`);
    expect(found).toMatchObject({
      site: `${site.url}/`,
      name: 'Hafenblatt',
      source: { type: 'RSS', url: `${site.url}/alles.xml` },
    });
    expect(found.articles.map(({ url }: { url: string }) => url.replace(/.*-/, ''))).toEqual([
      '8',
      '9',
      '7',
      '6',
      '5',
    ]);
    expect(found.articles[0]).toMatchObject({
      isGiven: true,
      isInSource: true,
      url: `${site.url}${path(8)}`,
      text: german.join('\n\n'),
    });
  });

  test('given by its feed is found', async () => {
    have({ '/alles.xml': feed([2, 1]) });
    expect(await look(`${site.url}/alles.xml`)).toMatchObject({
      site: `${site.url}/`,
      name: 'Hafenblatt: alles',
      language: 'de',
      source: { type: 'RSS', url: `${site.url}/alles.xml` },
      articles: [{ isGiven: false }, { isGiven: false }],
    });
  });

  test('given without a scheme falls back to HTTP if HTTPS does not respond', async () => {
    have({ '/alles.xml': feed([2, 1]) });
    expect(await look(`${site.host}/alles.xml`)).toMatchObject({
      address: `${site.url}/alles.xml`,
      name: 'Hafenblatt: alles',
      problem: null,
    });
  });

  test('with a wrong encoding header is decoded correctly', async () => {
    const latin = Buffer.from(
      story('Größer als die Straßenbahn').replace('<meta charset="utf-8">', '<meta charset="iso-8859-1">'),
      'latin1',
    );
    have({
      [path(1)]: { headers: { 'content-type': 'text/html; charset=utf-8' }, body: latin },
      '/': front(),
    });
    const [article] = (await look(`${site.url}${path(1)}`)).articles;
    expect(article).toMatchObject({ title: 'Größer als die Straßenbahn', text: german.join('\n\n') });
  });

  test('in a language without voice gets no voice', async () => {
    have({ '/': '<html lang="sw"><title>Habari</title><p>Karibu.</p></html>' });
    expect(await look(site.url)).toMatchObject({ language: 'sw', voice: null });
  });

  test('streams results: the name before the articles, and a final event', async () => {
    have({
      '/': front({ head: '<link rel="alternate" type="application/rss+xml" href="/alles.xml">' }),
      '/alles.xml': (_, response) =>
        void setTimeout(() => response.writeHead(200, feed([2, 1]).headers).end(feed([2, 1]).body), 300),
    });
    const socket = await openSocket(server.url, { token });
    await expect.poll(() => socket.messages.map(({ type }) => type)).toContain('connection_ack');
    const query = `subscription ($url: String!) { siteOnboarding(url: $url) { ${fields} } }`;
    socket.send({ id: '1', type: 'subscribe', payload: { query, variables: { url: site.url } } });
    await expect.poll(() => socket.messages.at(-1).type).toBe('complete');
    const events = socket.messages
      .filter(({ type }) => type === 'next')
      .map(({ payload }) => payload.data.siteOnboarding);
    expect(events[0]).toMatchObject({
      name: 'Hafenblatt',
      articles: [],
      done: false,
      voice: { language: 'de-DE' },
    });
    expect(events.at(-1)).toMatchObject({ done: true, articles: [{ text: german.join('\n\n') }, {}] });
    expect(events.filter(({ done }) => done)).toHaveLength(1);
    socket.close();
  });
});

describe('an unreadable URL is explained with what to do', () => {
  const slowly: Page = (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).write('<html>');
  const endless: Page = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const chunk = `<p>${'more and more '.repeat(5_000)}</p>`;
    const go = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', go);
    go();
  };
  test.each<[string, string, Record<string, Page>]>([
    ['a password', 'SIGN_IN', { '/x': { status: 401 } }],
    ['a missing page', 'MISSING', { '/x': { status: 404 } }],
    ['refused', 'REFUSED', { '/x': { status: 403 } }],
    ['a server error', 'FAILING', { '/x': { status: 503 } }],
    [
      'a redirect loop',
      'REDIRECTS',
      {
        '/x': { status: 302, headers: { location: '/y' } },
        '/y': { status: 302, headers: { location: '/x' } },
      },
    ],
    [
      'a redirect into a private network',
      'PRIVATE_ADDRESS',
      { '/x': { status: 302, headers: { location: `${other.url}/` } } },
    ],
    ['a PDF', 'NOT_A_PAGE', { '/x': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' } }],
    ['a PDF labeled as HTML', 'NOT_A_PAGE', { '/x': { body: '%PDF-1.7 and so on' } }],
    ['a picture', 'NOT_A_PAGE', { '/x': { headers: { 'content-type': 'image/png' }, body: 'x' } }],
    ['an empty response', 'NO_ARTICLES', { '/x': '' }],
    [
      'a wrong content encoding',
      'BROKEN',
      { '/x': { headers: { 'content-encoding': 'zstd' }, body: 'this is no zstd' } },
    ],
    [
      'a compression bomb',
      'TOO_LARGE',
      { '/x': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(60e6)) } },
    ],
    ['an endless page', 'TOO_LARGE', { '/x': endless }],
    ['a page that stalls', 'SLOW', { '/x': slowly }],
    [
      'robots.txt',
      'DISALLOWED',
      {
        '/x': story('Nicht für Maschinen'),
        '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /' },
      },
    ],
    [
      'a sign-in form',
      'SIGN_IN',
      { '/x': '<html><title>Login</title><form><input name=u><input type="password"></form></html>' },
    ],
    [
      'a page without text',
      'NO_ARTICLES',
      { '/x': '<html lang="en"><title>Soon</title><p>Soon.</p></html>' },
    ],
  ])('%s: %s', async (_, kind, pages) => {
    have(pages);
    const found = await look(`${site.url}/x`);
    expect(found.problem).toMatchObject({
      kind,
      message: expect.stringMatching(/\w\)?\.$/),
      advice: expect.stringMatching(/\w\.$/),
    });
    expect(found.done).toBe(true);
  });

  test('a private address, which is not requested', async () => {
    expect((await look(other.url)).problem).toMatchObject({ kind: 'PRIVATE_ADDRESS' });
    expect(other.requests).toEqual([]);
  });

  test('no response from a server', async () => {
    expect((await look('nobody-is-here.invalid')).problem).toMatchObject({ kind: 'UNREACHABLE' });
  });

  test('a disallowed page, of which only robots.txt is requested', async () => {
    have({
      '/x': story('Nicht für Maschinen'),
      '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /' },
    });
    await look(`${site.url}/x`);
    expect(site.requests.map(({ path: asked }) => asked)).toEqual(['/robots.txt']);
  });

  test('an article whose page forbids its use', async () => {
    have({ [path(1)]: story('Nicht für Maschinen', '<meta name="robots" content="noai">'), '/': front() });
    expect((await look(`${site.url}${path(1)}`)).articles[0]).toMatchObject({
      problem: { kind: 'DISALLOWED' },
    });
  });

  test.each([
    ['', 'This field is required'],
    ['  ', 'This field is required'],
    ['not an address', 'Enter a complete web address (https://…).'],
    ['ftp://example.org/', 'Enter a complete web address (https://…).'],
    ['javascript:alert(1)', 'Enter a complete web address (https://…).'],
    ['https://user:word@example.org/', 'The address must not contain a user name or password.'],
    [`https://example.org/${'a'.repeat(3_000)}`, 'Enter up to 2048 characters.'],
  ])('%j, which is refused at the field', async (url, message) => {
    const { errors } = await server.graphql(
      'query ($url: String!) { siteOnboarding(url: $url) { done } }',
      { url },
      token,
    );
    expect(errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', fieldErrors: [{ field: 'url', message }] } },
    ]);
  });
});

test('the rate limit of a caller', async () => {
  have({ '/': front() });
  const all = await Promise.all(
    Array.from({ length: 18 }, () =>
      server.graphql(
        'query ($url: String!) { siteOnboarding(url: $url) { done } }',
        { url: other.url },
        token,
      ),
    ),
  );
  const refused = all.filter(({ errors }) => errors);
  expect(refused.length).toBeGreaterThanOrEqual(3);
  expect(refused[0]!.errors![0]!.extensions).toMatchObject({
    code: 'LIMIT_REACHED',
    retryAfter: expect.any(Number),
  });
  // Other users have separate counts.
  const { errors } = await server.graphql(
    'query ($url: String!) { siteOnboarding(url: $url) { done } }',
    { url: other.url },
    await server.signIn(room.maintainer),
  );
  expect(errors).toBeUndefined();
});
