import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { tokensOf, type NewsroomTokens } from '../support/newsroom-tokens.ts';
import { useServer } from '../support/server.ts';
import { startSite, type Page } from '../support/site.ts';
import { mutate } from './mutate.ts';

const site = await startSite();
afterAll(() => site.close());
const server = useServer({ env: { FETCH_ALLOW_HOSTS: site.host } });

const path = '/2026/11/20/the-harbour-opens-again';
const address = `${site.url}${path}`;
let room: Newsroom;
let tokens: NewsroomTokens;
let slug: string;
let id: string;

beforeEach(async () => {
  room = await server.make.newsroom();
  tokens = await tokensOf(server, room);
  const channel = await server.make.channel(room.project.id, { type: 'player', settings: { version: 3 } });
  slug = channel.slug;
  id = String(channel.id);
});

interface Check {
  __typename: string;
  url: string;
  verdict: string;
  article: { databaseId: number } | null;
  findings: {
    topic: string;
    level: string;
    code: string;
    message: string;
    advice: { message: string } | null;
  }[];
  fieldErrors: { field: string }[];
}

const check = (url = address, channel = id, token = tokens.editor): Promise<Check> =>
  mutate(
    server,
    'checkPlayerPage',
    { channel, url },
    'url verdict article { databaseId } findings { topic level code message parameters advice { code message parameters } }',
    token,
  );

/** What was found on a page beyond what is as it should be, as `level code`. */
async function remarks(page: Page, url = address): Promise<string[]> {
  site.set(path, page);
  const { findings } = await check(url);
  return findings.filter(({ level }) => level !== 'OK').map(({ level, code }) => `${level} ${code}`);
}

const loader = () => `<script async src="${server.url}/player/loader.js"></script>`;
const container = (more = '') => `<div class="parlance-player" data-channel="${slug}"${more}></div>`;
const sentence = 'The harbour opened today after the long fog, and everybody came to see it. ';
const story = (inside: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>The harbour opens again</title>${head}</head>
   <body><main><article class="post"><h1>The harbour opens again</h1>${inside}<p>${sentence.repeat(8)}</p></article></main></body></html>`;
const whole = (head = '') => story(container() + loader(), head);

const ready = async (url = address) => {
  const article = await server.make.article(room.project.id, { title: 'The harbour opens again', url });
  await server.make.audio(article.id, { durationMs: 245_000 });
  return article;
};
const db = () => server.app.db.prisma;
const noArticle = 'PROBLEM CHECK_ARTICLE_NOT_ADDED';

test('a page with the embed code and an article that is ready', async () => {
  const article = await ready();
  site.set(path, whole(`<link rel="canonical" href="${address}/">`));
  const result = await check(`${address}?utm_source=newsletter`);
  expect(result).toMatchObject({ verdict: 'PLAYS', article: { databaseId: article.id } });
  expect(result.findings.map(({ topic, level, message }) => `${topic} ${level} ${message}`)).toEqual([
    'PAGE OK The page could be read.',
    'SCRIPT OK The player’s script is on the page.',
    'CONTAINER OK The container for the player is in body › main › article.post.',
    `ADDRESS OK The player looks up the page’s canonical URL: ${address}/`,
    'ARTICLE OK Readers hear “The harbour opens again” (4:05).',
  ]);
});

describe('the script and the container', () => {
  beforeEach(async () => void (await ready()));

  test('WordPress with a plugin that delays scripts, and a consent tool that holds them', async () => {
    const src = `${server.url}/player/loader.js?ver=6.8`;
    expect(
      await remarks(
        story(`${container()}<script type="rocketlazyloadscript" data-rocket-src="${src}"></script>`),
      ),
    ).toEqual(['HINT CHECK_SCRIPT_DELAYED']);
    expect(
      await remarks(
        story(
          `${container()}<script type="text/plain" data-cookieconsent="marketing" src="${src}"></script>`,
        ),
      ),
    ).toEqual(['HINT CHECK_SCRIPT_CONSENT']);
    expect(await remarks(story(container() + loader() + loader()))).toEqual(['HINT CHECK_SCRIPT_TWICE']);
  });

  test('Next.js, whose script comes in the browser, and a page that only a tag manager could complete', async () => {
    const data = JSON.stringify(JSON.stringify({ src: `${server.url}/player/loader.js` }));
    expect(await remarks(story(`${container()}<script>self.__next_f.push([1,${data}])</script>`))).toEqual([
      'UNKNOWN CHECK_SCRIPT_BY_SCRIPT',
    ]);
    expect(
      await remarks(story('', '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script>')),
    ).toEqual(['UNKNOWN CHECK_SCRIPT_UNSEEN_MANAGER', 'UNKNOWN CHECK_CONTAINER_UNSEEN']);
    const bare = await check();
    expect(bare.verdict).toBe('UNKNOWN');
    expect(bare.findings[1]!.advice!.message).toMatch(/We can’t see whether Google Tag Manager/);
    expect(await remarks(story(''))).toEqual([
      'UNKNOWN CHECK_SCRIPT_UNSEEN',
      'UNKNOWN CHECK_CONTAINER_UNSEEN',
    ]);
  });

  test('a shadow tree, a noscript element and an AMP page', async () => {
    expect(
      await remarks(story(`<x-a><template shadowrootmode="open">${container()}</template></x-a>${loader()}`)),
    ).toEqual(['PROBLEM CHECK_CONTAINER_SHADOW']);
    expect(await remarks(story(`<noscript>${container()}${loader()}</noscript>`))).toEqual([
      'PROBLEM CHECK_SCRIPT_INERT',
      'PROBLEM CHECK_CONTAINER_INERT',
    ]);
    const amp = (inside: string) => whole().replace('<html', '<html amp').replace('<p>', `${inside}<p>`);
    expect(await remarks(amp(''))).toEqual(['PROBLEM CHECK_PAGE_AMP']);
    const frame = `<amp-iframe src="${server.url}/player/${slug}/frame?url=${encodeURIComponent(address)}"></amp-iframe>`;
    expect(await remarks(amp(frame))).toEqual([]);
    expect(await remarks(amp(frame.replace(slug, 'other')))).toEqual([
      'PROBLEM CHECK_FRAME_ELSEWHERE',
      'PROBLEM CHECK_PAGE_AMP',
    ]);
  });

  test('a strict content security policy, in a header and in the page', async () => {
    const headers = { 'content-security-policy': "default-src 'self'; script-src 'self' https:" };
    expect(await remarks({ headers, body: whole() })).toEqual(['PROBLEM CHECK_POLICY_BLOCKS']);
    const { findings } = await check();
    const { message, advice } = findings.find(({ code }) => code === 'CHECK_POLICY_BLOCKS')!;
    // The test's server is on http, which `https:` does not allow.
    expect(message).toContain('script-src, connect-src, media-src, img-src');
    expect(advice!.message).toContain(server.url);
    const meta = `<meta http-equiv="content-security-policy" content="default-src 'self' ${server.url}; img-src 'self'">`;
    expect(await remarks(whole(meta))).toEqual(['HINT CHECK_POLICY_BLOCKS']);
    const nonce = story(container() + loader().replace('<script', '<script nonce="n0"'));
    expect(
      await remarks({
        headers: { 'content-security-policy': "script-src 'nonce-n0' 'strict-dynamic'" },
        body: nonce,
      }),
    ).toEqual([]);
  });

  test('another channel, an unknown and a deleted one, none, and another server', async () => {
    const other = await server.make.channel(room.project.id, { type: 'player' });
    const gone = await server.make.channel(room.project.id, { type: 'player', deletedAt: new Date() });
    const naming = (name: string) => remarks(story(container().replace(slug, name) + loader()));
    expect(await naming(other.slug)).toEqual(['PROBLEM CHECK_CONTAINER_OTHER_CHANNEL']);
    expect(await naming('daily-news')).toEqual(['PROBLEM CHECK_CONTAINER_UNKNOWN_CHANNEL']);
    expect(await naming(gone.slug)).toEqual(['PROBLEM CHECK_CONTAINER_DELETED_CHANNEL']);
    expect(await naming('')).toEqual(['PROBLEM CHECK_CONTAINER_NO_CHANNEL']);
    expect(await naming(id)).toEqual([]);
    expect(
      await remarks(story(container() + loader().replace(server.url, 'https://audio.elsewhere.example'))),
    ).toEqual(['PROBLEM CHECK_SCRIPT_SERVER']);
    expect(
      await remarks(
        story(
          container(` data-base="${server.url}"`) +
            loader().replace(server.url, 'https://audio.elsewhere.example'),
        ),
      ),
    ).toEqual([]);
  });

  test('a placement that finds nothing, and a container that is hidden', async () => {
    await db().channel.update({
      where: { id: Number(id) },
      data: { settings: { version: 3, action: 'before', selector: '.lead' } },
    });
    expect(await remarks(story(`<div hidden>${container()}</div>${loader()}`))).toEqual([
      'HINT CHECK_CONTAINER_HIDDEN',
      'HINT CHECK_PLACEMENT_UNSEEN',
    ]);
    expect(await remarks(story(`<p class="lead">Fog.</p>${container()}${loader()}`))).toEqual([]);
  });
});

describe('what the player asks for', () => {
  test('data-url, the publisher’s ID and the ID of the article go before the canonical URL', async () => {
    const article = await ready();
    await db().article.update({ where: { id: article.id }, data: { guid: 'harbour-17' } });
    const asking = async (attributes: string) => {
      site.set(
        path,
        story(container(attributes) + loader(), '<link rel="canonical" href="/elsewhere-entirely">'),
      );
      const { findings, article: found } = await check();
      return [
        ...findings.filter(({ topic }) => topic === 'ADDRESS').map(({ code }) => code),
        found?.databaseId,
      ];
    };
    expect(await asking(` data-url="${path}"`)).toEqual(['CHECK_ADDRESS_URL', article.id]);
    expect(await asking(` data-article="${article.id}"`)).toEqual(['CHECK_ADDRESS_ARTICLE', article.id]);
    expect(await asking(' data-external-id="harbour-17"')).toEqual(['CHECK_ADDRESS_EXTERNAL', article.id]);
    expect(await asking('')).toEqual(['CHECK_ADDRESS_CANONICAL', 'CHECK_CANONICAL_ELSEWHERE', undefined]);
    expect(await asking(' data-external-id="harbour-18"')).toEqual(['CHECK_ADDRESS_EXTERNAL', undefined]);
    const { findings } = await check();
    expect(findings.at(-1)).toMatchObject({ level: 'PROBLEM', code: 'CHECK_ARTICLE_UNKNOWN' });
  });

  test('og:url is not used, which is said', async () => {
    await ready();
    const og = '<meta property="og:url" content="https://gazette.example/harbour">';
    expect(await remarks(whole(og))).toEqual(['HINT CHECK_OPEN_GRAPH_DIFFERS']);
  });
});

describe('the article', () => {
  const make = async (data: object) => server.make.article(room.project.id, { url: address, ...data });

  test.each<[string, object, string]>([
    ['under embargo', { publishAt: new Date('2099-01-01') }, 'LATER CHECK_ARTICLE_EMBARGO'],
    ['on hold', { heldBy: 'Sports desk' }, 'LATER CHECK_ARTICLE_HELD'],
    ['whose audio is being generated', { status: 'processing' }, 'LATER CHECK_ARTICLE_COMING'],
    ['that failed', { status: 'errored' }, 'PROBLEM CHECK_ARTICLE_FAILED'],
    ['that a rule rejected', { status: 'rejected' }, 'PROBLEM CHECK_ARTICLE_REJECTED'],
    ['over the daily limit', { status: 'limit_reached' }, 'LATER CHECK_ARTICLE_LIMIT'],
    ['without audio', { status: 'ready' }, 'PROBLEM CHECK_ARTICLE_SILENT'],
  ])('%s', async (_, data, expected) => {
    const { id: articleId } = await make(data);
    expect(await remarks(whole())).toEqual([expected]);
    expect((await check()).article).toEqual({ databaseId: articleId });
  });

  test('for subscribers alone, or with a teaser', async () => {
    const { id: articleId } = await ready();
    await db().project.update({
      where: { id: room.project.id },
      data: { securityEnabled: true, paywall: true },
    });
    expect(await remarks(whole())).toEqual(['PROBLEM CHECK_ARTICLE_SUBSCRIBERS']);
    await db().audio.updateMany({ where: { articleId }, data: { teaser: 't'.repeat(64), teaserMs: 30_000 } });
    const { findings, verdict } = await check();
    expect(verdict).toBe('PLAYS');
    expect(findings.at(-1)!.message).toMatch(/the teaser of “The harbour opens again” \(0:30\)/);
  });

  test('of another project is none', async () => {
    const other = await server.make.project();
    await server.make.article(other.id, { url: address });
    expect(await remarks(whole())).toEqual([noArticle]);
  });

  describe('of a page that is new', () => {
    beforeEach(async () => {
      await server.make.source(room.project.id, { type: 'parser', url: `${site.url}/` });
      await db().project.update({
        where: { id: room.project.id },
        data: { mainUrl: `${site.url}/`, autoAddArticles: true },
      });
    });

    test('is foretold, and neither stored nor generated', async () => {
      const before = await db().article.count();
      expect(await remarks(whole())).toEqual(['LATER CHECK_ARTICLE_NEW']);
      const { findings, verdict } = await check();
      expect(verdict).toBe('LATER');
      expect(findings.at(-1)!.message).toMatch(/“The harbour opens again”, about 0:\d\d\.$/);
      expect(await db().article.count()).toBe(before);
    });

    test('is refused where the project would refuse it', async () => {
      expect(await remarks(whole('<link rel="canonical" href="https://gazette.example/">'))).toEqual([
        'HINT CHECK_CANONICAL_ELSEWHERE',
        'PROBLEM CHECK_ARTICLE_OTHER_SITE',
      ]);
      expect(await remarks(whole('<link rel="canonical" href="/impressum">'))).toEqual([
        'HINT CHECK_CANONICAL_ELSEWHERE',
        'PROBLEM CHECK_ARTICLE_UNLIKELY',
      ]);
      expect(await remarks(`<html><body>${container()}${loader()}</body></html>`)).toEqual([
        'PROBLEM CHECK_ARTICLE_NEW_UNREADABLE',
      ]);
      await db().project.update({ where: { id: room.project.id }, data: { playerArticlesPerDay: 1 } });
      await make({ url: `${address}-2`, foundByPlayer: true });
      expect(await remarks(whole())).toEqual(['LATER CHECK_ARTICLE_DAY_FULL']);
    });
  });
});

describe('a page that cannot be seen', () => {
  const basic = { 'www-authenticate': 'Basic realm="Staging"' };
  test.each<[string, Page, string]>([
    ['behind a password', { status: 401, headers: basic }, 'UNKNOWN CHECK_SIGN_IN'],
    [
      'behind bot protection',
      {
        status: 403,
        headers: { 'cf-mitigated': 'challenge' },
        body: '<html><title>Just a moment…</title></html>',
      },
      'UNKNOWN CHECK_BOT_PROTECTION',
    ],
    [
      'behind a consent page',
      { status: 302, headers: { location: '/cookie-wall?back=1' } },
      'UNKNOWN CHECK_CONSENT_PAGE',
    ],
    ['that is missing', { status: 404 }, 'UNKNOWN CHECK_PAGE_UNREADABLE'],
    [
      'that redirects in a circle',
      { status: 302, headers: { location: path } },
      'UNKNOWN CHECK_PAGE_UNREADABLE',
    ],
    ['that is empty', '', 'UNKNOWN CHECK_PAGE_UNREADABLE'],
  ])('%s', async (_, page, expected) => {
    site.set('/cookie-wall', '<html><body>We and our 900 partners</body></html>');
    expect(await remarks(page)).toEqual([expected]);
  });

  test('in a private network is refused', async () => {
    const { findings, verdict } = await check('http://10.0.0.1/story');
    expect(findings).toMatchObject([{ level: 'UNKNOWN', code: 'CHECK_PAGE_UNREADABLE' }]);
    expect(verdict).toBe('UNKNOWN');
  });

  test('because it moved is followed, which is said', async () => {
    await ready();
    site.set('/old', { status: 301, headers: { location: path } });
    expect(await remarks(whole(), `${site.url}/old`)).toEqual(['HINT CHECK_PAGE_REDIRECTED']);
  });
});

test('a playlist player has no article of its own', async () => {
  const playlists = await server.make.channel(room.project.id, {
    type: 'playlistPlayer',
    settings: { cta: 'Listen', playlists: [] },
  });
  site.set(path, story(container().replace(slug, playlists.slug) + loader()));
  const { verdict, findings } = await check(address, String(playlists.id));
  expect([verdict, findings.at(-1)!.code]).toEqual(['PLAYS', 'CHECK_PLAYLISTS']);
});

test('needs an address and a player, and the right to change the project', async () => {
  for (const url of ['', 'the page', 'mailto:a@example.com', 'https://a:b@example.com/'])
    expect((await check(url)).fieldErrors).toMatchObject([{ field: 'url' }]);
  expect((await check(address, String(room.channel.id))).fieldErrors).toMatchObject([{ field: 'channel' }]);
  expect((await check(address, id, tokens.viewer)).__typename).toBe('NotAllowedError');
  expect((await check(address, id, tokens.outsider)).__typename).toBe('NotFoundError');
});

test('is limited for each caller', async () => {
  site.set(path, { status: 404 });
  const answers: string[] = [];
  for (let call = 0; call < 21; call++) answers.push((await check()).__typename);
  expect([answers[0], answers.at(-1)]).toEqual(['CheckPlayerPageSuccess', 'LimitReachedError']);
});
