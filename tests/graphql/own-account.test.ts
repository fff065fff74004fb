import { unzipSync, strFromU8 } from 'fflate';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { sendEmailChange } from '../../server/areas/access/identity/email-change.ts';
import { forgetImages } from '../../server/areas/library/sounds/forget-uploads.ts';
import type { Newsroom } from '../support/factories.ts';
import { png } from '../support/media.ts';
import { quickHash } from '../support/quick-hash.ts';
import { mailedLinks, mailsTo } from '../support/sent-mails.ts';
import { useServer } from '../support/server.ts';
import { openSocket } from '../support/test-socket.ts';
import { attempt } from './mutate.ts';

const server = useServer();
const password = 'correct horse';
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  await server.app.db.prisma.user.updateMany({ data: { passwordHash: quickHash(password) } });
  token = await server.signIn(room.editor);
});

const call = (field: string, input: object | null, own?: string, selection = '__typename') =>
  attempt(server, field, input, { token: own, selection });
const status = async (own: string) => (await server.graphql('{ viewer { user { id } } }', {}, own)).status;
const refused = (field: string, code: string) => ({
  __typename: 'ValidationError',
  fieldErrors: [{ field, code }],
});
const userOf = ({ id }: { id: number }) => server.app.db.prisma.user.findUniqueOrThrow({ where: { id } });

describe('a profile picture', () => {
  const document = `mutation ($file: File!) { uploadAvatar(input: { file: $file }) { __typename ... on ValidationError { fieldErrors { field code } } ... on UploadAvatarSuccess { user { avatar } } } }`;
  const upload = async (bytes: Uint8Array) =>
    (await server.upload(document, {}, new File([bytes as BlobPart], 'me.jpg'), token)).data!['uploadAvatar'];

  test('is decoded, cropped to a small square, and stripped of metadata', async () => {
    const photo = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#2266aa' } })
      .withExif({ IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { user } = await upload(photo);
    expect(user.avatar).toMatch(/\/download\/image\/[0-9a-f]{40}$/);
    const served = await fetch(`${server.url}${new URL(user.avatar).pathname}`);
    expect(served.headers.get('content-type')).toBe('image/jpeg');
    const { width, height, format, exif } = await sharp(Buffer.from(await served.arrayBuffer())).metadata();
    expect({ width, height, format, exif }).toEqual({
      width: 256,
      height: 256,
      format: 'jpeg',
      exif: undefined,
    });
    // The session lasts as long as it is used.
    const later = new Date(Date.now() + 60_000);
    expect(await forgetImages(server.app, later)).toEqual({ done: 0, failed: 0 });
    await call('removeAvatar', null, token);
    expect((await userOf(room.editor)).avatar).toBeNull();
    expect(await forgetImages(server.app, later)).toEqual({ done: 1, failed: 0 });
  });

  test.each([
    ['a file with only an image header', png({ width: 300, height: 300 }), 'PICTURE_UNREADABLE'],
    [
      'another format',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'IMAGE_FILE_TYPE',
    ],
    ['more pixels than are decoded', png({ width: 30_000, height: 30_000 }), 'IMAGE_TOO_MANY_PIXELS'],
  ])('is not %s', async (_, bytes, code) => {
    expect(await upload(bytes)).toEqual(refused('file', code));
    expect((await userOf(room.editor)).avatar).toBeNull();
  });
});

describe('a new email address', () => {
  const next = 'edda@new.example';
  const ask = (email: string, given: string | null = password, own = token) =>
    call('requestEmailChange', { email, password: given }, own);
  /** What the job does that was sent. */
  const deliver = (email = next) => sendEmailChange(server.app, { userId: room.editor.id, email });
  const secretFor = async (email: string) => (await mailedLinks(server.app, email)).at(-1)!.split('#')[1]!;

  test('takes effect once its email is confirmed; the old address is notified, and other sessions end', async () => {
    const elsewhere = await server.signIn(room.editor);
    expect(await ask(` ${next.toUpperCase()} `)).toEqual({ __typename: 'RequestEmailChangeSuccess' });
    expect(await deliver()).toBe('done');
    expect((await userOf(room.editor)).email).toBe(room.editor.email);
    const secret = await secretFor(next);
    expect(JSON.stringify(await server.app.db.prisma.emailChange.findMany())).not.toContain(secret);
    expect(await call('confirmEmailChange', { secret }, token)).toMatchObject({
      __typename: 'ConfirmEmailChangeSuccess',
    });
    expect((await userOf(room.editor)).email).toBe(next);
    expect([await status(token), await status(elsewhere)]).toEqual([200, 401]);
    expect(await mailsTo(server.app, room.editor.email)).toEqual(['emailChanged']);
    expect(await call('confirmEmailChange', { secret })).toEqual(refused('secret', 'RESET_LINK_USED'));
  });

  test('is confirmed in another browser only with the account’s password', async () => {
    await deliver();
    const secret = await secretFor(next);
    // Whose mailbox it is may have been sent the link by a stranger, and be signed in to another account.
    const stranger = await server.signIn(room.viewer);
    for (const by of [undefined, stranger]) {
      expect(await call('confirmEmailChange', { secret }, by)).toEqual(
        refused('password', 'EMAIL_CHANGE_ELSEWHERE'),
      );
      expect(await call('confirmEmailChange', { secret, password: 'a guess' }, by)).toEqual(
        refused('password', 'WRONG_PASSWORD'),
      );
    }
    expect((await userOf(room.editor)).email).toBe(room.editor.email);
    await server.app.db.prisma.user.update({ where: { id: room.editor.id }, data: { passwordHash: null } });
    expect(await call('confirmEmailChange', { secret, password })).toEqual(
      refused('account', 'EMAIL_CHANGE_SIGN_IN'),
    );
    await server.app.db.prisma.user.update({
      where: { id: room.editor.id },
      data: { passwordHash: quickHash(password) },
    });
    expect(await call('confirmEmailChange', { secret, password })).toMatchObject({
      __typename: 'ConfirmEmailChangeSuccess',
    });
    expect((await userOf(room.editor)).email).toBe(next);
  });

  test('requires the password, and has to be valid', async () => {
    expect(await ask(next, 'wrong')).toEqual(refused('password', 'WRONG_PASSWORD'));
    expect(await ask(next, null)).toEqual(refused('password', 'WRONG_PASSWORD'));
    expect(await ask('nobody')).toEqual(refused('email', 'NOT_AN_EMAIL'));
    expect(await ask(room.editor.email)).toEqual(refused('email', 'EMAIL_UNCHANGED'));
  });

  test('that is already taken gets the same response, and no email', async () => {
    const taken = room.viewer.email;
    expect(await ask(taken)).toEqual(await ask(next));
    expect(await deliver(taken)).toBe('skipped');
    expect(await mailsTo(server.app, taken)).toEqual([]);
    // Taken between mail and click.
    await deliver();
    await server.make.user({ email: next });
    const secret = await secretFor(next);
    expect(await call('confirmEmailChange', { secret }, token)).toEqual(refused('secret', 'EMAIL_TAKEN'));
  });

  test('is invalidated by a newer one, after a day, and by a password change', async () => {
    const used = refused('secret', 'RESET_LINK_USED');
    await deliver();
    const first = await secretFor(next);
    await deliver();
    expect(await call('confirmEmailChange', { secret: first })).toEqual(used);
    const second = await secretFor(next);
    await server.app.db.prisma.emailChange.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await call('confirmEmailChange', { secret: second })).toEqual(used);
    await deliver();
    const third = await secretFor(next);
    const change = { oldPassword: password, newPassword: 'battery staple' };
    expect(await call('changePassword', change, token)).toMatchObject({
      __typename: 'ChangePasswordSuccess',
    });
    expect(await call('confirmEmailChange', { secret: third })).toEqual(used);
  });

  test('requires a recent sign-in at the provider if there is no password', async () => {
    await server.app.db.prisma.user.update({ where: { id: room.editor.id }, data: { passwordHash: null } });
    expect(await ask(next, null)).toEqual({ __typename: 'RequestEmailChangeSuccess' });
    await server.app.db.prisma.session.updateMany({ data: { createdAt: new Date(Date.now() - 601_000) } });
    expect(await ask(next, null)).toEqual(refused('password', 'SIGN_IN_AGAIN'));
  });
});

test('the stored language has email texts', async () => {
  expect(await call('updateUser', { language: 'de' }, token, 'user { language }')).toMatchObject({
    user: { language: 'de' },
  });
  expect(await call('updateUser', { language: 'tlh' }, token)).toEqual(
    refused('language', 'UNKNOWN_LANGUAGE'),
  );
  expect((await userOf(room.editor)).language).toBe('de');
});

test('the language chosen in a browser is stored at sign-in', async () => {
  const body = JSON.stringify({ email: room.editor.email, password });
  const enter = (language: string) =>
    fetch(`${server.url}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `parlance.language=${language}` },
      body,
    });
  expect((await enter('fr')).status).toBe(200);
  expect((await userOf(room.editor)).language).toBe('fr');
  expect((await enter('tlh')).status).toBe(200);
  expect((await userOf(room.editor)).language).toBe('fr');
});

test('the data export is one archive, without secrets or data of others', async () => {
  const project = await server.make.project({ ownerId: room.editor.id, organizationId: null, name: 'Mine' });
  await server.make.article(project.id, { title: 'A private thought' });
  const { content, fileName } = await call('exportOwnData', null, token, 'fileName content');
  expect(fileName).toMatch(/^parlance-\d{4}-\d\d-\d\d\.zip$/);
  const files = Object.entries(unzipSync(Buffer.from(content, 'base64'))).map(
    ([name, bytes]) => [name, strFromU8(bytes)] as const,
  );
  const all = files.map(([, text]) => text).join('\n');
  expect(files.map(([name]) => name)).toContain('profile.json');
  expect(JSON.parse(files.find(([name]) => name === 'profile.json')![1])).toMatchObject({
    email: room.editor.email,
    members: [{ role: 'editor', organization: { slug: room.organization.slug } }],
  });
  expect(all).toContain('A private thought');
  expect(all).not.toMatch(/scrypt|Hash"/);
  for (const other of [room.viewer, room.maintainer]) expect(all).not.toContain(other.email);
  for (let i = 0; i < 2; i++) await call('exportOwnData', null, token);
  expect(await call('exportOwnData', null, token)).toEqual({ __typename: 'LimitReachedError' });
});

test('the data export contains every studio audio once, newest first, over many pages', async () => {
  const { prisma } = server.app.db;
  const { articleId } = await server.make.studioAudio(room.editor.id);
  const { projectId } = await prisma.article.findUniqueOrThrow({ where: { id: articleId } });
  const numbers = Array.from({ length: 401 }, (_, index) => index);
  const articles = await prisma.article.createManyAndReturn({
    data: numbers.map((index) => ({
      projectId,
      title: '',
      text: `Text ${index}.`,
      status: 'ready' as const,
    })),
  });
  const channels = await prisma.channel.createManyAndReturn({
    data: numbers.map((index) => ({ projectId, type: 'player' as const, slug: `own-${index}` })),
  });
  await prisma.studioAudio.createMany({
    data: numbers.map((index) => ({
      slug: `own-${index}`,
      userId: room.editor.id,
      articleId: articles[index]!.id,
      channelId: channels[index]!.id,
      language: 'en-US',
      voice: 'offline:en-US-Otto',
    })),
  });
  const { content } = await call('exportOwnData', null, token, 'content');
  const file = unzipSync(Buffer.from(content, 'base64'))['studio.json']!;
  const { studio, audios } = JSON.parse(strFromU8(file));
  expect(studio).toMatchObject({ signedUp: expect.any(Boolean) });
  expect(audios.map((one: { article: { text: string } }) => one.article.text)).toEqual([
    ...numbers.map((index) => `Text ${index}.`).toReversed(),
    'Something to say.',
  ]);
});

describe('an account', () => {
  const remove = (own: string, given = password) => call('deleteOwnAccount', { password: given }, own);

  test('is deleted with its own data immediately; data of the organization stays', async () => {
    const mine = await server.make.project({ ownerId: room.editor.id, organizationId: null });
    await server.app.db.prisma.project.update({
      where: { id: room.project.id },
      data: { ownerId: room.editor.id },
    });
    const socket = await openSocket(server.url, { token });
    await expect.poll(() => socket.messages.some(({ type }) => type === 'connection_ack')).toBe(true);
    expect(await remove(token, 'wrong')).toEqual(refused('password', 'WRONG_PASSWORD'));
    expect(await remove(token)).toEqual({ __typename: 'DeleteOwnAccountSuccess' });
    await expect.poll(() => socket.closed).not.toBeNull();
    expect(await status(token)).toBe(401);
    const left = JSON.stringify([
      await userOf(room.editor),
      await server.app.db.prisma.member.findMany({ where: { userId: room.editor.id } }),
      await server.app.db.prisma.session.findMany({ where: { userId: room.editor.id } }),
    ]);
    for (const trace of [room.editor.email, room.editor.fullname, 'scrypt'])
      expect(left).not.toContain(trace);
    expect(await mailsTo(server.app, room.editor.email)).toEqual(['accountDeleted']);
    const { prisma } = server.app.db;
    expect((await prisma.project.findUniqueOrThrow({ where: { id: mine.id } })).deletedAt).not.toBeNull();
    expect((await prisma.project.findUniqueOrThrow({ where: { id: room.project.id } })).deletedAt).toBeNull();
    const body = { email: room.editor.email, password };
    expect((await server.rest('POST', '/auth/sign-in', { body })).status).toBe(401);
    const admin = await server.signIn(await server.make.admin());
    const { data } = await server.graphql('{ users(first: 100) { edges { node { email } } } }', {}, admin);
    expect(JSON.stringify(data)).not.toContain('deleted.invalid');
    // The address is free again.
    expect(await server.make.user({ email: room.editor.email })).toMatchObject({ email: room.editor.email });
  });

  test('of the last maintainer or administrator cannot be deleted', async () => {
    const maintainer = await server.signIn(room.maintainer);
    expect(await remove(maintainer)).toEqual(refused('account', 'LAST_MAINTAINER_IN'));
    await server.app.db.prisma.member.updateMany({
      where: { userId: room.viewer.id },
      data: { role: 'maintainer' },
    });
    expect(await remove(maintainer)).toEqual({ __typename: 'DeleteOwnAccountSuccess' });
    await server.app.db.prisma.user.updateMany({ data: { role: 'viewer' } });
    const own = await server.signIn(await server.make.admin({ passwordHash: quickHash(password) }));
    expect(await remove(own)).toEqual(refused('account', 'LAST_ADMINISTRATOR'));
    await server.make.admin();
    expect(await remove(own)).toEqual({ __typename: 'DeleteOwnAccountSuccess' });
  });
});
