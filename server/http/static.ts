import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const built = new URL('../../client/dist/dashboard/', import.meta.url).pathname;

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
  /^\/(api|tts-lite|graphql|download|articles\/\d+\/download|auth|connect|ev|enhance|player|oembed|podcast|json|alexafb|google|assets|metrics|healthz|readyz)(\/|$|\?)/;

interface StaticFile {
  body: Buffer;
  etag: string;
  type: string;
  compressible: boolean;
  cacheControl: string;
}

type Encoding = 'br' | 'gzip';
const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

/**
 * Serves the built dashboard from memory: hashed files for ever, the page itself checked at each visit, compressed once. Any
 * address that is no program's answers the page, whose router does the rest.
 * @param folder where `vite build` put it.
 */
export async function registerDashboard(server: FastifyInstance, folder = built): Promise<void> {
  const files = await readFiles(folder);
  const page = files.get('/index.html');
  const security = page && securityHeaders(page.body.toString());
  const compressed = new Map<string, Promise<Buffer>>();

  async function send(file: StaticFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers({ etag: file.etag, 'cache-control': file.cacheControl, 'x-content-type-options': 'nosniff' }).type(file.type);
    if (file === page) reply.headers(security!);
    if (file.compressible) reply.header('vary', 'accept-encoding');
    if (request.headers['if-none-match']?.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, '') === file.etag.slice(2)))
      return reply.code(304).send();
    const encoding = file.compressible ? acceptedEncoding(request.headers['accept-encoding']) : null;
    if (!encoding) return reply.send(file.body);
    const key = `${encoding} ${file.etag}`;
    if (!compressed.has(key)) compressed.set(key, compressors[encoding](file.body));
    return reply.header('content-encoding', encoding).send(await compressed.get(key)!);
  }

  for (const [path, file] of files) {
    if (path !== '/index.html') server.get(path, (request, reply) => send(file, request, reply));
  }
  server.setNotFoundHandler(async (request, reply) => {
    const isVisit = (request.method === 'GET' || request.method === 'HEAD') && !programs.test(request.url);
    if (isVisit && page) return send(page, request, reply);
    if (isVisit && request.url === '/')
      return reply.code(503).type('text/plain; charset=utf-8').send('The dashboard has not been built yet. Run npm start to build it.');
    return reply.code(404).send({ result: 'fail', message: 'Not found' });
  });
}

async function readFiles(folder: string): Promise<Map<string, StaticFile>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, StaticFile>();
  // One after the other: all at once would take as many file handles.
  for (const entry of found) {
    if (!entry.isFile() || entry.parentPath.includes(`${sep}.vite`)) continue;
    const path = join(entry.parentPath, entry.name);
    const body = await readFile(path);
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    const extension = extname(path);
    files.set(address, {
      body,
      // Weak: the compressed forms share it.
      etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
      type: types[extension] ?? 'application/octet-stream',
      compressible: compressible.has(extension) && body.length > 1_000,
      // Vite puts the hash of the content into the names below assets.
      cacheControl: address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
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

/** What the page may do. Mantine puts its variables into style elements, hence inline styles; inline scripts only those of the build. */
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
