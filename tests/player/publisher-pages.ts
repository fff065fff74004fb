/**
 * What the player's tests play on: the server that the loader, the configs and real sounds come from, and a
 * publisher's pages on another origin, with a content security policy as strict as they come.
 */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { PlayerConfig, PlayerItem } from '../../client/player/player-config.ts';
import { playerFeaturesWords } from '../../server/areas/channels/player/generated/player-features-words.ts';
import { playerWords } from '../../server/areas/channels/player/generated/player-words.ts';
import { readableByAll } from '../../server/lib/requests/public-cors.ts';
import { wav } from '../support/media.ts';
import { startSite, type Handler, type Site } from '../support/site.ts';

const built = fileURLToPath(new URL('../../client/dist/player/', import.meta.url));

/** Distinct tone of each audio file, to identify it. Hertz. */
export const tones = { intro: 300, first: 440, next: 600, second: 760, outro: 900 } as const;
export type Tone = keyof typeof tones;

const files = new Map<string, Buffer>();
function tone(name: Tone, seconds: number): Buffer {
  const key = `${name}-${seconds}`;
  if (!files.has(key)) files.set(key, wav({ seconds, frequency: tones[name], sampleRate: 8_000, bits: 8 }));
  return files.get(key)!;
}

/** What a browser asks of a file: all of it, or a range. */
export const ranged =
  (file: Buffer, type = 'audio/wav'): Handler =>
  (request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const start = Number(from ?? 0);
    const end = to ? Math.min(Number(to), file.length - 1) : file.length - 1;
    response.writeHead(from === undefined ? 200 : 206, {
      'content-type': type,
      'content-length': end - start + 1,
      'accept-ranges': 'bytes',
      ...readableByAll(),
      ...(from === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${file.length}` }),
    });
    response.end(request.method === 'HEAD' ? undefined : file.subarray(start, end + 1));
  };

export interface Stage {
  /** Where the player comes from. */
  service: Site;
  publisher: Site;
  /** Answers a channel's config from now on. */
  configure(
    slug: string,
    config: PlayerConfig | { status: number } | ((asked: URL) => PlayerConfig | { status: number }),
  ): void;
  /** A config that plays: version 2, one article of 20 s. */
  config(change?: ConfigChange): PlayerConfig;
  item(change?: Partial<PlayerItem> & { tone?: Tone; seconds?: number }): PlayerItem;
  /** Address of a tone. */
  sound(name: Tone, seconds: number): string;
  /** Puts a page on the publisher's site. @returns its address */
  page(
    path: string,
    body: string,
    options?: { head?: string; headers?: Record<string, string>; doctype?: string; html?: string },
  ): string;
  /** Serves the player, and the configs that are set from now on, below another path too. */
  release(path: string): void;
  /** The embedding code. */
  embed(slug: string, attributes?: string): string;
  close(): Promise<void>;
}

export type ConfigChange = Partial<Omit<PlayerConfig, 'channel' | 'consent' | 'sounds'>> & {
  channel?: Partial<PlayerConfig['channel']>;
  consent?: Partial<PlayerConfig['consent']>;
  sounds?: Partial<PlayerConfig['sounds']>;
};

/** A policy that lets the player's server and nothing else in. */
export const strictPolicy = (service: string): string =>
  [
    "default-src 'none'",
    `script-src ${service}`,
    "style-src 'self'",
    `connect-src ${service}`,
    `media-src ${service}`,
    `img-src ${service}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "base-uri 'none'",
  ].join('; ');

const style = `html { font: 17px/1.6 Georgia, serif; color: #222; background: #fff; } body { max-width: 680px; margin: 2rem auto; padding: 0 16px; }
.parlance-player { min-height: 64px; margin: 16px 0; } .parlance-player.three { min-height: 152px; } .parlance-player.four { min-height: 56px; }
h1 { line-height: 1.2; }`;

/** As the server sends it: as small as the browser can read it. */
async function compressed(
  file: Buffer,
  { headers }: IncomingMessage,
): Promise<{ body: Buffer; 'content-encoding'?: string }> {
  const accepted = String(headers['accept-encoding']);
  if (/\bbr\b/.test(accepted))
    return { body: await promisify(brotliCompress)(file), 'content-encoding': 'br' };
  if (/\bgzip\b/.test(accepted))
    return { body: await promisify(gzip)(file, { level: 9 }), 'content-encoding': 'gzip' };
  return { body: file };
}

export async function startStage(): Promise<Stage> {
  const [service, publisher] = await Promise.all([startSite(), startSite()]);
  const serve = async (name: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const file = await readFile(`${built}${name}`, 'utf8').then(
      // As the server sends it: with its own address.
      (text) => Buffer.from(text.replaceAll('__PARLANCE_HOME__', service.url)),
      () => null,
    );
    const { body, ...encoding } = await compressed(file ?? Buffer.alloc(0), request);
    response.writeHead(file ? 200 : 404, {
      ...encoding,
      'content-type': 'text/javascript; charset=utf-8',
      ...readableByAll(),
      'cache-control': name === 'loader.js' ? 'no-cache' : 'public, max-age=31536000, immutable',
    });
    response.end(body);
  };
  const manifest = JSON.parse(await readFile(`${built}.vite/manifest.json`, 'utf8')) as Record<
    string,
    { file: string }
  >;
  const releases = [''];
  const servePlayer = (release: string): void => {
    for (const name of ['loader.js', ...Object.values(manifest).map(({ file }) => file)])
      service.set(`${release}/player/${name}`, (request, response) => serve(name, request, response));
  };
  servePlayer('');
  publisher.set('/page.css', { headers: { 'content-type': 'text/css' }, body: style });
  publisher.set('/favicon.ico', { status: 204 });

  const sound = (name: Tone, seconds: number): string => {
    const path = `/download/audio/${name}-${seconds}.wav`;
    service.set(path, ranged(tone(name, seconds)));
    return `${service.url}${path}`;
  };
  let lastId = 100;
  const stage: Stage = {
    service,
    publisher,
    sound,
    item: ({ tone: name = 'first', seconds = 20, ...change } = {}) => ({
      id: (lastId += 1),
      projectId: 1,
      externalId: null,
      title: 'The harbour wakes before the city does',
      url: `${publisher.url}/article`,
      audio: sound(name, seconds),
      au: `${name}-${seconds}`,
      durationMs: seconds * 1000,
      state: 'ready',
      teaser: false,
      highlight: null,
      transcript: null,
      image: null,
      chapters: [],
      ...change,
    }),
    config: ({ channel, consent, sounds, ...change } = {}) => ({
      channel: {
        id: 7,
        slug: 'morning',
        kind: 'player',
        version: 2,
        cta: 'Listen to this article:',
        color: '#5d72e4',
        bordered: true,
        background: '#fff',
        texts: {},
        placement: { action: 'none', selector: '' },
        customCss: null,
        disableAutoload: false,
        opened: false,
        ...channel,
      },
      language: 'en',
      words: {
        ...playerWords[change.language ?? 'en'],
        ...(channel?.features?.length && playerFeaturesWords[change.language ?? 'en']),
      },
      publisher: 'The Morning Paper',
      consent: {
        provider: 'always',
        managerId: null,
        vendorId: null,
        placeholder: false,
        message: '',
        ...consent,
      },
      sounds: { intro: null, next: null, outro: null, ...sounds },
      items: change.items ?? [stage.item()],
      ads: null,
      eventsUrl: null,
      pageToken: null,
      ...change,
    }),
    configure(slug, answer) {
      const handle: Handler = async (request, response) => {
        const config = typeof answer === 'function' ? answer(new URL(request.url!, service.url)) : answer;
        const status = 'status' in config ? config.status : 200;
        const text = status === 200 ? JSON.stringify(config) : '{}';
        const { body, ...encoding } = await compressed(Buffer.from(text), request);
        response.writeHead(status, {
          ...encoding,
          'content-type': 'application/json',
          ...readableByAll(),
          'cache-control': 'no-store',
        });
        response.end(body);
      };
      for (const release of releases) service.set(`${release}/player/${slug}/config`, handle);
    },
    page(path, body, { head = '', headers = {}, doctype = '<!doctype html>', html = 'lang="en"' } = {}) {
      publisher.set(path, {
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': strictPolicy(service.url),
          ...headers,
        },
        body: `${doctype}<html ${html}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The Morning Paper</title><link rel="stylesheet" href="/page.css">${head}</head><body>${body}</body></html>`,
      });
      return `${publisher.url}${path}`;
    },
    release(path) {
      servePlayer(path);
      releases.push(path);
    },
    embed: (slug, attributes = 'data-article="1"') =>
      `<div class="parlance-player" data-channel="${slug}" ${attributes}></div><script async src="${service.url}/player/loader.js"></script>`,
    async close() {
      await Promise.all([service.close(), publisher.close()]);
    },
  };
  return stage;
}
