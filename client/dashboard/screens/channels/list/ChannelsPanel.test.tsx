import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import projectQuery, { type ProjectScreenQuery } from '../../../__generated__/ProjectScreenQuery.graphql.ts';
import type { DeleteChannelMutation } from '../../../__generated__/DeleteChannelMutation.graphql.ts';
import { NetworkError } from '../../../relay/failures.ts';
import { renderScreen } from '../../../../testing/screen.tsx';
// What the screen loads later is here before the tests begin.
import '../../project/articles/ArticleListFooter.tsx';
import ProjectScreen from '../../project/ProjectScreen.tsx';

const user = userEvent.setup();
const query = 'ChannelsPanelQuery';

async function openProject(canConfigure: boolean) {
  const stage = await renderScreen<ProjectScreenQuery>(
    ProjectScreen,
    projectQuery,
    { id: '7' },
    { path: '/projects/:id', at: '/projects/7' },
  );
  await stage.answer('ProjectScreenQuery', {
    Project: () => ({
      id: 'p7',
      databaseId: 7,
      name: 'Gazette',
      canConfigure,
      canDelete: false,
      paywall: false,
      sources: [],
      entitlements: [],
    }),
  });
  await screen.findByRole('heading', { name: 'Channels' });
  return stage;
}

const channel = (
  databaseId: number,
  type: string,
  name: string,
  url: string | null,
  loaderUrl: string | null = null,
  over: object = {},
) => ({
  slug: `channel-${databaseId}`,
  loaderUrl,
  lastSeen: null,
  lastMissed: null,
  status: 'LIVE',
  directories: [],
  artworkUrl: null,
  playsLastWeek: 0,
  ...over,
  __typename: 'Channel',
  id: `c${databaseId}`,
  databaseId,
  type,
  name,
  url,
  updatedAt: '2026-11-21T10:00:00Z',
  updatedBy: null,
});
const listed = (...channels: ReturnType<typeof channel>[]) => ({
  data: {
    project: { __typename: 'Project', id: 'p7', channels: { edges: channels.map((node) => ({ node })) } },
  },
});
/** Kind, name, address and state of each card. */
const cards = () =>
  screen.getAllByTestId('channel').map((card) => {
    const [, head, name, where, foot] = [...card.children];
    return [head, name, where!.firstElementChild, foot!.firstElementChild].map((part) => part!.textContent);
  });

it('shows loading, then channels by type, state, name and URL', async () => {
  const stage = await openProject(true);
  expect(screen.getByRole('status', { name: 'Loading the channels' })).toBeTruthy();
  await stage.answerWith(
    query,
    listed(
      channel(1, 'JSON', 'Gazette', 'https://a.example/json/gazette'),
      channel(2, 'PLAYER', 'Listen to this article:', null),
      channel(3, 'HOLOGRAM', 'From another release', null),
    ),
  );
  expect(cards()).toEqual([
    ['JSON-feed', 'Gazette', 'a.example/json/gazette', 'Online'],
    ['Integrated Webplayer', 'Listen to this article:', 'on your site', 'Online'],
    ['HOLOGRAM', 'From another release', 'on your site', 'Online'],
  ]);
  expect(screen.getByRole('link', { name: 'Listen to this article:' }).getAttribute('href')).toBe(
    '/projects/7/channel/2',
  );
});

it('shows the pages where a player was last seen, with and without article', async () => {
  const stage = await openProject(true);
  const loader = 'https://a.example/player/loader.js';
  const at = '2026-11-21T10:00:00Z';
  await stage.answerWith(
    query,
    listed(
      channel(1, 'PLAYER', 'New', null, loader, { status: 'UNSEEN' }),
      channel(2, 'PLAYER', 'Front page', null, loader, {
        lastSeen: { url: 'https://paper.example/harbour?p=17', visitedAt: at },
        lastMissed: { url: 'https://paper.example/imprint', visitedAt: at },
      }),
      channel(3, 'JSON', 'Feed', 'https://a.example/json/gazette'),
    ),
  );
  const [fresh, met, feed] = screen.getAllByTestId('channel');
  within(fresh!).getByText('Not on your site yet');
  within(met!).getByText(/^Last seen .* on paper\.example\/harbour\?p=17$/);
  within(met!).getByText(/^Not found on paper\.example\/imprint, checked /);
  expect(within(feed!).queryByText(/seen/)).toBeNull();
});

it('shows the artwork of a podcast, where it is listed and how often it was played', async () => {
  const stage = await openProject(true);
  const url = 'https://a.example/podcast/daily';
  await stage.answerWith(
    query,
    listed(
      channel(1, 'PODCAST', 'Daily', url, null, {
        artworkUrl: 'https://a.example/download/image/abc',
        directories: ['SPOTIFY'],
        playsLastWeek: 1234,
      }),
      channel(2, 'PODCAST', 'Weekly', url, null, { status: 'NO_ARTWORK' }),
      channel(3, 'JSON', 'Feed', url, null, { status: 'OF_ANOTHER_RELEASE' }),
    ),
  );
  const [daily, weekly, feed] = screen.getAllByTestId('channel');
  expect(daily!.querySelector('img')!.getAttribute('src')).toBe('https://a.example/download/image/abc');
  within(daily!).getByText('Online');
  within(daily!).getByText('In Spotify');
  expect(daily!.textContent).toContain('1,234 plays in 7 days');
  within(weekly!).getByText('Needs artwork');
  expect(weekly!.querySelector('img')).toBeNull();
  expect(feed!.textContent).not.toContain('plays');
  within(feed!).getByText('OF_ANOTHER_RELEASE');
});

it('copies the embed code of a player', async () => {
  const stage = await openProject(true);
  await stage.answerWith(
    query,
    listed(
      channel(1, 'JSON', 'Gazette', 'https://a.example/json/gazette'),
      channel(2, 'PLAYER', 'Front page', null, 'https://a.example/player/loader.js'),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Copy embed code of Front page' }));
  expect(await navigator.clipboard.readText()).toBe(
    '<div class="parlance-player" data-channel="channel-2"></div>\n' +
      '<script async src="https://a.example/player/loader.js"></script>',
  );
  expect(screen.getByText('Embed code copied')).toBeTruthy();
});

it.each([
  [true, 1],
  [false, 0],
])('shows an empty state, with a button only with permission: %s', async (canConfigure, links) => {
  const stage = await openProject(canConfigure);
  await stage.answerWith(query, listed());
  expect(screen.getByRole('heading', { name: 'No channels yet' })).toBeTruthy();
  expect(screen.queryAllByRole('link', { name: 'Add channel' })).toHaveLength(links);
});

it('fails without breaking the screen, and can be retried', async () => {
  const stage = await openProject(true);
  await stage.fail(query, new NetworkError());
  expect(screen.getByText('Couldn’t load the channels.')).toBeTruthy();
  await user.click(
    within(screen.getByText('Couldn’t load the channels.').closest('[role=alert]')!).getByRole('button', {
      name: 'Try again',
    }),
  );
  await stage.answerWith(query, listed(channel(1, 'JSON', 'Gazette', null)));
  expect(cards()).toHaveLength(1);
});

it('deletes a channel after confirmation', async () => {
  const stage = await openProject(true);
  await stage.answerWith(
    query,
    listed(channel(1, 'JSON', 'Gazette', null), channel(2, 'PODCAST', 'Daily', null)),
  );
  await user.click(screen.getByRole('button', { name: 'Delete Gazette' }));
  expect(stage.isPending('DeleteChannelMutation')).toBe(false);
  await user.click(
    within(screen.getByRole('dialog', { name: 'Delete this channel?' })).getByRole('button', {
      name: 'Delete channel',
    }),
  );
  expect(stage.sent<DeleteChannelMutation>('DeleteChannelMutation').input).toEqual({ id: 'c1' });
  await stage.succeed('DeleteChannelMutation', 'DeleteChannelSuccess', { deletedId: 'c1' });
  expect(cards()).toEqual([['Podcast', 'Daily', 'on your site', 'Online']]);
});
