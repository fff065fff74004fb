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

  test('is one of the project’s sounds, by its path or its address', async () => {
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
    expect(await change(address)).toMatchObject(refusal('The project does not have this sound.'));
  });

  test('is not a sound of another project, nor one that was deleted', async () => {
    const { id } = await server.make.project({ organizationId: room.organization.id });
    const { file } = (await send(beep(), 'a.wav', token, id)).sound;
    expect(await change(`/download/audio/${file}.mp3`)).toMatchObject(
      refusal('The project does not have this sound.'),
    );
    await send(beep());
    await remove(file);
    expect(await change(`/download/audio/${file}.mp3`)).toMatchObject(
      refusal('The project does not have this sound.'),
    );
  });

  test('that lies elsewhere is fetched once and kept', async () => {
    site.set('/jingles/the%20end.wav', { body: beep(), headers: { 'content-type': 'audio/wav' } });
    const { project } = await change(`${site.url}/jingles/the%20end.wav`);
    expect(project.paywall.suffix).toMatch(/^\/download\/audio\/upload-[0-9a-f]{40}\.mp3$/);
    expect(project.sounds.find(({ builtIn }: any) => !builtIn)).toMatchObject({ name: 'the end.wav' });
    const asked = site.requests.length;
    // A client that sends back what it was answered asks for nothing.
    expect((await change(project.paywall.suffix)).project.paywall.suffix).toBe(project.paywall.suffix);
    expect(site.requests.length).toBe(asked);
  });

  test('that cannot be fetched or is no sound is refused in words', async () => {
    site.set('/page.html', '<h1>No sound</h1>');
    expect(await change(`${site.url}/nothing.mp3`)).toMatchObject(refusal(/has no such page \(HTTP 404\)/));
    expect(await change(`${site.url}/page.html`)).toMatchObject(refusal(/neither an MP3 nor a WAV file/));
    expect(await change('http://127.0.0.1:1/x.mp3')).toMatchObject(refusal(/./));
    expect(await change('ftp://example.com/x.mp3')).toMatchObject(
      refusal('Must be a complete web address (https://...).'),
    );
    expect(await server.app.db.prisma.sound.count()).toBe(0);
  });

  test('is not fetched for a caller who may not change it', async () => {
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
