/** Every client of another machine, against one that accepts connections and never answers. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { requestAmazon } from '../server/areas/projects/amazon/amazon-request.ts';
import { discover } from '../server/areas/people/openid/openid-clients.ts';
import { openStripe } from '../server/areas/people/premium/stripe-client.ts';
import { readCertificate } from '../server/doctor/check-certificate.ts';
import type { App } from '../server/kernel/app.ts';
import { screenText } from '../server/kernel/screen-text.ts';
import { geminiModel } from '../server/language-models/gemini-model.ts';
import { openaiModel } from '../server/language-models/openai-model.ts';
import { runAsJob } from '../server/lib/threads/job-signal.ts';
import { createLogger } from '../server/lib/logger.ts';
import { safeFetch } from '../server/lib/outbound/safe-fetch.ts';
import { sendBySmtp, smtpServer } from '../server/mail/smtp.ts';
import { openRecogniser } from '../server/speech/recognition.ts';
import { s3Storage } from '../server/storage/s3.ts';
import type { Storage } from '../server/storage/storage.ts';
import { KEY, SERVICES } from './speech/started-services.ts';
import { startSilentServer, type SilentServer } from './support/silent-server.ts';

/** A client's call; `ms` are all of its limits. */
type Call = (server: SilentServer, ms: number, signal: AbortSignal) => Promise<unknown>;

const bucket = ({ url }: SilentServer, ms: number): Promise<Storage> =>
  s3Storage(
    { bucket: 'sounds', prefix: '', region: 'eu-central-1', endpoint: url },
    { accessKeyId: 'id', secretAccessKey: 'secret' },
    { connectMs: ms, idleMs: ms, answerMs: ms },
  );
const stored =
  (ask: (storage: Storage, signal: AbortSignal) => Promise<unknown>): Call =>
  async (server, ms, signal) =>
    ask(await bucket(server, ms), signal);
async function fileOf(bytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-outbound-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'file');
  await writeFile(path, Buffer.alloc(bytes));
  return path;
}
async function listed(storage: Storage, signal: AbortSignal): Promise<void> {
  for await (const _ of storage.list('audio', { signal }));
}

const model = { instructions: 'Spell.', input: '{}', tenant: 'organization:1', maxTokens: 50 };
const answer = { name: 'spelled', schema: { type: 'object', properties: {}, additionalProperties: false } };

/** Calls that are handed a signal. */
const calls: [name: string, call: Call][] = [
  ['storage.put', stored((storage, signal) => storage.put('a', Buffer.alloc(9), { signal }))],
  ['storage.putFile', stored(async (storage, signal) => storage.putFile('a', await fileOf(9), { signal }))],
  ['storage.get', stored((storage, signal) => storage.get('a', { signal }))],
  ['storage.stat', stored((storage, signal) => storage.stat('a', { signal }))],
  ['storage.stream', stored((storage, signal) => storage.stream('a', undefined, { signal }))],
  ['storage.delete', stored((storage, signal) => storage.delete('a', { signal }))],
  ['storage.list', stored(listed)],
  [
    'pages, feeds, hubs',
    ({ url }, ms, signal) => safeFetch(url, { allowHosts: ['127.0.0.1'], idleTimeoutMs: ms, signal }),
  ],
  ...SERVICES.map(({ id, provider, request }): [string, Call] => [
    `speech of ${id}`,
    ({ url }, ms, signal) =>
      provider(url, KEY, { stallMs: ms, timeoutMs: 2 * ms }).synthesise(
        { ...request, settings: {}, text: 'Hello.' },
        signal,
      ),
  ]),
  [
    'model of openai',
    ({ url }, ms, signal) =>
      openaiModel(
        { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1` },
        { stallMs: ms, timeoutMs: 2 * ms },
      )!.ask({ ...model, answer }, signal),
  ],
  [
    'model of gemini',
    ({ url }, ms, signal) =>
      geminiModel({ GEMINI_API_KEY: KEY, GEMINI_BASE_URL: url }, { stallMs: ms, timeoutMs: 2 * ms })!.ask(
        { ...model, answer },
        signal,
      ),
  ],
  [
    'recognition',
    ({ url }, ms, signal) =>
      openRecogniser({
        RECOGNITION_URL: `${url}/v1/`,
        RECOGNITION_API_KEY: KEY,
        RECOGNITION_TIMEOUT_MS: `${ms}`,
      })!.recognise({ audio: new Uint8Array(9), language: 'en-US', hints: [], tenant: 'user:1' }, signal),
  ],
];

const screening = ({ url }: SilentServer, timeoutMs: number) =>
  ({
    config: { studio: { screen: { url, token: null, timeoutMs, fails: 'closed' } } },
    log: createLogger('silent'),
  }) as object as App;

/** Calls that end with the job that makes them. */
const ofJobs: [name: string, call: Call][] = [
  ['storage', stored((storage) => storage.delete('a'))],
  ['pages, feeds, hubs', ({ url }, ms) => safeFetch(url, { allowHosts: ['127.0.0.1'], idleTimeoutMs: ms })],
  [
    'mail',
    ({ port }, ms) =>
      sendBySmtp(
        smtpServer(`smtp://127.0.0.1:${port}`, 'localhost', { connectMs: ms, idleMs: ms }),
        { from: 'a@example.com', to: ['b@example.com'] },
        Buffer.from('Subject: Hello\r\n\r\nHello'),
        async () => {},
      ),
  ],
  ['screening', (server, ms) => screenText(screening(server, ms), 'Hello.')],
  [
    'Stripe',
    async ({ url }, ms) => (await openStripe({ key: 'sk_test_1', apiUrl: url }, ms)).balance.retrieve(),
  ],
];

const forever = new AbortController().signal;
/** Long enough that only an abort ends a call within a test. */
const long = 600_000;

describe('calls to other hosts', () => {
  test.each([
    ...calls,
    ...ofJobs.filter(([name]) => !calls.some(([other]) => other.startsWith(name))),
    [
      'OpenID',
      ({ url }: SilentServer, ms: number) => discover(url, { clientId: 'id', clientSecret: 'x' }, ms / 1_000),
    ] satisfies [string, Call],
    [
      'the certificate of the public address',
      ({ port }: SilentServer, ms: number) => readCertificate('127.0.0.1', port, ms),
    ] satisfies [string, Call],
  ])('%s fails within its timeout', async (_, call) => {
    const server = await startSilentServer();
    onTestFinished(() => server.close());
    await expect(call(server, 150, forever)).rejects.toThrow();
  });
});

describe('aborted calls to other hosts', () => {
  test.each([
    ...calls,
    [
      'Amazon',
      ({ url }: SilentServer, _: number, signal: AbortSignal) =>
        requestAmazon({ config: { fetchAllowHosts: ['127.0.0.1'] } } as object as App, url, { signal }),
    ] satisfies [string, Call],
  ])('%s ends', async (_, call) => {
    const server = await startSilentServer();
    onTestFinished(() => server.close());
    const controller = new AbortController();
    const outcome = expect(call(server, long, controller.signal)).rejects.toThrow();
    await server.connected;
    controller.abort(new Error('the job is over'));
    await outcome;
  });

  test.each(ofJobs)('%s ends with its job', async (_, call) => {
    const server = await startSilentServer();
    onTestFinished(() => server.close());
    const controller = new AbortController();
    const outcome = expect(runAsJob(controller.signal, () => call(server, long, forever))).rejects.toThrow();
    await server.connected;
    controller.abort(new Error('the job is over'));
    await outcome;
  });
});

test('a slow listener is not cut off; a storage that stops sending is', async () => {
  const half = Buffer.alloc(400_000, 1);
  const store = createServer((request, response) => {
    response.writeHead(200, { 'content-length': 2 * half.length, etag: '"x"' });
    response.write(half);
    // The second half of the first file comes, that of the other does not.
    if (request.url!.includes('whole')) response.end(half);
  }).listen(0, '127.0.0.1');
  await once(store, 'listening');
  onTestFinished(() => {
    store.closeAllConnections();
    store.close();
  });
  const { port } = store.address() as { port: number };
  const storage = await bucket({ url: `http://127.0.0.1:${port}` } as SilentServer, 200);
  const whole = await storage.stream('whole');
  const [first] = (await once(whole, 'data')) as [Buffer];
  whole.pause();
  // The pause lasts for twice the time that a bucket has.
  for (let times = 0; times < 2; times++)
    await expect(buffer(await storage.stream('half'))).rejects.toThrow('Nothing was sent');
  expect(first.length + (await buffer(whole)).length).toBe(2 * half.length);
  await expect(storage.get('half')).rejects.toThrow('Cannot read half');
});
