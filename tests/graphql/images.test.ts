import { beforeEach, describe, expect, test } from 'vitest';
import { imageMaxBytes } from '../../server/product.ts';
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

const failure =
  '__typename ... on Error { message ... on ValidationError { fieldErrors { field message } } }';
const uploadImage = `mutation ($file: File!) { uploadImage(input: { file: $file }) { ${failure} ... on UploadImageSuccess { image { tag url width height bytes mediaType } } } }`;
const update = `mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { ${failure} ... on UpdateProjectSuccess { project { sound { cover { tag width } } } } } }`;

async function send(bytes: Uint8Array, own = token): Promise<any> {
  const { data, errors } = await server.upload(
    uploadImage,
    {},
    new File([bytes as BlobPart], 'picture.svg', { type: 'image/svg+xml' }),
    own,
  );
  expect(errors).toBeUndefined();
  return data!['uploadImage'];
}
const change = async (cover: string | null): Promise<any> =>
  (await server.graphql(update, { input: { id: room.project.id, sound: { cover } } }, token)).data![
    'updateProject'
  ];

/** A JPEG as far as its header goes, after so many bytes of what cameras write. */
function jpeg(width: number, height: number, camera = 0): Buffer<ArrayBuffer> {
  const segment = (marker: number, body: Buffer): Buffer => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(body.length + 2, 2);
    return Buffer.concat([head, body]);
  };
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.from(
    Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      segment(0xe1, Buffer.alloc(camera)),
      segment(0xc2, frame),
      Buffer.from([0xff, 0xd9]),
    ]),
  );
}

describe('an image', () => {
  test.each([
    ['PNG', png({ width: 640, height: 480 }), { width: 640, height: 480, mediaType: 'image/png' }],
    ['JPEG', jpeg(3_000, 2_000, 60_000), { width: 3_000, height: 2_000, mediaType: 'image/jpeg' }],
  ])('may be a %s with any name, and is served with that type', async (_, bytes, expected) => {
    const { image } = await send(bytes);
    expect(image).toMatchObject({
      ...expected,
      bytes: bytes.length,
      tag: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    const answer = await fetch(image.url);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': expected.mediaType,
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    const again = await fetch(image.url, { headers: { 'if-none-match': answer.headers.get('etag')! } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await fetch(image.url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  });

  test('is stored once, for any number of uploads and uploaders', async () => {
    const answers = await Promise.all([send(dot), send(dot), send(dot, await server.signIn(room.outsider))]);
    expect(new Set(answers.map(({ image }) => image.tag)).size).toBe(1);
    expect(await server.app.db.prisma.image.count()).toBe(1);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('<svg onload="alert(1)"/>')],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;')],
    ['a sound', beep()],
    ['a PNG’s first bytes', dot.subarray(0, 20)],
    ['a JPEG’s first bytes', jpeg(10, 10).subarray(0, 8)],
    ['no pixels', png({ width: 0, height: 10 })],
    [
      'a JPEG of segments only',
      Buffer.concat([
        Buffer.from([0xff, 0xd8]),
        ...Array.from({ length: 1_000 }, () => Buffer.from([0xff, 0xe1, 0, 2])),
      ]),
    ],
  ])('is not %s', async (_, bytes) => {
    expect(await send(bytes)).toMatchObject({
      __typename: 'ValidationError',
      fieldErrors: [{ field: 'file', message: 'File type not accepted, sorry!' }],
    });
    expect(await server.app.db.prisma.image.count()).toBe(0);
  });

  test('has at most 40 megapixels and 10,048,576 bytes', async () => {
    expect((await send(png({ width: 8_000, height: 5_000 }))).__typename).toBe('UploadImageSuccess');
    for (const bytes of [
      png({ width: 10_000, height: 10_000 }),
      png({ width: 0xffff_ffff, height: 0xffff_ffff }),
      jpeg(65_500, 65_500),
    ]) {
      expect((await send(bytes)).message).toMatch(
        /^The image is \d+ × \d+ pixels. The maximum is 40 megapixels\.$/,
      );
    }
    const filler = imageMaxBytes - png({ width: 1, height: 1 }, 1).length + 1;
    expect((await send(png({ width: 1, height: 1 }, filler))).image.bytes).toBe(imageMaxBytes);
    expect((await send(png({ width: 1, height: 1 }, filler + 1))).message).toBe('File is too large.');
  });

  test.each(['unknown', '../audio/x.mp3', '%2e%2e%2fsecret', '0'.repeat(40)])(
    'that was not uploaded is not found: %s',
    async (tag) => {
      const answer = await fetch(`${server.url}/download/image/${tag}`);
      expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([
        404,
        tag.startsWith('..') ? expect.anything() : 'nosniff',
      ]);
    },
  );

  test('is limited to a thousand per uploader', async () => {
    const row = { mediaType: 'image/png', width: 1, height: 1, bytes: 1, userId: room.editor.id };
    await server.app.db.prisma.image.createMany({
      data: Array.from({ length: 1_000 }, (_, index) => ({ ...row, tag: `tag-${index}` })),
    });
    expect(await send(dot)).toEqual({
      __typename: 'LimitReachedError',
      message: 'You’ve reached the limit of 1000 images.',
    });
    expect((await send(dot, await server.signIn(room.maintainer))).__typename).toBe('UploadImageSuccess');
  });

  test('can be uploaded by every caller with write access', async () => {
    const { token: writing } = await server.make.partnerToken(room.organization.id);
    const { token: reading } = await server.make.partnerToken(room.organization.id, { readOnly: true });
    const { apiKey } = await server.make.apiKey(room.project.id);
    const { apiKey: readingKey } = await server.make.apiKey(room.project.id, 'api_readonly');
    const types = await Promise.all(
      [writing, apiKey, await server.signIn(room.viewer), reading, readingKey].map(
        async (own) => (await send(dot, own)).__typename,
      ),
    );
    expect(types).toEqual([
      'UploadImageSuccess',
      'UploadImageSuccess',
      'UploadImageSuccess',
      'NotAllowedError',
      'NotAllowedError',
    ]);
  });
});

describe('a cover', () => {
  test('is an uploaded image; null removes it', async () => {
    const { image } = await send(png({ width: 3_000, height: 3_000 }));
    expect((await change(image.tag)).project.sound.cover).toEqual({ tag: image.tag, width: 3_000 });
    expect((await change(image.tag)).project.sound.cover.tag).toBe(image.tag);
    expect(await server.app.db.prisma.projectLog.findMany()).toMatchObject([
      { action: 'updated', body: { changes: { cover: { from: null, to: image.tag } } } },
    ]);
    expect((await change(null)).project.sound.cover).toBeNull();
  });

  test('has a limited size', async () => {
    const heavy = (await send(png({ width: 100, height: 100 }, 500_000))).image.tag;
    const wide = (await send(png({ width: 3_001, height: 3_000 }))).image.tag;
    expect((await change(heavy)).fieldErrors).toEqual([
      { field: 'sound.cover', message: 'The image is 501 KB. A cover can be up to 500 KB.' },
    ]);
    expect((await change(wide)).fieldErrors).toEqual([
      {
        field: 'sound.cover',
        message:
          'The image is 3001 × 3000 pixels. A cover can have up to 9 megapixels, for example 3000 × 3000.',
      },
    ]);
    expect((await change('x')).fieldErrors).toEqual([
      { field: 'sound.cover', message: 'This image does not exist.' },
    ]);
  });
});
