import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { compatibleServers } from '../../server/speech/compatible-server.ts';
import { priceOf } from '../../server/speech/prices.ts';
import { startCompatible, type CompatibleOptions } from './servers/compatible.ts';
import { sound } from './servers/service.ts';

const never = new AbortController().signal;
const patience = { stallMs: 5_000, timeoutMs: 10_000 };
const key = 'k3y-Qm9x-never-shown';

async function open(options: CompatibleOptions, env: Record<string, string> = {}) {
  const server = await startCompatible(options);
  onTestFinished(() => server.close());
  const [provider] = compatibleServers({ SPEECH_SERVERS: `kitchen=${server.url}/v1/`, ...env }, patience);
  return { server, provider: provider! };
}

const request = { voice: 'af_bella', language: 'en-US', settings: {}, text: 'Hello there.' };

test('the voices of a server are listed by its URL alone', async () => {
  const { provider } = await open({
    voices: { voices: ['af_bella', 'bm_george', 'ff_siwis', 'narrator'] },
    models: { object: 'list', data: [{ id: 'whisper-1' }, { id: 'kokoro' }] },
  });
  expect([provider.id, provider.title]).toEqual(['server-kitchen', 'Kitchen']);
  expect(await provider.voices(never)).toMatchObject([
    { name: 'af_bella', language: 'en-US', gender: 'female', availableModels: ['kokoro'] },
    { name: 'bm_george', language: 'en-GB', gender: 'male' },
    { name: 'ff_siwis', language: 'fr-FR', gender: 'female' },
    { name: 'narrator', language: 'en-US', gender: 'neutral' },
  ]);
  expect(priceOf({ provider: provider.id }).eurPerMillion).toBe(0);
});

test('lists of objects, and their languages, are read', async () => {
  const { provider } = await open({
    voices: [{ voice_id: 'v1', name: 'Anna', language: 'de_DE', gender: 'Female' }, { id: 'v2' }, { id: 7 }],
  });
  expect(await provider.voices(never)).toMatchObject([
    { name: 'v1', label: 'Anna', language: 'de-DE', gender: 'female', availableModels: ['tts-1'] },
    { name: 'v2', label: 'v2', language: 'en-US' },
  ]);
});

test('voices and models come from the configuration if the server lists none', async () => {
  const { provider, server } = await open(
    { apiKey: key },
    {
      SPEECH_SERVER_KITCHEN_KEY: key,
      SPEECH_SERVER_KITCHEN_MODELS: 'piper-de',
      SPEECH_SERVER_KITCHEN_VOICES: 'thorsten=de-DE,alba=en-GB',
    },
  );
  expect(await provider.voices(never)).toMatchObject([
    { name: 'thorsten', language: 'de-DE', availableModels: ['piper-de'] },
    { name: 'alba', language: 'en-GB' },
  ]);
  const spoken = await provider.synthesise({ ...request, settings: { speed: 1.5 } }, never);
  expect(spoken.format).toEqual({ kind: 'mp3' });
  expect(JSON.parse(server.requests.at(-1)!.body)).toEqual({
    model: 'piper-de',
    voice: 'af_bella',
    input: 'Hello there.',
    response_format: 'mp3',
    speed: 1.5,
  });
  const [without] = compatibleServers({ SPEECH_SERVERS: `kitchen=${server.url}/v1` }, patience);
  await expect(without!.voices(never)).rejects.toMatchObject({ kind: 'credentials' });
});

test('the error without voices says what to configure', async () => {
  const { provider } = await open({});
  await expect(provider.voices(never)).rejects.toThrow('SPEECH_SERVER_KITCHEN_VOICES');
});

test('several servers have separate names', () => {
  const servers = compatibleServers(
    { SPEECH_SERVERS: 'kitchen=http://a/v1, big-box=https://b:8880/v1' },
    patience,
  );
  expect(servers.map(({ id, title }) => [id, title])).toEqual([
    ['server-kitchen', 'Kitchen'],
    ['server-big-box', 'Big box'],
  ]);
  expect(compatibleServers({}, patience)).toEqual([]);
  for (const wrong of ['http://a/v1', 'a b=http://a', 'x=ftp://a', 'x=http://'])
    expect(() => compatibleServers({ SPEECH_SERVERS: wrong }, patience), wrong).toThrow('SPEECH_SERVERS');
  expect(() => compatibleServers({ SPEECH_SERVERS: 'a=http://x,a=http://y' }, patience)).toThrow('twice');
});

test('WAV is accepted from servers without other formats', async () => {
  const wav = Buffer.alloc(44 + 32_000);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + 32_000, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(16_000, 24);
  wav.writeUInt32LE(32_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(32_000, 40);
  const { provider } = await open({ audio: () => Promise.resolve(sound('audio/wav', wav)) });
  expect((await provider.synthesise(request, never)).format).toEqual({ kind: 'wav' });
});

test.each([
  ['truncated' as const, 'bad_audio'],
  ['wrong_type' as const, 'bad_audio'],
  ['soundless' as const, 'bad_audio'],
  [{ status: 401, message: key }, 'credentials'],
  [{ status: 500 }, 'unavailable'],
  [{ status: 429 }, 'rate_limited'],
])('a response with %j fails like with any service', async (fault, kind) => {
  const { provider, server } = await open({ apiKey: key }, { SPEECH_SERVER_KITCHEN_KEY: key });
  server.fail(fault);
  const error = await provider.synthesise(request, never).catch((problem: unknown) => problem);
  expect(error).toMatchObject({ kind });
  expect(String(error)).not.toContain(key);
});

test.each([
  ['invalid names', { voices: ['a'.repeat(101), 'x:y', 'new\nline', 5, null, {}, 'good'] }, ['good']],
  ['no list', { voices: 'all' }, null],
  ['far too many entries', { voices: Array.from({ length: 5_000 }, (_, index) => `v${index}`) }, 1_000],
])('lists with %s are harmless', async (_, voices, expected) => {
  const { provider } = await open({ voices });
  const listing = provider.voices(never);
  if (expected === null) return expect(listing).rejects.toThrow('lists no voices');
  const names = (await listing).map(({ name }) => name);
  if (typeof expected === 'number') expect(names).toHaveLength(expected);
  else expect(names).toEqual(expected);
});

test('endless lists and redirects are refused', async () => {
  let sent = 0;
  const server = createServer((incoming, response) => {
    if (incoming.url === '/v1/audio/speech')
      return response.writeHead(302, { location: 'http://localhost:1/' }).end();
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 10 ** 10 });
    const piece = Buffer.alloc(256 * 1024, '[');
    const send = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length;
    };
    response.on('drain', send);
    send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const [provider] = compatibleServers({ SPEECH_SERVERS: `kitchen=${url}` }, patience);
  await expect(provider!.voices(never)).rejects.toThrow('lists no voices');
  expect(sent).toBeLessThan(100 * 2 ** 20);
  await expect(provider!.synthesise(request, never)).rejects.toMatchObject({ kind: 'unavailable' });
});

test.each([
  ['never ends', true],
  ['announces 10 GB and goes silent', false],
])('audio that %s is cut off', async (_, isEndless) => {
  let sent = 0;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': 10 ** 10 });
    const piece = Buffer.alloc(256 * 1024);
    if (!isEndless) return void response.write(piece);
    const send = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length;
    };
    response.on('drain', send);
    return send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const [provider] = compatibleServers({ SPEECH_SERVERS: `kitchen=${url}` }, { ...patience, stallMs: 1_000 });
  await expect(provider!.synthesise(request, never)).rejects.toMatchObject({
    kind: isEndless ? 'bad_audio' : 'unavailable',
  });
  expect(sent).toBeLessThan(200 * 2 ** 20);
});
