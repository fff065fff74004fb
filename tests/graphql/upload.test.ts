import { request } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { soundMaxBytes } from '../../server/product.ts';
import type { Newsroom } from '../support/factories.ts';
import { dot } from '../support/media.ts';
import { useServer } from '../support/server.ts';

const server = useServer();
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const uploadImage =
  'mutation ($file: File!) { uploadImage(input: { file: $file }) { __typename ... on UploadImageSuccess { image { width height } } ' +
  '... on Error { message } } }';
const picture = () => new File([dot], 'dot.png', { type: 'image/png' });

/** A form as a browser would send it, of parts [name, content, file name]. */
function form(parts: [name: string, content: string | Uint8Array, fileName?: string][]): FormData {
  const data = new FormData();
  for (const [name, content, fileName] of parts) {
    if (fileName === undefined) data.set(name, content as string);
    else data.set(name, new Blob([content as BlobPart]), fileName);
  }
  return data;
}

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/graphql`, {
    method: 'POST',
    body,
    headers: { 'x-parlance-upload': '1', authorization: `Bearer ${token}`, ...headers },
  });
const operations = JSON.stringify({ query: uploadImage, variables: { file: null } });
const map = JSON.stringify({ 0: ['variables.file'] });

test('a file can be uploaded with an operation', async () => {
  const { data, errors } = await server.upload(uploadImage, {}, picture(), token);
  expect(errors).toBeUndefined();
  expect(data).toEqual({ uploadImage: { __typename: 'UploadImageSuccess', image: { width: 1, height: 1 } } });
});

test('an operation without files can be sent as a form, too', async () => {
  const answer = await post(
    form([
      ['operations', JSON.stringify({ query: '{ viewer { user { email } } }' })],
      ['map', '{}'],
    ]),
  );
  expect(await answer.json()).toEqual({ data: { viewer: { user: { email: room.editor.email } } } });
});

describe('a form on another site', () => {
  test('cannot run anything, because forms cannot send the required header', async () => {
    for (const [name, value] of [
      ['cookie', `jwt=${token}`],
      ['authorization', `Bearer ${token}`],
    ] as const) {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { [name]: value },
        body: form([
          ['operations', operations],
          ['map', map],
          ['0', dot, 'a.png'],
        ]),
      });
      expect(response.status).toBe(415);
      expect(await response.json()).toEqual({
        errors: [
          { message: expect.stringContaining('x-parlance-upload'), extensions: { code: 'BAD_REQUEST' } },
        ],
      });
    }
    expect(await server.app.db.prisma.image.count()).toBe(0);
  });

  test('can send the header only without credentials, because of CORS', async () => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-parlance-upload',
      },
    });
    expect(response.headers.get('access-control-allow-headers')).toContain('x-parlance-upload');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

test.each([
  ['nobody', undefined],
  ['a wrong token', 'Bearer wrong'],
])('%s is refused before the body is read', async (_, authorization) => {
  const { hostname, port } = new URL(server.url);
  const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const sending = request(
      {
        host: hostname,
        port,
        path: '/graphql',
        method: 'POST',
        headers: {
          'content-type': 'multipart/form-data; boundary=x',
          'x-parlance-upload': '1',
          'content-length': '1000000',
          ...(authorization && { authorization }),
        },
      },
      async (response) => {
        let body = '';
        for await (const chunk of response) body += chunk;
        resolve({ status: response.statusCode, body });
        sending.destroy();
      },
    );
    sending.on('error', reject);
    // The body never comes; the answer does.
    sending.flushHeaders();
  });
  expect(answer.status).toBe(401);
  expect(JSON.parse(answer.body).errors[0].extensions.code).toBe('UNAUTHENTICATED');
});

test.each([
  [
    'no operation',
    [
      ['map', map],
      ['0', dot, 'a.png'],
    ],
    'operations',
  ],
  [
    'an operation that is no JSON',
    [
      ['operations', '{'],
      ['map', map],
    ],
    'operations',
  ],
  [
    'several operations',
    [
      ['operations', `[${operations}]`],
      ['map', map],
    ],
    'operations',
  ],
  ['no map', [['operations', operations]], 'map'],
  [
    'a map that is no object',
    [
      ['operations', operations],
      ['map', '[]'],
    ],
    'map',
  ],
  [
    'a file that did not come',
    [
      ['operations', operations],
      ['map', map],
    ],
    'no file "0"',
  ],
  [
    'a place that is not null',
    [
      ['operations', JSON.stringify({ query: uploadImage, variables: { file: 1 } })],
      ['map', map],
      ['0', dot, 'a.png'],
    ],
    'no null',
  ],
  [
    'a place outside the variables',
    [
      ['operations', operations],
      ['map', '{"0":["query"]}'],
      ['0', dot, 'a.png'],
    ],
    'no null',
  ],
  [
    'a place in a prototype',
    [
      ['operations', operations],
      ['map', '{"0":["variables.__proto__.polluted"]}'],
      ['0', dot, 'a.png'],
    ],
    'no null',
  ],
  [
    'too many places',
    [
      ['operations', operations],
      ['map', JSON.stringify({ 0: Array(11).fill('variables.file') })],
      ['0', dot, 'a.png'],
    ],
    'too many variables',
  ],
  [
    'two files',
    [
      ['operations', operations],
      ['map', map],
      ['0', dot, 'a.png'],
      ['1', dot, 'b.png'],
    ],
    'too many parts',
  ],
] as [string, [string, string | Uint8Array, string?][], string][])(
  '%s is refused with a message',
  async (_, parts, message) => {
    const response = await post(form(parts));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      errors: [{ message: expect.stringContaining(message), extensions: { code: 'BAD_REQUEST' } }],
    });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  },
);

test.each([
  ['without a boundary', 'multipart/form-data; charset=utf-8', 'whatever'],
  [
    'that is truncated',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="0"; filename="a.png"\r\n\r\nabc',
  ],
  ['that is malformed', 'multipart/form-data; boundary=x', 'nonsense'],
  [
    'of very many parts',
    'multipart/form-data; boundary=x',
    `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(50_000)}--x--`,
  ],
])('a form %s is refused', async (_, type, body) => {
  const response = await post(body, { 'content-type': type });
  expect(response.status).toBe(400);
  expect((await response.json()) as object).toMatchObject({
    errors: [{ extensions: { code: 'BAD_REQUEST' } }],
  });
});

test('a file that is too large is refused with a message, not by closing the connection', async () => {
  const large = new File([new Uint8Array(soundMaxBytes + 1)], 'large.wav');
  for (const file of [large, new File([new Uint8Array(2 * soundMaxBytes)], 'larger.wav')]) {
    const { status, errors } = await server.upload(uploadImage, {}, file, token);
    expect([status, errors]).toEqual([
      413,
      [
        {
          message: 'The request is larger than the maximum of 32 MB.',
          extensions: { code: 'PAYLOAD_TOO_LARGE' },
        },
      ],
    ]);
  }
});

test('so is a field that is too large', async () => {
  const response = await post(
    form([
      ['operations', JSON.stringify({ query: uploadImage, filler: 'x'.repeat(2_000_000) })],
      ['map', map],
    ]),
  );
  expect([response.status, ((await response.json()) as any).errors[0].extensions.code]).toEqual([
    413,
    'PAYLOAD_TOO_LARGE',
  ]);
});

test('a persisted operation accepts a file, too', async () => {
  const data = new FormData();
  data.set(
    'operations',
    JSON.stringify({
      extensions: { persistedQuery: { version: 1, sha256Hash: 'unknown' } },
      variables: { file: null },
    }),
  );
  data.set('map', map);
  data.set('0', picture());
  const response = await post(data);
  // The code makes a page of an earlier release reload.
  expect(((await response.json()) as any).errors[0]).toMatchObject({
    message: expect.stringMatching(/persisted/i),
    extensions: { code: expect.stringMatching(/^PERSISTED_QUERY_/) },
  });
});

test('a File variable without a file is refused', async () => {
  const { data, errors } = await server.graphql(uploadImage, { file: 'dot.png' }, token);
  expect(data ?? null).toBeNull();
  expect(errors![0]!.message).toContain('multipart/form-data');
});

test.each([
  ['an unknown field', 'variables.input.filee', { input: { filee: null, note: 'geheim' } }, '$input'],
  ['a text', 'variables.input.alt', { input: { file: 'geheim', alt: null } }, '$input'],
  ['an input', 'variables.input', { input: null }, '$input'],
])('a file in place of %s is not printed in the error', async (_, place, variables, named) => {
  const query = 'mutation ($input: UploadImageInput!) { uploadImage(input: $input) { __typename } }';
  const answer = await post(
    form([
      ['operations', JSON.stringify({ query, variables })],
      ['map', JSON.stringify({ 0: [place] })],
      ['0', new Uint8Array(5_000_000).fill(107), 'a.mp3'],
    ]),
  );
  const text = await answer.text();
  expect(text).toContain(named);
  expect(text.length).toBeLessThan(4_000);
  expect(text).not.toMatch(/geheim|107,|bytes/);
});
