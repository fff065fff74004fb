import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createAudio } from '../../server/areas/people/studio/audios.ts';
import { generationRates } from '../../server/areas/people/studio/generation-rate-limit.ts';
import type { LimitReachedError } from '../../server/kernel/errors.ts';
import { forgetRefusals } from '../../server/kernel/rate-limit.ts';
import { actorOf } from '../support/factories.ts';
import { emptyTables } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** What the operator's service does with a text. */
let answer: RequestListener;
const asked: unknown[] = [];
const screen = createServer((request, response) =>
  json(request).then((body) => {
    asked.push({ token: request.headers.authorization, body });
    answer(request, response);
  }),
);
const says =
  (body: unknown, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

let server: TestServer;
let token: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => screen.listen(0, '127.0.0.1', resolve));
  server = await startServer({
    env: {
      STUDIO_SCREEN_URL: `http://127.0.0.1:${(screen.address() as AddressInfo).port}/screen`,
      STUDIO_SCREEN_TOKEN: 'of the screen',
      STUDIO_SCREEN_MS: '200',
    },
  });
});
afterAll(async () => {
  await server?.close();
  screen.closeAllConnections();
  screen.close();
});
beforeEach(async () => {
  await emptyTables(server.app.db);
  asked.length = 0;
  token = await server.signIn(await server.make.user());
});

const create = async (text: string) =>
  (
    await server.graphql(
      `mutation ($input: CreateStudioAudioInput!) { createStudioAudio(input: $input) { __typename
        ... on ValidationError { fieldErrors { field code } } ... on Error { code } } }`,
      { input: { text, language: 'en-US', voice: 'offline:en-US-Otto' } },
      token,
    )
  ).data!['createStudioAudio'];
const kept = () => server.app.db.prisma.article.count();

test('a text that the screening service allows is generated; a refused text is not stored', async () => {
  answer = says({ allowed: true });
  expect(await create('A fine text.')).toMatchObject({ __typename: 'CreateStudioAudioSuccess' });
  expect(asked).toEqual([{ token: 'Bearer of the screen', body: { text: 'A fine text.' } }]);
  answer = says({ allowed: false });
  expect(await create('A foul text.')).toMatchObject({
    fieldErrors: [{ field: 'text', code: 'TEXT_REFUSED' }],
  });
  expect(await kept()).toBe(1);
});

test.each<[string, RequestListener]>([
  ['fails', says({}, 500)],
  ['responds with something else', says({ allowed: 'perhaps' })],
  ['redirects', (_, response) => void response.writeHead(302, { location: '/allowed' }).end()],
  ['does not respond', () => {}],
])('while the service %s, no audio is generated, unless the operator allows it', async (_, how) => {
  answer = how;
  expect(await create('Some text.')).toMatchObject({
    __typename: 'LimitReachedError',
    code: 'TEXT_NOT_SCREENED',
  });
  expect(await kept()).toBe(0);
  const { screen: setting } = server.app.config.studio;
  setting!.fails = 'open';
  try {
    expect(await create('Some text.')).toMatchObject({ __typename: 'CreateStudioAudioSuccess' });
  } finally {
    setting!.fails = 'closed';
  }
});

test.each([
  ['a network', 'network', 'bob@c.example', '203.0.113.5'],
  ['a mailbox with any plus suffix', 'address', 'ada+2@b.example', '203.0.113.9'],
] as const)('audio generated from %s is limited across its accounts', async (_, rate, email, address) => {
  const { app } = server;
  forgetRefusals(app);
  // The texts are not what this is about.
  app.config.studio.screen!.fails = 'open';
  onTestFinished(() => void (app.config.studio.screen!.fails = 'closed'));
  answer = says({ allowed: true });
  const make = async (by: string, remoteAddress: string) =>
    createAudio(
      app,
      actorOf(await server.make.user({ email: by })),
      { text: 'A text.', language: 'en-US', voice: 'offline:en-US-Otto' },
      remoteAddress,
    ).then(
      () => 'made',
      ({ told }: LimitReachedError) => told.code,
    );
  expect(await make('ada+1@b.example', '203.0.113.5')).toBe('made');
  // As if it had been done as often as it may be.
  const { burst, everyMs } = generationRates[rate];
  await app.db.pool.query(`UPDATE "RateLimit" SET "forgottenAt" = now() + make_interval(secs => $1)`, [
    ((burst + 0.9) * everyMs) / 1_000,
  ]);
  expect(await make(email, address)).toBe('STUDIO_TOO_MANY_AUDIOS');
  expect(await make('eve@d.example', '203.0.113.7')).toBe('made');
});
