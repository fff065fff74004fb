import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestRecrawl } from '../../server/areas/articles/articles/recrawl.ts';
import { startSite, type Site } from '../support/site.ts';
import { hurryJobs, offlineProject, usePipeline } from './pipeline.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());
const pipeline = usePipeline({ env: () => ({ FETCH_ALLOW_HOSTS: site.host }) });

const paragraph =
  'The ferry left the old harbour before sunrise, and nobody on board knew how long the crossing would take in this weather.';
const page = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><article><h1>${title}</h1><p>${paragraph}</p><p>${body}</p></article></body></html>`;

async function fetched(
  path: string,
  given: { type?: 'parser' | 'rss'; title?: string; articlesFromDate?: Date } = {},
) {
  const project = await offlineProject(
    pipeline,
    given.articlesFromDate ? { articlesFromDate: given.articlesFromDate } : {},
  );
  const source = await pipeline.make.source(project.id, {
    type: given.type ?? 'parser',
    nextPollAt: new Date('2099-01-01'),
  });
  const article = await pipeline.make.article(project.id, {
    sourceId: source.id,
    title: given.title ?? '',
    text: '',
    url: `${site.url}${path}`,
    fetchPage: true,
  });
  return { project, article, ended: await pipeline.voice(article.id) };
}

describe('an article that is read from its page', () => {
  test('uses the page’s title and text', async () => {
    site.set(
      '/a',
      page(
        'Crossing in the fog',
        `The captain said that it was the longest crossing of his life, and he had seen many of them. ${paragraph}`,
      ),
    );
    const { ended, article } = await fetched('/a');
    expect(ended).toMatchObject({ status: 'ready', title: 'Crossing in the fog', fetchPage: false });
    expect(ended.text).toContain('the longest crossing of his life');
    expect((await pipeline.chunks(article.id, ended.audio))[0]!.text).toBe('Crossing in the fog');
    expect(await pipeline.log(article.id, 'recrawl')).toMatchObject([{ action: 'page read' }]);
  });

  test('keeps the editor’s author, date and picture, and takes missing ones from the page', async () => {
    const named =
      '<meta name="author" content="Newsroom"><meta property="article:published_time" content="2026-03-01T08:00:00Z">' +
      '<meta property="og:image" content="https://gazette.example/lamp.jpg">';
    site.set('/named', page('Crossing in the fog', paragraph, named));
    const { article, ended } = await fetched('/named');
    expect(ended).toMatchObject({
      author: 'Newsroom',
      publishedAt: new Date('2026-03-01T08:00:00Z'),
      imageUrl: 'https://gazette.example/lamp.jpg',
    });
    const edited = { author: 'Ada Reed', publishedAt: null, imageUrl: null };
    await pipeline.app.db.prisma.article.update({
      where: { id: article.id },
      data: {
        ...edited,
        fetchPage: true,
        status: 'waiting',
        step: 'queued',
        text: '',
        run: { increment: 1 },
      },
    });
    await pipeline.app.db.prisma.articleLog.createMany({
      data: ['author changed', 'date of publication changed', 'picture changed'].map((action) => ({
        articleId: article.id,
        action,
        kind: 'update',
      })),
    });
    expect(await pipeline.voice(article.id)).toMatchObject({ status: 'ready', ...edited });
  });

  test('keeps the feed’s title', async () => {
    site.set('/b', page('Title of the page', paragraph));
    expect((await fetched('/b', { type: 'rss', title: 'Title of the feed' })).ended).toMatchObject({
      status: 'ready',
      title: 'Title of the feed',
    });
  });

  test('follows the project’s extractor rules', async () => {
    site.set('/c', page('Ruled', `<span class="ad">Buy our boats!</span> ${paragraph}`));
    const project = await offlineProject(pipeline);
    await pipeline.app.db.prisma.extractorRule.create({
      data: { projectId: project.id, position: 0, rule: 'should-not', selector: '.ad' },
    });
    const article = await pipeline.make.article(project.id, {
      title: '',
      text: '',
      url: `${site.url}/c`,
      fetchPage: true,
    });
    const ended = await pipeline.voice(article.id);
    expect(ended).toMatchObject({ status: 'ready' });
    expect(ended.text).not.toContain('boats');
  });

  test('omits subtitles if its source is set so', async () => {
    const subtitle = 'Nobody on the island had thought that a crossing could ever take a whole week.';
    site.set('/d', page('Slow', paragraph).replace('</h1>', `</h1><p class="subtitle">${subtitle}</p>`));
    const project = await offlineProject(pipeline);
    const read = async (readsSubtitles: boolean) => {
      const source = await pipeline.make.source(project.id, {
        type: 'rss',
        nextPollAt: new Date('2099-01-01'),
        readsSubtitles,
      });
      const { id } = await pipeline.make.article(project.id, {
        sourceId: source.id,
        title: 'Slow',
        text: '',
        url: `${site.url}/d`,
        fetchPage: true,
      });
      return (await pipeline.voice(id)).text;
    };
    expect(await read(true)).toContain(subtitle);
    const without = await read(false);
    expect(without).not.toContain(subtitle);
    expect(without).toContain(paragraph);
  });

  test('uses the rewritten URL', async () => {
    site.set('/story/print', page('The print view', paragraph));
    const project = await offlineProject(pipeline);
    await pipeline.app.db.prisma.urlReplacement.create({
      data: { projectId: project.id, position: 0, source: '/$/', destination: '/print', isRegex: true },
    });
    const article = await pipeline.make.article(project.id, {
      title: '',
      text: '',
      url: `${site.url}/story`,
      fetchPage: true,
    });
    expect(await pipeline.voice(article.id)).toMatchObject({
      status: 'ready',
      title: 'The print view',
      url: `${site.url}/story`,
    });
  });

  test('from a player is identified by the page’s canonical URL, and generated once', async () => {
    const canonical = `${site.url}/2026/11/20/crossing-in-the-fog`;
    const project = await offlineProject(pipeline);
    const source = await pipeline.make.source(project.id, {
      type: 'parser',
      nextPollAt: new Date('2099-01-01'),
    });
    const opened = async (path: string, foundByPlayer = true) => {
      site.set(path, page('Crossing', paragraph, `<link rel="canonical" href="${canonical}">`));
      const url = `${site.url}${path}`;
      const { id } = await pipeline.make.article(project.id, {
        sourceId: source.id,
        guid: url,
        title: '',
        text: '',
        url,
        fetchPage: true,
        foundByPlayer,
      });
      return pipeline.voice(id);
    };
    expect(await opened('/tag/fog/crossing-in-the-fog-tonight')).toMatchObject({
      status: 'ready',
      url: canonical,
    });
    expect(await opened('/tag/sea/crossing-in-the-fog-tonight')).toMatchObject({
      status: 'rejected',
      error: expect.stringContaining(canonical),
      audio: null,
    });
    // For an editor's or a feed's article, the given URL counts.
    expect(await opened('/print/crossing-in-the-fog-tonight', false)).toMatchObject({
      status: 'ready',
      url: `${site.url}/print/crossing-in-the-fog-tonight`,
    });
  });

  test('of a website is rejected if it is older than the project’s start date', async () => {
    site.set(
      '/old',
      page('Old', paragraph, '<meta property="article:published_time" content="2020-01-02T10:00:00Z">'),
    );
    expect((await fetched('/old', { articlesFromDate: new Date('2026-01-01') })).ended).toMatchObject({
      status: 'rejected',
      error: expect.stringContaining('2020-01-02'),
      audio: null,
    });
  });

  test('of a website is rejected without text', async () => {
    site.set('/empty', '<!doctype html><html><body><nav><a href="/">Home</a></nav></body></html>');
    expect((await fetched('/empty')).ended).toMatchObject({ status: 'rejected' });
  });

  test.each([
    ['a missing page', '/missing', '404'],
    ['a file that is not a page', '/picture', 'not to a page'],
    ['a redirect into the private network', '/inside', 'public internet'],
  ])('fails with a reason for %s', async (_, path, reason) => {
    site.set('/picture', { headers: { 'content-type': 'image/png' }, body: 'PNG' });
    site.set('/inside', { status: 302, headers: { location: 'http://127.0.0.1:1/secret' } });
    const { ended, project } = await fetched(path);
    expect(ended.status).toBe('errored');
    expect(ended.error).toMatch(new RegExp(reason, 'i'));
    expect(await pipeline.charged(project.id)).toEqual({ sounds: 0, characters: 0 });
  });

  test('is retried if the server fails', async () => {
    site.set('/down', { status: 503 });
    const project = await offlineProject(pipeline);
    const article = await pipeline.make.article(project.id, {
      text: '',
      url: `${site.url}/down`,
      fetchPage: true,
    });
    await pipeline.begin(article.id);
    expect(await pipeline.until(article.id, ['retry'])).toMatchObject({ attempts: 1 });
  });
});

describe('the text of a page', () => {
  const story = (name: string): string =>
    page(
      `Story ${name}`,
      `This is the story called ${name}, and it goes on for a while. ${paragraph}</p><p>${paragraph} ${name}`,
    );
  const sourceOf = async (id: number | null) =>
    pipeline.app.db.prisma.source.findUniqueOrThrow({ where: { id: id! } });

  test('has an extraction confidence', async () => {
    site.set('/sure', story('sure'));
    const { ended } = await fetched('/sure');
    expect(ended.confidence).toBeGreaterThan(0.5);
    expect(ended.confidence).toBeLessThanOrEqual(1);
  });

  test('is read from the AMP version if the page shows nothing without scripts', async () => {
    site.set(
      '/app',
      '<!doctype html><html><head><link rel="amphtml" href="/app.amp"></head><body><div id="root"></div><noscript>Please enable ' +
        'JavaScript.</noscript><script src="/app.js"></script></body></html>',
    );
    site.set('/app.amp', story('amp'));
    expect((await fetched('/app', { type: 'rss', title: 'App' })).ended).toMatchObject({
      status: 'ready',
      text: expect.stringContaining('the story called amp'),
    });
    site.set(
      '/gone',
      '<!doctype html><html><head><link rel="amphtml" href="/gone.amp"></head><body><div id="root"></div><script ' +
        'src="/app.js"></script></body></html>',
    );
    expect((await fetched('/gone', { type: 'rss', title: 'Gone' })).ended).toMatchObject({
      status: 'errored',
      error: expect.stringContaining('run JavaScript'),
    });
  });

  test('respects robots rules, unless the source ignores them', async () => {
    const strict = await startSite({
      '/robots.txt': 'User-agent: *\nDisallow: /closed/',
      '/closed/a': story('closed'),
      '/open/a': story('open'),
      '/tagged': { headers: { 'x-robots-tag': 'noindex' }, body: story('tagged') },
    });
    try {
      pipeline.app.config.fetchAllowHosts.push(strict.host);
      const project = await offlineProject(pipeline, { mainUrl: 'https://own.example/' });
      const read = async (path: string, honoursRobots: boolean | null = null) => {
        const source = await pipeline.make.source(project.id, {
          type: 'rss',
          url: `${strict.url}/feed`,
          honoursRobots,
          nextPollAt: new Date('2099-01-01'),
        });
        return pipeline.voice(
          (
            await pipeline.make.article(project.id, {
              sourceId: source.id,
              title: path,
              text: '',
              url: `${strict.url}${path}`,
              fetchPage: true,
            })
          ).id,
        );
      };
      expect(await read('/open/a')).toMatchObject({ status: 'ready' });
      expect(await read('/closed/a')).toMatchObject({
        status: 'errored',
        error: expect.stringContaining('robots.txt'),
      });
      expect(await read('/tagged')).toMatchObject({
        status: 'errored',
        error: expect.stringContaining('X-Robots-Tag'),
      });
      expect(await read('/closed/a', false)).toMatchObject({ status: 'ready' });
      expect(strict.requests.filter(({ path }) => path === '/robots.txt')).toHaveLength(1);
    } finally {
      await strict.close();
    }
  });

  test('updates the statistics of its source, which reports shrinking articles', async () => {
    site.set('/long', story('long'));
    const { article } = await fetched('/long', { type: 'rss', title: 'Long' });
    expect((await sourceOf(article.sourceId)).pageMemory).toMatchObject({
      count: 1,
      recent: [{ length: expect.any(Number) }],
    });
    const usual = {
      count: 30,
      length: Math.log(9_000),
      confidence: 0.9,
      paths: { 'body>main': 20 },
      recent: Array.from({ length: 5 }, () => ({ length: 300, confidence: 0.8, path: 'body>div' })),
    };
    await pipeline.app.db.prisma.source.update({
      where: { id: article.sourceId! },
      data: { pageMemory: usual },
    });
    const next = await pipeline.make.article(article.projectId, {
      sourceId: article.sourceId,
      title: 'Next',
      text: '',
      url: `${site.url}/long`,
      fetchPage: true,
    });
    await pipeline.voice(next.id);
    expect((await sourceOf(article.sourceId)).pageNotice).toMatch(
      /template seems to have changed: its articles have become shorter/,
    );
  });
});

describe('a recrawl', () => {
  test('is due in a minute, reads the page again and regenerates what changed', async () => {
    site.set('/r', page('News', `First version of the last sentence. ${paragraph}`));
    const { article, project } = await fetched('/r');
    const before = await pipeline.charged(project.id);
    site.set('/r', page('News', `Second version of the last sentence. ${paragraph}`));
    const begun = Date.now();
    const due = await pipeline.app.db.transaction((sql) =>
      requestRecrawl(pipeline.app, sql, { articleId: article.id }),
    );
    // Clocks of the database and of this process may differ by a little.
    expect(due!.getTime()).toBeGreaterThan(begun + 59_000);
    expect(due!.getTime()).toBeLessThan(Date.now() + 61_000);
    await pipeline.app.db.pool.query(`UPDATE "Article" SET "recrawlTime" = now()`);
    await hurryJobs(pipeline.app.db, 'article-recrawl');
    await expect
      .poll(
        async () =>
          (await pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id: article.id } })).text,
      )
      .toContain('Second version');
    expect(await pipeline.until(article.id, ['ready'])).toMatchObject({ recrawlTime: null, run: 2 });
    expect((await pipeline.charged(project.id)).sounds - before.sounds).toBe(1);
    expect((await pipeline.log(article.id, 'update'))[0]!.diff).toContain('Second');
  });

  test('that is requested again before it is due happens once, at the later time', async () => {
    const project = await offlineProject(pipeline);
    const article = await pipeline.make.article(project.id, { url: `${site.url}/r` });
    await pipeline.app.db.transaction((sql) => requestRecrawl(pipeline.app, sql, { articleId: article.id }));
    await hurryJobs(pipeline.app.db, 'article-recrawl');
    await expect
      .poll(
        async () =>
          (
            await pipeline.app.db.pool.query(
              `SELECT 1 FROM pgboss.job WHERE name = 'article-recrawl' AND state = 'completed'`,
            )
          ).rows.length,
      )
      .toBe(1);
    expect(
      await pipeline.app.db.prisma.article.findUniqueOrThrow({ where: { id: article.id } }),
    ).toMatchObject({ run: 0, recrawlTime: expect.any(Date) });
  });
});

const run = promisify(execFile);

/** Ends the processes of ours that read pages. @returns how many there were */
async function endReaders(): Promise<number> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const readers = stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, ...args]) =>
        Number(parent) === process.pid && args.some((arg) => arg.endsWith('task-thread.ts')),
    );
  // Some may have ended in the meantime.
  return readers.filter(([pid]) => {
    try {
      // They leave SIGTERM to the process whose they are, which ends them in order.
      return process.kill(Number(pid), 'SIGKILL');
    } catch {
      return false;
    }
  }).length;
}

test('a page that crashes its process twice fails the article, and others are read', async () => {
  site.set('/deadly', page('Deadly', paragraph));
  const project = await offlineProject(pipeline);
  const article = await pipeline.make.article(project.id, {
    title: '',
    text: '',
    url: `${site.url}/deadly`,
    fetchPage: true,
  });
  let ended = false;
  // One that is there already would read the page sooner than it is found; a new one begins with loading
  // what it reads with.
  await endReaders();
  let deaths = 0;
  const killing = (async () => {
    while (!ended) deaths += await endReaders();
  })();
  await pipeline.begin(article.id);
  const errored = await pipeline.until(article.id, ['errored', 'ready']).finally(() => (ended = true));
  await killing;
  expect(errored).toMatchObject({
    status: 'errored',
    audio: null,
    error: expect.stringContaining('crashed twice'),
  });
  expect(deaths).toBeGreaterThanOrEqual(2);
  expect(
    (await pipeline.log(article.id))
      .map(({ action }) => action)
      .filter((action) => action === 'retry' || action === 'errored'),
  ).toEqual(['retry', 'errored']);
  site.set('/harmless', page('Harmless', paragraph));
  expect((await fetched('/harmless')).ended).toMatchObject({ status: 'ready', title: 'Harmless' });
});
