import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerDashboard, registerPartnerPages, screensAt } from './static.ts';

const script = `console.log(${JSON.stringify('x'.repeat(5_000))});`;
const page =
  '<!doctype html><script>theme()</script><script type="module" src="/assets/main-1a2b.js"></script>';
let folder: string;
let server: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-static-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, 'assets/main-1a2b.js'), script);
  await writeFile(join(folder, '.vite/manifest.json'), '{}');
  server = Fastify();
  await registerDashboard(server, folder);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

test('a hashed file is cacheable forever, and sent in an encoding that the client accepts', async () => {
  const plain = await get('/assets/main-1a2b.js');
  expect(plain.body).toBe(script);
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
  });
  const br = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' });
  expect(br.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script);
  const gz = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, br;q=0' });
  expect(gunzipSync(gz.rawPayload).toString()).toBe(script);
  const again = await get('/assets/main-1a2b.js', {
    'if-none-match': String(plain.headers.etag),
    'accept-encoding': 'br',
  });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
});

test('other sites may embed the icon, which players show as artwork', async () => {
  expect((await get('/favicon.svg')).headers).toMatchObject({
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=86400',
  });
  expect((await get('/assets/main-1a2b.js')).headers['cross-origin-resource-policy']).toBeUndefined();
});

test('precompressed files are sent unchanged, and have no URLs', async () => {
  const built = await mkdtemp(join(tmpdir(), 'parlance-static-'));
  await mkdir(join(built, 'assets'));
  await writeFile(join(built, 'index.html'), page);
  await writeFile(join(built, 'assets/main-1a2b.js'), script);
  const compressed = brotliCompressSync(`${script}// compressed by the build`);
  await writeFile(join(built, 'assets/main-1a2b.js.br'), compressed);
  const dashboard = Fastify();
  try {
    await registerDashboard(dashboard, built);
    const br = await dashboard.inject({
      url: '/assets/main-1a2b.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(br.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect(br.rawPayload).toEqual(compressed);
    expect((await dashboard.inject('/assets/main-1a2b.js')).body).toBe(script);
    expect((await dashboard.inject('/assets/main-1a2b.js.br')).statusCode).toBe(404);
  } finally {
    await dashboard.close();
    await rm(built, { recursive: true });
  }
});

describe('the page', () => {
  test.each([
    '/',
    '/projects/7',
    '/projects/7/1_none_none_none',
    '/projects/7/articles/9?tab=log',
    '/anything',
  ])('is served for %s', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(page);
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  test('allows only its own scripts, and no framing by other sites', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/]{43}='/);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
  });

  test.each(['/api/nothing', '/assets/gone-9z.js', '/graphql/x', '/download/audio/x', '/metrics/x'])(
    'is not served for %s',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({ result: 'fail', message: 'Not found' });
    },
  );

  test('is served in place of the build manifest', async () => {
    expect((await get('/.vite/manifest.json')).body).toBe(page);
  });

  test('refuses other methods than GET', async () => {
    expect((await server.inject({ method: 'POST', url: '/projects/7' })).statusCode).toBe(404);
  });
});

test('the page preloads the files of its screen, except those that it references itself', async () => {
  const built = await mkdtemp(join(tmpdir(), 'parlance-static-'));
  await mkdir(join(built, '.vite'));
  await writeFile(join(built, 'index.html'), page);
  await writeFile(
    join(built, '.vite/manifest.json'),
    JSON.stringify({
      'index.html': {
        file: 'assets/main-1a2b.js',
        imports: ['_base.js'],
        dynamicImports: ['_words-en-base.js', '_words-de-base.js'],
      },
      '_base.js': { file: 'assets/base-3c.js' },
      '_fields.js': { file: 'assets/fields-4d.js', imports: ['_base.js'], css: ['assets/fields-2d.css'] },
      'screens/sign-in/SignInScreen.tsx': {
        file: 'assets/SignIn-5e.js',
        css: ['assets/SignIn-1c.css', 'assets/fields-2d.css'],
        imports: ['index.html', '_fields.js'],
        dynamicImports: ['_words-en-sign-in.js', '_words-de-sign-in.js', 'screens/later.tsx'],
      },
      'screens/later.tsx': { file: 'assets/later-7a.js', name: 'later' },
      ...Object.fromEntries(
        ['en-base', 'de-base', 'en-sign-in', 'de-sign-in', 'en-docs', 'de-docs'].map((name) => [
          `_words-${name}.js`,
          { file: `assets/words-${name}-8b.js`, name: `words-${name}` },
        ]),
      ),
      'screens/shell/Shell.tsx': { file: 'assets/Shell-6f.js', imports: ['_base.js'] },
      'screens/docs/DocsScreen.tsx': {
        file: 'assets/Docs-9c.js',
        imports: ['_base.js'],
        dynamicImports: ['_words-en-docs.js', '_words-de-docs.js'],
      },
    }),
  );
  const dashboard = Fastify();
  try {
    await registerDashboard(dashboard, built);
    const links = async (url: string, headers = {}) =>
      (await dashboard.inject({ url, headers })).headers['link'];
    const preload = (files: string[]) =>
      files.map((file) => `</assets/${file}.js>; rel=modulepreload`).join(', ');
    const styles = ['SignIn-1c', 'fields-2d'].map(
      (file) => `</assets/${file}.css>; rel=preload; as=style; crossorigin, `,
    );
    const signIn = (language: string) =>
      styles.join('') +
      preload(['SignIn-5e', 'fields-4d', `words-${language}-base-8b`, `words-${language}-sign-in-8b`]);
    expect([await links('/'), await links('/?next=1')]).toEqual([signIn('en'), signIn('en')]);
    // The words of the reader's language alone: the one that was chosen, then the browser's.
    const german = { 'accept-language': 'fr-CH, de;q=0.9, en;q=0.8' };
    expect(await links('/', german)).toBe(signIn('de'));
    expect(await links('/', { ...german, cookie: 'a=b; parlance.language=en' })).toBe(signIn('en'));
    expect(await links('/projects/7/settings')).toBe(preload(['Shell-6f', 'words-en-base-8b']));
    expect(await links('/projects/docs/sources', german)).toBe(
      preload(['Shell-6f', 'Docs-9c', 'words-de-base-8b', 'words-de-docs-8b']),
    );
    expect(await links('/anything')).toBeUndefined();
  } finally {
    await dashboard.close();
    await rm(built, { recursive: true });
  }
});

test('every screen that is preloaded exists', async () => {
  const dashboardFolder = new URL('../../client/dashboard/', import.meta.url);
  for (const module of new Set(screensAt.flatMap(([, modules]) => modules)))
    await expect(access(new URL(module, dashboardFolder)), module).resolves.toBeUndefined();
});

test('without a build the response contains instructions', async () => {
  const bare = Fastify();
  await registerDashboard(bare, join(folder, 'nowhere'));
  const answer = await bare.inject('/');
  expect(answer.statusCode).toBe(503);
  expect(answer.body).toContain('npm start');
});

describe('the developer pages', () => {
  const partnerPage =
    '<!doctype html><script src="/partners/color-scheme.js"></script><script type="module" src="/partners/assets/a-1.js"></script>';
  let partners: FastifyInstance;
  let built: string;

  beforeAll(async () => {
    built = await mkdtemp(join(tmpdir(), 'parlance-partners-'));
    await mkdir(join(built, 'assets'));
    for (const name of ['explorer', 'reference'])
      await writeFile(join(built, `${name}.html`), `${partnerPage}<title>${name}</title>`);
    await writeFile(join(built, 'color-scheme.js'), 'scheme()');
    await writeFile(join(built, 'assets/a-1.js'), script);
    partners = Fastify();
    await registerPartnerPages(partners, built);
    await registerDashboard(partners, folder);
  });
  afterAll(async () => {
    await partners.close();
    await rm(built, { recursive: true });
  });

  test.each([
    ['/explorer', 'explorer'],
    ['/api/docs', 'reference'],
  ])('%s is served under the policy of the dashboard, without inline scripts', async (url, name) => {
    const answer = await partners.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(`<title>${name}</title>`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    const policyOf = (headers: typeof answer.headers) => String(headers['content-security-policy']);
    const ofDashboard = policyOf((await partners.inject('/')).headers);
    expect(policyOf(answer.headers)).toBe(ofDashboard.replace(/ 'sha256-[^']+'/, ''));
    expect(policyOf(answer.headers)).toContain("script-src 'self';");
    expect(
      (await partners.inject({ url, headers: { 'if-none-match': String(answer.headers.etag) } })).statusCode,
    ).toBe(304);
  });

  test('have hashed files that are cacheable forever, and respond 404 for missing ones', async () => {
    expect((await partners.inject('/partners/assets/a-1.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await partners.inject('/partners/color-scheme.js')).headers['cache-control']).toBe('no-cache');
    expect((await partners.inject('/partners/assets/gone-9z.js')).statusCode).toBe(404);
    expect((await partners.inject('/explorer.html')).body).toBe(page);
  });

  test('respond with instructions if they are not built', async () => {
    const bare = Fastify();
    await registerPartnerPages(bare, join(folder, 'nowhere'));
    const answer = await bare.inject('/explorer');
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('npm start');
  });
});
