import { matchRoutes } from 'react-router-dom';
import { createMockEnvironment } from 'relay-test-utils';
import { expect, it, onTestFinished } from 'vitest';
import { createRouter } from './routes.tsx';

/** The path of the route that an address leads to. */
function routeOf(address: string): string {
  const router = createRouter(createMockEnvironment() as never);
  onTestFinished(() => router.dispose());
  const matches = matchRoutes(router.routes, address)!;
  return matches
    .flatMap(({ route }) => route.path ?? [])
    .join('/')
    .replace(/(?<=.)\/$/, '');
}

it.each([
  ['/projects/dashboard', '/projects/dashboard'],
  ['/projects/profile', '/projects/profile'],
  ['/projects/organization/daily', '/projects/organization/:slug'],
  ['/projects/create', '/projects/create'],
  ['/projects/create/', '/projects/create'],
  ['/projects/7', '/projects/:id/:tablePage?'],
  ['/projects/7/1_none_none_ready', '/projects/:id/:tablePage?'],
  ['/projects/7/settings', '/projects/:id/settings'],
  ['/projects/7/channels', '/projects/:id/channels'],
  ['/projects/7/playlists', '/projects/:id/playlists'],
  ['/projects/7/dictionary', '/projects/:id/dictionary'],
  ['/projects/7/rules', '/projects/:id/rules'],
  ['/projects/7/webhooks', '/projects/:id/webhooks'],
  ['/projects/docs/webhooks', '/projects/docs/:slug'],
  ['/projects/organization/daily/webhooks', '/projects/organization/:slug/webhooks'],
  ['/dictionaries/projects/7', '/dictionaries/projects/:owner?'],
  ['/projects/7/stats', '/projects/:id/stats'],
  ['/projects/7/processing-rules', '/projects/:id/processing-rules'],
  ['/projects/7/qa', '/projects/:id/qa'],
  ['/projects/7/qa/4', '/projects/:id/qa/:articleId'],
  ['/projects/7/qa/4/edit', '/projects/:id/qa/:articleId/edit'],
  ['/projects/7/add-article/', '/projects/:id/add-article'],
  ['/projects/7/1/article/4', '/projects/:id/:page/article/:articleId'],
  ['/projects/7/articles/4', '/projects/:id/articles/:articleId'],
  ['/projects/7/add-playlist', '/projects/:id/add-playlist'],
  ['/projects/7/playlist/4', '/projects/:id/playlist/:playlistId'],
  ['/projects/7/playlists/4', '/projects/:id/playlists/:playlistId'],
  ['/projects/7/add-channel', '/projects/:id/add-channel'],
  ['/projects/7/channel/4', '/projects/:id/channel/:channelId'],
  ['/dictionaries/global', '/dictionaries/global'],
  ['/organizations/daily', '/organizations/:slug'],
  ['/logout', '/logout'],
  ['/anything/else', '*'],
])('%s opens %s', (address, path) => expect(routeOf(address)).toBe(path));
