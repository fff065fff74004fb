import { MPEGDecoder } from 'mpg123-decoder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProviderError, type ProviderErrorKind } from '../../server/speech/provider-errors.ts';
import type { Provider, SpeechAudio, SpeechRequest } from '../../server/speech/provider.ts';
import type { Fault, SpeechServer } from './servers/service.ts';
import { spokenMs } from './servers/sound.ts';
import { KEY, SERVICES } from './started-services.ts';

const FAULTS: [string, Fault, ProviderErrorKind][] = [
  ['400', { status: 400 }, 'bad_request'],
  ['401', { status: 401, message: `the key ${KEY} is wrong` }, 'credentials'],
  ['402', { status: 402, message: `no funds behind ${KEY}` }, 'credentials'],
  ['403', { status: 403, message: `the key ${KEY} may not` }, 'credentials'],
  ['408', { status: 408 }, 'unavailable'],
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '7' } }, 'rate_limited'],
  ['500', { status: 500, message: `while using ${KEY}` }, 'unavailable'],
  ['a truncated body', 'truncated', 'bad_audio'],
  ['sound of length zero', 'soundless', 'bad_audio'],
  ['a wrong content type', 'wrong_type', 'bad_audio'],
  ['a stall in the middle', 'stalled', 'unavailable'],
  ['no answer at all', 'silent', 'unavailable'],
];

const TEXT = 'Rain & wind <stay> for “three” days.';

describe.each(SERVICES)('$id', (service) => {
  let server: SpeechServer;
  let provider: Provider;
  /** Times out early: for faults that end in a timeout. */
  let impatient: Provider;
  const request: SpeechRequest = { ...service.request, settings: {}, text: TEXT };
  const failure = (speaking: Promise<unknown>): Promise<unknown> =>
    speaking.then(
      () => 'spoke',
      (error: unknown) => error,
    );

  beforeAll(async () => {
    server = await service.start();
    provider = service.provider(server.url);
    impatient = service.provider(server.url, KEY, { stallMs: 250, timeoutMs: 5000 });
  });
  afterAll(() => server.close());

  test('generates audio that decodes to its length', async () => {
    const { audio, format, timings } = await provider.synthesise(request, AbortSignal.timeout(20_000));
    const seconds = await decodedSeconds(audio, format);
    expect(seconds).toBeGreaterThan((spokenMs(TEXT) - 200) / 1000);
    expect(seconds).toBeLessThan((spokenMs(TEXT) * 2) / 1000);
    for (const { start, length } of timings ?? [])
      expect(TEXT.slice(start, start + length)).toMatch(/^[\p{L}]+$/u);
  });

  test.each(FAULTS)('%s', async (_name, fault, kind) => {
    server.fail(fault);
    const asked = fault === 'stalled' || fault === 'silent' ? impatient : provider;
    const error = await failure(asked.synthesise(request, AbortSignal.timeout(20_000)));
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ kind, provider: service.id });
    if (kind === 'rate_limited') expect((error as ProviderError).retryAfterMs).toBe(7000);
    expect(everythingSaid(error)).not.toContain(KEY);
    server.recover();
    // The fault was one request's: the next one is served.
    await expect(provider.synthesise(request, AbortSignal.timeout(20_000))).resolves.toBeDefined();
  });

  test('429 with a date in Retry-After', async () => {
    server.fail({ status: 429, headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() } });
    const error = (await failure(provider.synthesise(request, AbortSignal.timeout(20_000)))) as ProviderError;
    expect(error.kind).toBe('rate_limited');
    expect(error.retryAfterMs).toBeGreaterThan(50_000);
    expect(error.retryAfterMs).toBeLessThanOrEqual(60_000);
  });

  // OpenAI has no call that lists its voices; a list has no sound to be without.
  test.each(service.id === 'openai' ? [] : FAULTS.filter(([, fault]) => fault !== 'soundless'))(
    'reports %s while listing voices',
    async (_name, fault, kind) => {
      server.fail(fault);
      const asked = fault === 'stalled' || fault === 'silent' ? impatient : provider;
      const error = await failure(asked.voices(AbortSignal.timeout(20_000)));
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ kind, provider: service.id });
      expect(everythingSaid(error)).not.toContain(KEY);
      server.recover();
      expect((await provider.voices(AbortSignal.timeout(20_000))).length).toBeGreaterThan(0);
    },
  );

  test('treats a wrong key as credentials error, without showing it', async () => {
    const wrong = 'wr0ng-K3y-value';
    const error = await failure(
      service.provider(server.url, wrong).synthesise(request, AbortSignal.timeout(20_000)),
    );
    expect(error).toMatchObject({ kind: 'credentials' });
    expect(everythingSaid(error)).not.toContain(wrong);
  });

  test('treats an unknown voice as invalid request', async () => {
    expect(
      await failure(
        provider.synthesise({ ...request, voice: 'en-US-Neural2-Nobody' }, AbortSignal.timeout(20_000)),
      ),
    ).toMatchObject({ kind: 'bad_request' });
  });

  test('a closed port', async () => {
    const gone = await service.start();
    await gone.close();
    expect(
      await failure(service.provider(gone.url).synthesise(request, AbortSignal.timeout(20_000))),
    ).toMatchObject({ kind: 'unavailable' });
  });

  test('does not count an aborted request as failure of the service', async () => {
    server.fail('silent');
    const controller = new AbortController();
    const speaking = failure(provider.synthesise(request, controller.signal));
    const reason = new Error('nobody wants it any more');
    controller.abort(reason);
    expect(await speaking).toBe(reason);
    server.requests.length = 0;
    expect(await failure(provider.synthesise(request, AbortSignal.abort(reason)))).toBe(reason);
    expect(server.requests).toEqual([]);
  });
});

/** What a logger would print of an error and its causes. */
function everythingSaid(error: unknown): string {
  let said = '';
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    said += `${at.stack} ${JSON.stringify(at)}`;
  return said;
}

async function decodedSeconds(audio: Uint8Array, format: SpeechAudio['format']): Promise<number> {
  if (format.kind === 's16le') return audio.length / 2 / format.channels / format.sampleRate;
  if (format.kind === 'wav') return (audio.length - 44) / 2 / 24_000;
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { samplesDecoded, sampleRate } = decoder.decode(audio);
  decoder.free();
  return samplesDecoded / sampleRate;
}
