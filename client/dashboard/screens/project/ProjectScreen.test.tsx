import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ProjectFacts_project$data } from '../../__generated__/ProjectFacts_project.graphql.ts';
import query, {
  type ProjectScreenQuery,
  type ProjectScreenQuery$data,
} from '../../__generated__/ProjectScreenQuery.graphql.ts';
import type { SourcesPanel_project$data } from '../../__generated__/SourcesPanel_project.graphql.ts';
import { renderScreen, type Fields, type Values } from '../../../testing/screen.tsx';
import ProjectScreen from './ProjectScreen.tsx';

interface Types {
  Project: Fields<NonNullable<ProjectScreenQuery$data['project']>> &
    Omit<Fields<ProjectFacts_project$data>, 'savings'> &
    Fields<SourcesPanel_project$data>;
  Savings: { charactersSaved: number; charactersVoiced: number; costSaved: number };
}

const values: Values<Types> = {
  Project: () => ({
    databaseId: 7,
    name: 'Gazette',
    canConfigure: true,
    canManageWebhooks: true,
    canWrite: true,
    canDelete: false,
    entitlements: ['AUDIO_RULES'],
    roles: [],
    organization: null,
    voice: { language: 'en-US', details: { label: 'Amy' } },
    limits: { enabled: false, charactersPerDay: 5 },
    charactersToday: 0,
    extraction: { playerArticlesPerDay: 50 },
    playerArticlesToday: 3,
    playerRequestsRefusedToday: 1_200,
    sources: [],
  }),
  Savings: () => ({ charactersSaved: 9_300, charactersVoiced: 700, costSaved: 3.5 }),
};
const open = (part = '1_none_none_none') =>
  renderScreen<ProjectScreenQuery>(
    ProjectScreen,
    query,
    { id: '7' },
    { path: '/projects/:id/:tablePage', at: `/projects/7/${part}` },
  );

it('shows pages found by players, characters reused by edits, and savings in a tooltip', async () => {
  const stage = await open();
  await stage.answer<Types>('ProjectScreenQuery', values);
  screen.getByText('3 of 50 new pages found by players today');
  screen.getByText('1,200 requests from bots and link previews ignored today');
  const share = screen.getByText('9,300 characters reused');
  expect(share.title).toBe('Reusing audio saved 9,300 characters, €3.50');
});

it('stays usable if savings fail to load, and shows it in their place', async () => {
  const stage = await open();
  await stage.answer<Types>('ProjectScreenQuery', values, ['project', 'savings']);
  expect(screen.getByRole('heading', { level: 1, name: 'Gazette' })).toBeTruthy();
  expect(screen.getByText('Couldn’t load your savings')).toBeTruthy();
});

it('distinguishes a project that fails to load from a missing one', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const stage = await open();
  await stage.answer<Types>('ProjectScreenQuery', values, ['project']);
  expect(screen.queryByText('Not found')).toBeNull();
});

it('offers links from an unknown part', async () => {
  const stage = await open('studio');
  await stage.answer<Types>('ProjectScreenQuery', values);
  expect(screen.getByText(/has no page called “studio”/)).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/projects/7',
    '/projects/7/add-article/',
    '/projects/7/channels',
    '/projects/7/dictionary',
    '/projects/7/processing-rules',
    '/projects/7/webhooks',
    '/projects/7/settings',
    '/projects/dashboard',
  ]);
});

it.each(['channels', 'playlists'])('opens the page for the anchor #%s', async (part) => {
  const stage = await open(`1_none_none_none#${part}`);
  await stage.answer<Types>('ProjectScreenQuery', values);
  expect(stage.address()).toBe(`/projects/7/${part}`);
});
