import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { unpackTar } from 'modern-tar';
import { expect, test } from 'vitest';
import { registerPlayerPackage } from './player-package.ts';

test('serves the built package as npm packs it, with the address of the server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'package-'));
  try {
    await mkdir(join(folder, 'chunks'));
    await writeFile(join(folder, 'index.js'), "const home = '__PARLANCE_HOME__';");
    await writeFile(join(folder, 'chunks/start.js'), 'export {};');
    const server = Fastify();
    registerPlayerPackage(server, 'https://audio.example.com', pathToFileURL(`${folder}/`));
    const answer = await server.inject('/player/package.tgz');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/gzip',
      'access-control-allow-origin': '*',
    });
    const entries = await unpackTar(gunzipSync(answer.rawPayload));
    const files = entries.map(({ header, data }) => [header.name, Buffer.from(data!).toString()]);
    expect(Object.fromEntries(files)).toEqual({
      'package/index.js': "const home = 'https://audio.example.com';",
      'package/chunks/start.js': 'export {};',
    });
    const etag = answer.headers.etag as string;
    const again = await server.inject({ url: '/player/package.tgz', headers: { 'if-none-match': etag } });
    expect(again.statusCode).toBe(304);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('responds with build instructions if the package is missing', async () => {
  const server = Fastify();
  registerPlayerPackage(server, 'https://audio.example.com', new URL('file:///nowhere/'));
  const answer = await server.inject('/player/package.tgz');
  expect([answer.statusCode, answer.body]).toEqual([404, expect.stringContaining('build:player-package')]);
});
