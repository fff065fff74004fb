import { expect, test } from 'vitest';
import { useServer } from '../support/server.ts';

const server = useServer();

test('a podcast that is set as moved to its own URL is served there', async () => {
  const { id: projectId } = await server.make.project();
  for (const [index, rest] of ['', '/', '?a=1', '/?a=1#part'].entries()) {
    const slug = `moved-${index}`;
    const newFeedUrl = `${server.app.config.publicUrl}/podcast/${slug}${rest}`;
    const settings = { title: 'The Morning', description: 'News.', newFeedUrl };
    await server.make.channel(projectId, { type: 'podcast', slug, settings });
    for (const path of [`/podcast/${slug}`, `/podcast/${slug}/`]) {
      const response = await fetch(server.url + path, { redirect: 'manual' });
      expect([newFeedUrl, path, response.status]).toEqual([newFeedUrl, path, 200]);
    }
  }
});

test('a feed is served only by GET, with any request', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'])
    for (const path of ['/podcast/nothing', '/json/nothing', '/assets/podcats.json']) {
      const response = await fetch(server.url + path, {
        method,
        body: '<x/>',
        headers: { 'content-type': 'text/xml' },
      });
      expect([path, response.status, response.headers.get('allow')]).toEqual([
        path,
        405,
        'GET, HEAD, OPTIONS',
      ]);
    }
});
