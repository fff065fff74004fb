import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastify from 'fastify';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { registerWordpressPlugin } from '../../server/http/wordpress-plugin.ts';
import { useServer } from '../support/server.ts';

const server = useServer();

/** Color and opacity of a pixel. */
async function pixelAt(picture: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
}

test('the newsletter button has the color of the player', async () => {
  const { project } = await server.make.newsroom();
  const settings = { color: '#c00' };
  const { slug, id } = await server.make.channel(project.id, { type: 'player', settings });
  const answer = await fetch(`${server.url}/player/${slug}/button.png`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const picture = Buffer.from(await answer.arrayBuffer());
  expect((await pixelAt(picture, 0, 0))[3]).toBe(0);
  expect(await pixelAt(picture, 48, 8)).toEqual([204, 0, 0, 255]);
  expect(await pixelAt(picture, 48, 48)).toEqual([255, 255, 255, 255]);
  await server.app.db.prisma.channel.update({ where: { id }, data: { deletedAt: new Date() } });
  expect((await fetch(`${server.url}/player/${slug}/button.png`)).status).toBe(410);
  expect((await fetch(`${server.url}/player/nowhere/button.png`)).status).toBe(404);
});

test('the page for newsletters and AMP frames contains the player of the article, by its URL', async () => {
  const { project } = await server.make.newsroom();
  const { slug } = await server.make.channel(project.id, { type: 'player' });
  const page = 'https://example.com/news/harbour?ref=a';
  await server.make.article(project.id, { title: 'The harbour wakes', url: page });
  const answer = await fetch(`${server.url}/player/${slug}/frame?url=${encodeURIComponent(page)}`);
  expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([
    200,
    expect.stringContaining('frame-ancestors *'),
  ]);
  expect(await answer.text()).toContain(`data-channel="${slug}" data-url="${page}"`);
});

test('the WordPress plugin is served as built, and missing without a build', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-plugin-'));
  const file = pathToFileURL(join(folder, 'parlance.zip'));
  const site = fastify();
  onTestFinished(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });
  registerWordpressPlugin(site, file);
  const ask = () => site.inject('/wordpress/parlance.zip');
  expect((await ask()).statusCode).toBe(404);
  await writeFile(file, 'archive');
  const { statusCode, headers, body } = await ask();
  expect([statusCode, headers['content-type'], headers['content-disposition'], body]).toEqual([
    200,
    'application/zip',
    'attachment; filename="parlance.zip"',
    'archive',
  ]);
});
