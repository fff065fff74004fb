import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { beep } from '../support/media.ts';
import { useServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { soundCalls, updateProject } from './sound-calls.ts';

const site = await startSite();
afterAll(() => site.close());
const server = useServer({ env: { FETCH_ALLOW_HOSTS: site.host } });
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const { send, run, remove } = soundCalls(server, () => ({ room, token }));

describe('the paywall suffix', () => {
  const change = (paywallAudioSuffix: string | null, own = token): Promise<any> =>
    run(updateProject, { id: room.project.id, paywall: { suffix: paywallAudioSuffix } }, own);
  const refusal = (message: string | RegExp) => ({
    __typename: 'ValidationError',
    fieldErrors: [
      {
        field: 'paywall.suffix',
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      },
    ],
  });

  test('is one of the project’s sounds, by path or URL', async () => {
    const { sound } = await send(beep());
    const path = `/download/audio/${sound.file}.mp3`;
    for (const address of [path, sound.url, ` ${path} `])
      expect((await change(address)).project.paywall.suffix).toBe(path);
  });

  test.each([
    '/download/audio/unknown.mp3',
    '/download/audio/../x.mp3',
    '/etc/passwd',
    '/download/audio/a.vtt',
    '//example.com/a.mp3',
  ])('is not %s', async (address) => {
    expect(await change(address)).toMatchObject(refusal('This sound doesn’t belong to the project.'));
  });

  test('cannot be a sound of another project, or a deleted one', async () => {
    const { id } = await server.make.project({ organizationId: room.organization.id });
    const { file } = (await send(beep(), 'a.wav', token, id)).sound;
    expect(await change(`/download/audio/${file}.mp3`)).toMatchObject(
      refusal('This sound doesn’t belong to the project.'),
    );
    await send(beep());
    await remove(file);
    expect(await change(`/download/audio/${file}.mp3`)).toMatchObject(
      refusal('This sound doesn’t belong to the project.'),
    );
  });

  test('at a different URL is downloaded once and stored', async () => {
    site.set('/jingles/the%20end.wav', { body: beep(), headers: { 'content-type': 'audio/wav' } });
    const { project } = await change(`${site.url}/jingles/the%20end.wav`);
    expect(project.paywall.suffix).toMatch(/^\/download\/audio\/upload-[0-9a-f]{40}\.mp3$/);
    expect(project.sounds.find(({ builtIn }: any) => !builtIn)).toMatchObject({ name: 'the end.wav' });
    const asked = site.requests.length;
    // A client that sends back what it was answered asks for nothing.
    expect((await change(project.paywall.suffix)).project.paywall.suffix).toBe(project.paywall.suffix);
    expect(site.requests.length).toBe(asked);
  });

  test('that cannot be downloaded or is not audio is refused with a message', async () => {
    site.set('/page.html', '<h1>No sound</h1>');
    expect(await change(`${site.url}/nothing.mp3`)).toMatchObject(
      refusal(/doesn’t have this page \(HTTP 404\)/),
    );
    expect(await change(`${site.url}/page.html`)).toMatchObject(refusal(/neither an MP3 nor a WAV file/));
    expect(await change('http://127.0.0.1:1/x.mp3')).toMatchObject(refusal(/./));
    expect(await change('ftp://example.com/x.mp3')).toMatchObject(
      refusal('Enter a complete web address (https://…).'),
    );
    expect(await server.app.db.prisma.sound.count()).toBe(0);
  });

  test('is not downloaded for a caller without permission', async () => {
    const asked = site.requests.length;
    expect((await change(`${site.url}/x.mp3`, await server.signIn(room.viewer))).__typename).toBe(
      'NotAllowedError',
    );
    expect((await change(`${site.url}/x.mp3`, await server.signIn(room.outsider))).__typename).toBe(
      'NotFoundError',
    );
    expect(site.requests.length).toBe(asked);
  });
});
