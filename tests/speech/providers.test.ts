import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import { callService } from '../../server/speech/service-call.ts';
import { ProviderWaitError } from '../../server/speech/provider-errors.ts';
import type { Provider } from '../../server/speech/provider.ts';
import { openai } from '../../server/speech/openai.ts';
import { speechProviders } from '../../server/speech/providers.ts';
import { startElevenlabs } from './servers/elevenlabs.ts';
import { startOpenai } from './servers/openai.ts';
import { KEY } from './started-services.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const offline: Provider = {
  id: 'offline',
  title: 'Offline',
  unavailable: null,
  limits: { maxRequest: { unit: 'characters', value: 1000 }, concurrency: 2 },
  voices: () => Promise.resolve([]),
  synthesise: () =>
    Promise.resolve({ audio: new Uint8Array(2), format: { kind: 's16le', sampleRate: 8000, channels: 1 } }),
};
const onyx = { voice: 'onyx', language: 'en-US', settings: {}, text: 'Hello there.' };
const george = { ...onyx, voice: 'JBFqnCBsd6RMkjVDRZzb' };

describe('providers behind their queues', () => {
  async function open(credentialsMs = 60_000) {
    const [openai, elevenlabs] = await Promise.all([
      startOpenai({ apiKey: KEY }),
      startElevenlabs({ apiKey: KEY }),
    ]);
    closing.push(openai.close, elevenlabs.close);
    const env = {
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: `${openai.url}/v1`,
      ELEVENLABS_API_KEY: KEY,
      ELEVENLABS_BASE_URL: elevenlabs.url,
      SPEECH_STALL_MS: '5000',
    };
    const providers = speechProviders(env, [offline], {
      backoffMs: 1,
      circuit: { failures: 3, openMs: 60_000, longestOpenMs: 60_000, credentialsMs },
    });
    const state = (id: string) => providers.status().find(({ provider }) => provider === id)!;
    return { openai, elevenlabs, providers, state, signal: AbortSignal.timeout(10_000) };
  }

  test('a transient error is invisible to the caller', async () => {
    const { openai, providers, state, signal } = await open();
    openai.fail({ status: 500 });
    openai.fail('truncated');
    await expect(providers.get('openai').synthesise(onyx, signal)).resolves.toMatchObject({
      format: { kind: 'mp3' },
    });
    expect(openai.requests).toHaveLength(3);
    expect(state('openai')).toMatchObject({
      circuit: 'closed',
      started: 3,
      succeeded: 1,
      retried: 2,
      failures: { unavailable: 1, bad_audio: 1 },
    });
  });

  test('an expired key stops that provider and no other', async () => {
    const { openai, providers, state, signal } = await open();
    openai.fail({ status: 401 });
    await expect(providers.get('openai').synthesise(onyx, signal)).rejects.toBeInstanceOf(ProviderWaitError);
    const asked = openai.requests.length;
    await expect(providers.get('openai').synthesise(onyx, signal)).rejects.toMatchObject({
      name: 'ProviderWaitError',
      reason: 'credentials',
    });
    expect(openai.requests).toHaveLength(asked);
    expect(state('openai')).toMatchObject({
      circuit: 'open',
      heldBack: 'credentials',
      unavailable: null,
      lastError: { kind: 'credentials', message: 'openai: answered 401' },
    });
    expect(JSON.stringify(providers.status())).not.toContain(KEY);
    await expect(providers.get('elevenlabs').synthesise(george, signal)).resolves.toBeDefined();
    expect(state('elevenlabs')).toMatchObject({ circuit: 'closed' });
  });

  test('a provider whose key works again is used after the pause and one trial', async () => {
    const { openai, providers, state, signal } = await open(40);
    openai.fail({ status: 401 }, { times: 2 });
    const speak = (): Promise<unknown> => providers.get('openai').synthesise(onyx, signal);
    await expect(speak()).rejects.toMatchObject({ reason: 'credentials' });
    // Voices that are known here are no sign that the service is back.
    expect((await providers.get('openai').voices(signal)).length).toBeGreaterThan(0);
    expect(state('openai')).toMatchObject({ heldBack: 'credentials', succeeded: 0 });
    // Concurrent requests wait for the first trial, which fails; the next one shows that the service is back.
    const waiting = await Promise.allSettled([speak(), speak(), speak()]);
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(openai.requests).toHaveLength(4);
    expect(state('openai')).toMatchObject({
      circuit: 'closed',
      heldBack: null,
      failures: { credentials: 2 },
    });
  });

  test('a provider that is down postpones requests rather than failing them', async () => {
    const { openai, providers, state, signal } = await open();
    openai.fail({ status: 503, headers: { 'retry-after': '0' } }, { times: 100 });
    await expect(providers.get('openai').synthesise(onyx, signal)).rejects.toMatchObject({
      name: 'ProviderWaitError',
      reason: 'unavailable',
    });
    expect(state('openai')).toMatchObject({ circuit: 'open', lastError: { kind: 'unavailable' } });
    expect(openai.requests).toHaveLength(3);
  });
});

describe('connections to providers', () => {
  async function serve(server: Server): Promise<string> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const call = {
    provider: 'test',
    method: 'GET',
    headers: { 'x-key': KEY },
    accept: /^audio\//,
    maxBytes: 100_000,
    patience: { stallMs: 5000, timeoutMs: 5000 },
    secrets: [KEY],
  } as const;
  const signal = AbortSignal.timeout(10_000);

  test('an endless response is cut off at its limit', async () => {
    let sent = 0;
    const url = await serve(
      createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'audio/mpeg' });
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(16_384))) sent += 16_384;
        };
        response.on('drain', more);
        more();
      }),
    );
    await expect(callService({ ...call, secrets: [KEY], url }, signal)).rejects.toMatchObject({
      kind: 'bad_audio',
      message: 'test: answered with more than 100000 bytes',
    });
    expect(sent).toBeLessThan(20_000_000);
  });

  test('a response that trickles forever times out', async () => {
    const url = await serve(
      createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'audio/mpeg' });
        const trickle = setInterval(() => response.write('.'), 20);
        response.on('close', () => clearInterval(trickle));
      }),
    );
    await expect(
      callService({ ...call, secrets: [KEY], url, patience: { stallMs: 10_000, timeoutMs: 400 } }, signal),
    ).rejects.toMatchObject({ kind: 'unavailable', message: 'test: no complete answer within 400 ms' });
  });

  test('a redirect is not followed, because it would forward the key', async () => {
    let visited = false;
    const elsewhere = await serve(
      createServer((_request, response) => ((visited = true), void response.end())),
    );
    const url = await serve(
      createServer((_request, response) => void response.writeHead(307, { location: elsewhere }).end()),
    );
    await expect(callService({ ...call, secrets: [KEY], url }, signal)).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(visited).toBe(false);
  });
});

test('the counting server runs in a separate process', async () => {
  const child = execFile(process.execPath, [
    new URL('./servers/openai-process.ts', import.meta.url).pathname,
    KEY,
  ]);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  closing.push(() => void child.kill());
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value as string);
  const { url } = (await next()) as { url: string };
  const provider = openai.open(
    { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1` },
    { stallMs: 5000, timeoutMs: 5000 },
  );
  await provider.synthesise(onyx, AbortSignal.timeout(5000));
  expect(await next()).toEqual({ model: 'gpt-4o-mini-tts', voice: 'onyx', input: 'Hello there.' });
  child.stdin!.end();
  await ended;
});
