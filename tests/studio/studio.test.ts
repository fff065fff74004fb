import { beforeEach, describe, expect, test } from 'vitest';
import { suspendAccount } from '../../server/areas/people/administration/suspend-account.ts';
import { actorOf } from '../support/factories.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ worker: true, env: { STUDIO_FREE_MINUTES: '1' } });
const voice = { language: 'en-US', voice: 'offline:en-US-Otto' };
let user: Awaited<ReturnType<typeof server.make.user>>;
let token: string;
beforeEach(async () => {
  user = await server.make.user();
  token = await server.signIn(user);
});

const fields = `slug status error outOfMinutes text title file url bytes durationMs downloadName callToAction embedCode channel articleCode
  shareUrl vttUrl srtUrl revision sentences { text url durationMs pauseMs }`;
const mutate = async (name: string, input: object, by = token) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const { data } = await server.graphql(
    `mutation ($input: ${type}Input!) { ${name}(input: $input) { __typename ... on ${type}Success { audio { ${fields} } }
      ... on Error { message code } ${/create|update/.test(name) ? '... on ValidationError { fieldErrors { field code } }' : ''} } }`,
    { input },
    by,
  );
  return data![name];
};
const create = (text: string, over: object = {}) => mutate('createStudioAudio', { text, ...voice, ...over });
const read = async (slug: string, by = token) =>
  (await server.graphql(`query ($slug: String!) { studioAudio(slug: $slug) { ${fields} } }`, { slug }, by))
    .data!['studioAudio'];
const ended = (slug: string) =>
  expect
    .poll(async () => (await read(slug)).status, { interval: 50 })
    .toMatch(/READY|ERRORED|REJECTED/)
    .then(() => read(slug));
const balance = async () =>
  (await server.graphql('{ studio { usage { balanceMs usedMs totalMs } } }', {}, token)).data!['studio']
    .usage;

describe('audio in the studio', () => {
  test('costs its duration once; a repeated sentence is free', async () => {
    const { audio } = await create('The first sentence is this one. And here is the second.');
    const ready = await ended(audio.slug);
    expect(ready).toMatchObject({
      status: 'READY',
      title: 'The first sentence is this one. And here is the second.',
      sentences: [{ text: 'The first sentence is this one.' }, { text: 'And here is the second.' }],
    });
    const { usedMs, totalMs } = await balance();
    const spoken = ready.sentences.reduce(
      (sum: number, { durationMs }: { durationMs: number }) => sum + durationMs,
      0,
    );
    expect(totalMs).toBe(60_000);
    expect(usedMs).toBe(spoken);
    const sound = await fetch(ready.url);
    expect([sound.status, Number(sound.headers.get('content-length'))]).toEqual([200, ready.bytes]);
    for (const { url } of ready.sentences) expect((await fetch(url)).status).toBe(200);

    const again = await create('And here is the second. The first sentence is this one.');
    expect(await ended(again.audio.slug)).toMatchObject({ status: 'READY' });
    expect((await balance()).usedMs).toBe(spoken);
    const { rows } = await server.app.db.pool.query(
      `SELECT a."balance"::int AS balance, (SELECT sum("amount") FROM "LedgerEntry" e WHERE e."accountId" = a."id")::int AS sum,
        (SELECT sum("characters") FROM "Charge" c WHERE c."accountId" = a."id")::int AS charged FROM "Account" a WHERE "studioUserId" = $1`,
      [user.id],
    );
    expect(rows[0]).toEqual({ balance: 60_000 - spoken, sum: 60_000 - spoken, charged: spoken });
  });

  test('has custom pauses, voices, subtitles, a player and a public page that can be revoked', async () => {
    const text = 'One waits here. <voice name="offline:de-DE-Hans">Zwei.</voice> Three goes on.';
    const other = server.app.speech.catalogue.find('offline:de-DE-Hans')
      ? text
      : 'One waits here. Three goes on.';
    const { audio } = await create(other, { pauses: [{ end: 15, ms: 1_500 }] });
    const ready = await ended(audio.slug);
    expect(ready).toMatchObject({ status: 'READY' });
    expect(ready.sentences[0]).toMatchObject({ pauseMs: 1_500 });
    expect(await (await fetch(ready.vttUrl)).text()).toMatch(/^WEBVTT/);
    expect(await (await fetch(ready.srtUrl)).text()).toMatch(
      /^1\n00:00:00,\d{3} --> 00:00:\d\d,\d{3}\nOne waits/,
    );
    expect(ready.embedCode).toContain(`data-channel="${ready.channel}" data-article="${ready.articleCode}"`);
    const frame = await fetch(
      `${server.app.config.publicUrl}/player/${ready.channel}/frame?article=${ready.articleCode}`,
    );
    expect([frame.status, await frame.text()]).toEqual([200, expect.stringContaining(ready.file)]);

    const { audio: shared } = await mutate('shareStudioAudio', { slug: audio.slug, shared: true });
    const page = await fetch(shared.shareUrl);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('AI voice')]);
    const oembed = await fetch(
      `${server.app.config.publicUrl}/oembed?url=${encodeURIComponent(shared.shareUrl)}`,
    );
    expect(await oembed.json()).toMatchObject({ type: 'rich', html: expect.stringContaining(ready.channel) });
    await mutate('shareStudioAudio', { slug: audio.slug, shared: false });
    expect((await fetch(shared.shareUrl)).status).toBe(404);
  });

  test('is played only by its own player', async () => {
    const [one, two] = [await create('The open one.'), await create('The private one.')];
    const [a, b] = [await ended(one.audio.slug), await ended(two.audio.slug)];
    const html = await (
      await fetch(`${server.app.config.publicUrl}/player/${a.channel}/frame?article=${b.articleCode}`)
    ).text();
    expect(html).not.toContain(b.file);
  });
});

test('is not started without minutes, and existing audio stays', async () => {
  const { audio } = await create('This one is made.');
  const ready = await ended(audio.slug);
  const long = await create(
    Array.from({ length: 40 }, (_, index) => `Sentence ${index} is too long for what is left.`).join(' '),
  );
  expect(await ended(long.audio.slug)).toMatchObject({
    status: 'ERRORED',
    error: 'out of chars',
    outOfMinutes: true,
  });
  await server.app.db.pool.query(
    `INSERT INTO "LedgerEntry" ("accountId", "kind", "amount", "why", "day") SELECT "id", 'charged', -"balance", 'test', now() FROM "Account" WHERE "studioUserId" = $1`,
    [user.id],
  );
  expect(await create('Another one.')).toMatchObject({
    __typename: 'LimitReachedError',
    message: 'out of chars',
    code: 'SPENDING_OUT_OF_CHARACTERS',
  });
  expect((await fetch(ready.url)).status).toBe(200);
  expect(await read(audio.slug)).toMatchObject({ status: 'READY' });
});

test('is not generated for drafts; deleted audio is unavailable to everyone, and can be restored', async () => {
  const { audio } = await create('Only a draft.', { isDraft: true });
  expect(audio).toMatchObject({ status: 'DRAFT', file: null });
  const form = { slug: audio.slug, text: 'Now it is said.', ...voice };
  expect(await mutate('updateStudioAudio', { ...form, revision: 99 })).toMatchObject({
    code: 'STUDIO_AUDIO_CHANGED',
  });
  await mutate('updateStudioAudio', form);
  const ready = await ended(audio.slug);
  expect(ready).toMatchObject({ status: 'READY', text: 'Now it is said.' });
  expect((await mutate('updateStudioAudio', form)).audio.file).toBe(ready.file);
  const { data } = await server.graphql(
    'mutation ($input: DeleteStudioAudioInput!) { deleteStudioAudio(input: $input) { ... on DeleteStudioAudioSuccess { deletedId } } }',
    { input: { slug: audio.slug } },
    token,
  );
  expect(data!['deleteStudioAudio'].deletedId).toBeTruthy();
  expect(await read(audio.slug)).toBeNull();
  expect((await fetch(ready.url)).status).toBe(404);
  expect(await mutate('restoreStudioAudio', { slug: audio.slug })).toMatchObject({
    audio: { slug: audio.slug },
  });
  expect(await ended(audio.slug)).toMatchObject({ status: 'READY', file: ready.file });
  // Another silence is another revision, too.
  const slower = await mutate('updateStudioAudio', { ...form, pauses: [{ end: 15, ms: 900 }] });
  expect(slower.audio.revision).toBe(ready.revision + 1);
  await ended(audio.slug);
});

test('is private: other users and administrators cannot see it, and it is in no list of projects', async () => {
  const { audio } = await create('Mine alone.');
  const { articleCode: articleId } = await ended(audio.slug);
  for (const other of [await server.make.user(), await server.make.admin()]) {
    const theirs = await server.signIn(other);
    expect(await read(audio.slug, theirs)).toBeNull();
    expect(await mutate('shareStudioAudio', { slug: audio.slug, shared: true }, theirs)).toMatchObject({
      __typename: 'NotFoundError',
    });
    const { data } = await server.graphql(
      `{ article(id: ${articleId}) { title } viewer { projects { edges { cursor } } } }`,
      {},
      theirs,
    );
    expect(data).toMatchObject({ article: null, viewer: { projects: { edges: [] } } });
  }
  const own = await server.graphql(
    `{ article(id: ${articleId}) { title } viewer { projects { edges { cursor } } } }`,
    {},
    token,
  );
  expect(own.data).toMatchObject({ article: null, viewer: { projects: { edges: [] } } });
});

test('is unavailable while an administrator suspends the account, with one call', async () => {
  const { audio } = await create('Soon it is silent.');
  const ready = await ended(audio.slug);
  const { audio: shared } = await mutate('shareStudioAudio', { slug: audio.slug, shared: true });
  const admin = actorOf(await server.make.admin());
  const addresses = [
    ready.url,
    shared.shareUrl,
    `${server.app.config.publicUrl}/player/${ready.channel}/frame?article=${ready.articleCode}`,
  ];
  const statuses = () => Promise.all(addresses.map(async (address) => (await fetch(address)).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  await suspendAccount(server.app, admin, { userId: user.id, reason: 'Spam', isSuspended: true });
  expect(await statuses()).toEqual([404, 404, 410]);
  expect((await server.graphql('{ studio { usage { paid } } }', {}, token)).errors).toBeTruthy();
  await suspendAccount(server.app, admin, { userId: user.id, reason: 'A mistake', isSuspended: false });
  expect(await statuses()).toEqual([200, 200, 200]);
});

test('reports each of its states', async () => {
  const { watchAudio } = await import('../../server/areas/people/studio/watch-audios.ts');
  const { audio } = await create('It is watched while it is made.');
  const events = await watchAudio(server.app, async () => actorOf(user), audio.slug, {
    include: { article: { select: { status: true } } },
  });
  const seen: string[] = [];
  for await (const { audio: now } of events) {
    const { status } = (now as unknown as { article: { status: string } }).article;
    seen.push(status);
    if (status === 'ready') break;
  }
  expect(seen.at(-1)).toBe('ready');
});

describe('the REST API of the studio', () => {
  test('works from the text to the file', async () => {
    const rest = (method: string, path: string, body?: object) =>
      server.rest(method, `/tts-lite${path}`, { token, body });
    const made = await rest('POST', '/api', { text: 'Said by REST.', ...voice, style: 'none' });
    expect(made).toMatchObject({
      status: 200,
      body: { data: { article: { slug: expect.any(String), text: 'Said by REST.' } } },
    });
    const { slug } = made.body.data.article;
    await ended(slug);
    expect((await rest('GET', `/api/${slug}`)).body.data).toMatchObject({
      ...voice,
      style: null,
      channel: expect.any(String),
      article: { status: 'ready', size: expect.any(Number), audio: expect.any(String) },
    });
    expect((await rest('GET', '/api/list')).body.data).toMatchObject([
      { slug, status: 'ready', text: 'Said by REST.', added: { date: expect.any(String) } },
    ]);
    expect((await rest('GET', '/api/user')).body.user).toMatchObject({
      is_studio: false,
      paid: false,
      balance: expect.any(Number),
      basic_balance: 0,
      free_balance: 60_000,
    });
    expect((await rest('PUT', `/api/${slug}`, { text: '', ...voice })).body).toMatchObject({
      result: 'fail',
      errors: { '[text]': expect.anything() },
    });
    expect((await rest('DELETE', `/api/${slug}`)).status).toBe(204);
    expect((await rest('GET', `/api/${slug}`)).status).toBe(404);
    expect((await rest('GET', '/stripe/checkout')).status).toBe(403);
  });
});
