import { beforeEach, describe, expect, test } from 'vitest';
import { imageMaxBytes, soundMaxBytes } from '../../server/product.ts';
import type { Newsroom } from '../support/factories.ts';
import { beep, dot, png } from '../support/media.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

describe('POST /api/projects/{id}/upload', () => {
  const upload = (body: unknown) =>
    server.rest('POST', `/api/projects/${room.project.id}/upload`, { token, body });
  const base64 = beep().toString('base64');

  test('accepts audio as base64, in the variants of browsers and email programs', async () => {
    const contents = [
      base64,
      `data:audio/wav;base64,${base64}`,
      base64.replace(/.{76}/g, '$&\r\n'),
      base64.replace(/=+$/, ''),
    ];
    const answers = await Promise.all(
      contents.map(async (fileContent) => (await upload({ fileName: 'beep.wav', fileContent })).body),
    );
    for (const answer of answers)
      expect(answer).toEqual({
        status: 'success',
        file: { url: expect.stringMatching(/^http.*\/download\/audio\/upload-[0-9a-f]{40}\.mp3$/) },
      });
    expect((await fetch(answers[0].file.url)).status).toBe(200);
    expect(await server.app.db.prisma.sound.findMany()).toMatchObject([
      { name: 'beep.wav', projectId: room.project.id },
    ]);
  });

  test('returns a URL that can be used as paywall suffix', async () => {
    const { body } = await upload({ fileName: 'beep.wav', fileContent: base64 });
    const { body: saved } = await server.rest('PUT', `/api/projects/${room.project.id}`, {
      token,
      body: { paywallAudioSuffix: body.file.url },
    });
    expect(saved.project.paywallAudioSuffix).toBe(new URL(body.file.url).pathname);
  });

  test.each([
    ['nothing', undefined, 'Field is required and cannot be empty'],
    ['no content', { fileName: 'a.mp3' }, 'Field is required and cannot be empty'],
    ['invalid base64', { fileName: 'a.mp3', fileContent: 'This is not base64!' }, 'This must be base64.'],
    [
      'base64 with a gap',
      { fileName: 'a.mp3', fileContent: `${base64.slice(0, 100)}*${base64.slice(101)}` },
      'This must be base64.',
    ],
    ['a list', { fileName: 'a.mp3', fileContent: [1] }, 'This must be a string.'],
    [
      'a text labeled as audio',
      { fileName: 'a.mp3', fileContent: Buffer.from('text'.repeat(1_000)).toString('base64') },
      'This is neither an MP3 nor a WAV file.',
    ],
  ])('refuses %s', async (_, body, message) => {
    expect(await upload(body)).toMatchObject({ status: 200, body: { status: 'error', message } });
    expect(await server.app.db.prisma.sound.count()).toBe(0);
  });

  test('refuses invalid JSON, and bodies that are too large, with a message', async () => {
    const send = (body: string) =>
      fetch(`${server.url}/api/projects/${room.project.id}/upload`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      });
    const malformed = await send('{');
    expect([malformed.status, await malformed.json()]).toEqual([
      400,
      { result: 'fail', status: 'error', message: 'The body is not valid JSON.' },
    ]);
    const huge = await send(
      JSON.stringify({ fileName: 'a.wav', fileContent: 'A'.repeat(1.5 * soundMaxBytes) }),
    );
    expect([huge.status, await huge.json()]).toEqual([
      200,
      { result: 'fail', status: 'error', message: 'File is too large.' },
    ]);
  });

  test('accepts 32 MB, unlike other calls', async () => {
    const fileContent = Buffer.alloc(soundMaxBytes).toString('base64');
    expect((await upload({ fileName: 'silence.mp3', fileContent })).body.message).toBe(
      'This is neither an MP3 nor a WAV file.',
    );
    const { status } = await server
      .rest('PUT', `/api/projects/${room.project.id}`, { token, body: { name: fileContent } })
      .catch(() => ({ status: 413 }));
    expect(status).toBe(413);
  });
});

describe('POST /api/receivefile', () => {
  const send = (file: File) => server.rest('POST', '/api/receivefile', { token, file });

  test('accepts an image and returns its tag', async () => {
    const { status, body } = await send(new File([dot], 'artwork.png'));
    expect([status, body]).toEqual([200, { tag: expect.stringMatching(/^[0-9a-f]{40}$/) }]);
    expect((await fetch(`${server.url}/download/image/${body.tag}`)).headers.get('content-type')).toBe(
      'image/png',
    );
  });

  test.each([
    [
      'a file that is not an image',
      new File(['text'], 'artwork.png', { type: 'image/png' }),
      'File type not accepted, sorry!',
    ],
    [
      'a picture that is too large',
      new File([png({ width: 1, height: 1 }, imageMaxBytes)], 'artwork.png'),
      'File is too large.',
    ],
    ['a file of 30 MB', new File([new Uint8Array(30_000_000)], 'artwork.png'), 'File is too large.'],
  ])('refuses %s', async (_, file, message) => {
    expect(await send(file)).toMatchObject({
      status: 200,
      body: { result: 'fail', message, errors: { '[file]': [message] } },
    });
    expect(await server.app.db.prisma.image.count()).toBe(0);
  });

  test('refuses a form without a file, and other content types', async () => {
    const form = new FormData();
    form.set('other', new File([dot], 'a.png'));
    const post = (body: FormData | string) =>
      fetch(`${server.url}/api/receivefile`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${token}` },
      });
    expect(await (await post(form)).json()).toMatchObject({
      result: 'fail',
      errors: { '[file]': ['Field is required and cannot be empty'] },
    });
    const empty = await fetch(`${server.url}/api/receivefile`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await empty.json()).toMatchObject({
      result: 'fail',
      errors: { '[file]': ['Field is required and cannot be empty'] },
    });
    const text = await post('text');
    expect([text.status, await text.json()]).toEqual([
      400,
      { result: 'fail', message: 'The form cannot be read.' },
    ]);
  });
});
