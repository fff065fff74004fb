import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { embeddableByAll } from '../lib/requests/public-cors.ts';
import { languagesOf } from './reader-languages.ts';

const built = new URL('../../client/dist/dashboard/', import.meta.url).pathname;
const builtForPartners = new URL('../../client/dist/partners/', import.meta.url).pathname;

/**
 * Path of the files of the pages for partners; their build uses the same one
 * (client/vite-partners.config.ts).
 */
const partnerBase = '/partners';
/** The pages for partners, by their address: the explorer of GraphQL, and what REST can do. */
const partnerPages = { '/explorer': 'explorer.html', '/api/docs': 'reference.html' } as const;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
};
const compressible = new Set(['.html', '.js', '.css', '.json', '.map', '.svg', '.txt', '.webmanifest']);

/** Doors of programs: an address below them that does not exist is no page of the dashboard. */
const programs =
  /^\/(api|tts-lite|graphql|download|articles\/\d+\/download|auth|connect|ev|enhance|player|oembed|podcast|json|alexafb|google|assets|partners|metrics|healthz|readyz|unsubscribe|stripe|listen|wordpress)(\/|$|\?)/;

const shell = 'screens/shell/Shell.tsx';
const studio = 'screens/studio/StudioShell.tsx';

/**
 * Modules of the screen at an address, in addition to the page's own script: preloaded in parallel with it,
 * including texts. The first matching row counts; the dashboard's routes define the screens.
 */
export const screensAt: readonly (readonly [address: RegExp, modules: readonly string[]])[] = [
  [/^\/(\?|$)/, ['screens/sign-in/SignInScreen.tsx']],
  [/^\/projects\/dashboard(\?|$)/, [shell, 'screens/dashboard/DashboardScreen.tsx']],
  [
    /^\/projects\/\d+(\/\d+_[^/?]*)?(\?|$)/,
    [shell, 'screens/project/ProjectScreen.tsx', 'screens/project/articles/ArticlesTable.tsx'],
  ],
  [/^\/projects\/\d+\/(\d+_[^/]*\/)?articles?\/[^/]/, [shell, 'screens/article/EditArticleScreen.tsx']],
  [/^\/projects\/\d+\/add-article\b/, [shell, 'screens/article/AddArticleScreen.tsx']],
  [/^\/projects\/\d+\/settings\b/, [shell, 'screens/settings/SettingsScreen.tsx']],
  [/^\/projects\/\d+\/processing-rules\b/, [shell, 'screens/rules/ProcessingRulesScreen.tsx']],
  [/^\/projects\/\d+\/add-channel\/?(\?|$)/, [shell, 'screens/channels/ChannelChooser.tsx']],
  [/^\/projects\/\d+\/add-channel-/, [shell, 'screens/channels/NewChannelScreen.tsx']],
  [/^\/projects\/\d+\/channel\//, [shell, 'screens/channels/EditChannelScreen.tsx']],
  [/^\/projects\/\d+\/stats\/?(\?|$)/, [shell, 'screens/statistics/StatisticsScreen.tsx']],
  [/^\/shared\//, ['screens/statistics/SharedStatisticsScreen.tsx']],
  [/^\/projects\/\d+\/add-playlist\b/, [shell, 'screens/playlists/NewPlaylistScreen.tsx']],
  [/^\/projects\/\d+\/playlists?\//, [shell, 'screens/playlists/EditPlaylistScreen.tsx']],
  [/^\/projects\/create\b/, [shell, 'screens/create-project/CreateProjectScreen.tsx']],
  [/^\/projects\/profile\b/, [shell, 'screens/profile/ProfileScreen.tsx']],
  [/^\/projects\/organization\//, [shell, 'screens/organization/OrganizationScreen.tsx']],
  [/^\/projects\/docs\//, [shell, 'screens/docs/DocsScreen.tsx']],
  [/^\/projects\//, [shell]],
  [/^\/studio\/?(\?|$)/, [studio, 'screens/studio/list/StudioListScreen.tsx']],
  [/^\/studio\/new-audio\b/, [studio, 'screens/studio/editor/NewAudioScreen.tsx']],
  [/^\/studio\/edit-audio\//, [studio, 'screens/studio/editor/EditAudioScreen.tsx']],
];

/** What Vite notes of each chunk. */
interface Chunk {
  file: string;
  name?: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

interface StaticFile {
  body: Buffer;
  /** The same as brotli compresses it, where the build has done so. */
  brotli: Buffer | undefined;
  etag: string;
  type: string;
  compressible: boolean;
  cacheControl: string;
  /** Whether pages of other sites show it: the sign, as the picture of what a player plays. */
  isPublic: boolean;
  /** Security headers of a page; other files do not execute. */
  security: Record<string, string> | null;
}

type Send = (file: StaticFile, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

type Encoding = 'br' | 'gzip';
const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

/**
 * Serves the built dashboard from memory: hashed files for ever, the page itself checked at each visit,
 * compressed once. Any address that is no program's answers the page, whose router does the rest.
 * @param folder where `vite build` put it
 * @param mayFrame whether pages of other sites may show what a shared link leads to
 */
export async function registerDashboard(
  server: FastifyInstance,
  folder = built,
  mayFrame: (token: string) => Promise<boolean> = async () => false,
): Promise<void> {
  const files = await readFiles(folder);
  const page = files.get('/index.html');
  const preloads = await readPreloads(folder);
  const send = sender();
  for (const [path, file] of files) {
    if (file !== page) server.get(path, (request, reply) => send(file, request, reply));
  }
  server.setNotFoundHandler(async (request, reply) => {
    // Whether others may frame it is checked on each request: a link may have been revoked.
    const [, shared] = /^\/shared\/([\w-]{22})(?:[/?]|$)/.exec(request.url) ?? [];
    const framed = shared !== undefined && (await mayFrame(shared));
    const isVisit = (request.method === 'GET' || request.method === 'HEAD') && !programs.test(request.url);
    if (isVisit && page) {
      const preload = preloads.find(([address]) => address.test(request.url))?.[1];
      if (preload) reply.header('link', preload(languagesOf(request.headers)));
      if (!framed) return send(page, request, reply);
      reply.removeHeader('x-frame-options');
      return send({ ...page, security: framedBy(page.security) }, request, reply);
    }
    if (isVisit && request.url === '/') return notBuilt(reply, 'The dashboard has');
    return reply.code(404).send({ result: 'fail', message: 'Not found' });
  });
}

/**
 * Serves the pages for partners' programmers, like the dashboard and under the same policy: the explorer of
 * GraphQL and the description of REST.
 * @param folder where `vite build` put them.
 */
export async function registerPartnerPages(
  server: FastifyInstance,
  folder = builtForPartners,
): Promise<void> {
  const files = await readFiles(folder);
  const send = sender();
  for (const [address, name] of Object.entries(partnerPages)) {
    const page = files.get(`/${name}`);
    files.delete(`/${name}`);
    server.get(address, (request, reply) =>
      page ? send(page, request, reply) : notBuilt(reply, 'The pages for partners have'),
    );
  }
  for (const [path, file] of files)
    server.get(partnerBase + path, (request, reply) => send(file, request, reply));
}

function notBuilt(reply: FastifyReply, what: string): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send(`${what} not been built yet. Run npm start to build.`);
}

/** What sends files as the client can read them, and each only once to a client that keeps it. */
function sender(): Send {
  const compressed = new Map<string, Promise<Buffer>>();
  return async (file, request, reply) => {
    reply
      .headers({ etag: file.etag, 'cache-control': file.cacheControl, 'x-content-type-options': 'nosniff' })
      .type(file.type);
    if (file.security) reply.headers(file.security);
    if (file.isPublic) reply.headers(embeddableByAll);
    if (file.compressible) reply.header('vary', 'accept-encoding');
    if (
      request.headers['if-none-match']
        ?.split(',')
        .some((tag) => tag.trim().replace(/^W\//, '') === file.etag.slice(2))
    )
      return reply.code(304).send();
    const encoding = file.compressible ? acceptedEncoding(request.headers['accept-encoding']) : null;
    if (!encoding) return reply.send(file.body);
    const key = `${encoding} ${file.etag}`;
    if (encoding === 'br' && file.brotli) return reply.header('content-encoding', 'br').send(file.brotli);
    if (!compressed.has(key)) compressed.set(key, compressors[encoding](file.body));
    return reply.header('content-encoding', encoding).send(await compressed.get(key)!);
  };
}

/** The `Link` header that goes with the page at an address, from the notes of the build, by language. */
async function readPreloads(
  folder: string,
): Promise<[address: RegExp, link: (languages: string[]) => string][]> {
  const notes = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}');
  const chunks = JSON.parse(notes) as Record<string, Chunk>;
  const reach = (names: readonly string[], reached: Set<string>): Set<string> => {
    for (const name of names) {
      const chunk = chunks[name];
      if (!chunk || reached.has(name)) continue;
      reached.add(name);
      reach(chunk.imports ?? [], reached);
    }
    return reached;
  };
  // The page itself references what its own script needs, except for the texts.
  const named = reach(['index.html'], new Set());
  return screensAt.flatMap(([address, modules]) => {
    const reached = reach(modules, new Set(named));
    const own = [...reached].filter((name) => !named.has(name)).map((name) => chunks[name]!);
    if (!own.length) return [];
    // Style sheets first: they block rendering, and only scripts contain their names.
    const styles = [...new Set(own.flatMap(({ css = [] }) => css))].map(
      (file) => `</${file}>; rel=preload; as=style; crossorigin`,
    );
    const words = [...reached].flatMap((name) => chunks[name]!.dynamicImports ?? []);
    const wordsIn = (language: string) =>
      words
        .map((name) => chunks[name])
        .filter((chunk) => chunk?.name?.startsWith(`words-${language}-`))
        .map((chunk) => chunk!.file);
    const link = (languages: string[]) => {
      const spoken = languages.map(wordsIn).find(({ length }) => length > 0) ?? [];
      const scripts = [...own.map(({ file }) => file), ...new Set(spoken)];
      return [...styles, ...scripts.map((file) => `</${file}>; rel=modulepreload`)].join(', ');
    };
    return [[address, link] as [RegExp, typeof link]];
  });
}

async function readFiles(folder: string): Promise<Map<string, StaticFile>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = new Set(found.map((entry) => join(entry.parentPath, entry.name)));
  const files = new Map<string, StaticFile>();
  // One after the other: all at once would take as many file handles.
  for (const entry of found) {
    if (!entry.isFile() || entry.parentPath.includes(`${sep}.vite`)) continue;
    const path = join(entry.parentPath, entry.name);
    const body = await readFile(path);
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    const extension = extname(path);
    if (extension === '.br') continue;
    files.set(address, {
      body,
      brotli: paths.has(`${path}.br`) ? await readFile(`${path}.br`) : undefined,
      // Weak: the compressed forms share it.
      etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
      type: types[extension] ?? 'application/octet-stream',
      compressible: compressible.has(extension) && body.length > 1_000,
      // Vite puts the hash of the content into the names below assets.
      isPublic: address === '/favicon.svg',
      cacheControl: address.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : address === '/favicon.svg'
          ? 'public, max-age=86400'
          : 'no-cache',
      security: extension === '.html' ? securityHeaders(body.toString()) : null,
    });
  }
  return files;
}

function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  const accepted = String(header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null;
}

/** The same for a page that others may show in a frame. */
const framedBy = (security: Record<string, string> | null): Record<string, string> | null => {
  if (!security) return null;
  const { 'x-frame-options': _, 'content-security-policy': policy = '', ...rest } = security;
  return {
    ...rest,
    'content-security-policy': policy.replace("frame-ancestors 'self'", 'frame-ancestors *'),
  };
};

/**
 * What a page may do. Mantine and the explorer's editor put their rules into style elements, hence inline
 * styles; inline scripts only those of the build.
 */
function securityHeaders(html: string): Record<string, string> {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`,
  );
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inline],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'https:'],
    'media-src': ["'self'", 'blob:', 'https:'],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, values]) => `${name} ${values.join(' ')}`)
      .join('; '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'SAMEORIGIN',
  };
}
