import { screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import type { ConcreteRequest } from 'relay-runtime';
import { expect, it } from 'vitest';
import channelsQuery from '../../__generated__/ChannelsScreenQuery.graphql.ts';
import playlistsQuery from '../../__generated__/PlaylistsScreenQuery.graphql.ts';
import dictionaryQuery from '../../__generated__/ProjectDictionaryScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import ChannelsScreen from '../../screens/channels/list/ChannelsScreen.tsx';
import PlaylistsScreen from '../../screens/playlists/PlaylistsScreen.tsx';
import ProjectDictionaryScreen from '../../screens/dictionaries/ProjectDictionaryScreen.tsx';

const open = async (
  Screen: ComponentType,
  query: ConcreteRequest,
  path: string,
  entitlements: string[] = [],
) => {
  const stage = await renderScreen(
    Screen,
    query,
    { id: '7' },
    { path: `/projects/:id/${path}`, at: `/projects/7/${path}` },
  );
  await stage.answer(query.params.name, {
    Project: () => ({
      id: 'p7',
      databaseId: 7,
      name: 'Gazette',
      canConfigure: true,
      entitlements,
      roles: [],
    }),
  });
  return stage;
};
const currentTab = () =>
  within(screen.getByRole('navigation', { name: 'Project' }))
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.textContent);

it.each([
  [ChannelsScreen, channelsQuery, 'channels', 'Channels', 'ChannelsPanelQuery'],
  [PlaylistsScreen, playlistsQuery, 'playlists', 'Playlists', 'PlaylistsPanelQuery'],
  [ProjectDictionaryScreen, dictionaryQuery, 'dictionary', 'Dictionary', 'DictionaryListQuery'],
] as const)('is a page with the header of its project: %#', async (Screen, query, path, heading, list) => {
  const stage = await open(Screen, query, path, ['PLAYLIST']);
  expect(document.title).toBe(`${heading} of Gazette · Parlance`);
  expect(screen.getByRole('heading', { level: 1, name: heading })).toBeTruthy();
  expect(screen.queryByRole('heading', { level: 2, name: heading })).toBeNull();
  expect(currentTab()).toEqual([heading]);
  expect(stage.isPending(list)).toBe(true);
});

it('shows once that playlists are not booked', async () => {
  const stage = await open(PlaylistsScreen, playlistsQuery, 'playlists');
  expect(screen.getAllByRole('heading', { name: 'Locked' })).toHaveLength(1);
  expect(stage.isPending('PlaylistsPanelQuery')).toBe(false);
});
