import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import prerequisitesQuery from '../../__generated__/NewChannelScreenPrerequisitesQuery.graphql.ts';
import query, { type NewChannelScreenQuery } from '../../__generated__/NewChannelScreenQuery.graphql.ts';
import type { ProjectPage_project$data } from '../../__generated__/ProjectPage_project.graphql.ts';
import type { projectPart_gate$data } from '../../__generated__/projectPart_gate.graphql.ts';
import type { useChannelProject_project$data } from '../../__generated__/useChannelProject_project.graphql.ts';
import { NetworkError } from '../../relay/failures.ts';
import { renderScreen, type Fields } from '../../../testing/screen.tsx';
import NewChannelScreen from './NewChannelScreen.tsx';

type Project = Fields<ProjectPage_project$data> &
  Fields<projectPart_gate$data> &
  Fields<useChannelProject_project$data>;
const prerequisites = prerequisitesQuery.params.name;

async function openNew(path: string, project: Partial<Project>) {
  const stage = await renderScreen<NewChannelScreenQuery>(
    NewChannelScreen,
    query,
    { id: '7' },
    { path: `/projects/:id/add-channel-${path}`, at: `/projects/7/add-channel-${path}` },
  );
  await stage.answer<{ Project: Partial<Project> }>('NewChannelScreenQuery', {
    Project: () => ({
      id: 'p7',
      databaseId: 7,
      name: 'Gazette',
      canConfigure: true,
      entitlements: [],
      sounds: [],
      voice: { settings: [] },
      ...project,
    }),
  });
  return stage;
}
const told = (slug: string, introSounds: { file: string }[]) => ({
  data: {
    project: {
      __typename: 'Project',
      id: 'p7',
      channelPrerequisites: { __typename: 'ChannelPrerequisites', slug, introSounds },
    },
  },
});

it.each([
  ['podcast', '/projects/7/add-channel'],
  ['alexa-skill', '/projects/7/add-channel'],
  ['google-action', '/projects/7/add-channel'],
  ['alexa-fb', '/projects/7/add-channel'],
  ['playlist-player', '/projects/7/add-channel'],
  ['json', '/projects/7'],
])('without the feature, %s redirects to %s', async (path, to) => {
  const stage = await openNew(path, {});
  expect(stage.address()).toBe(to);
  expect(stage.isPending(prerequisites)).toBe(false);
});

it.each([
  ['podcast', 'gazette-podcast', [], '/projects/7/add-channel'],
  ['podcast', '', [{ file: 'harp' }], '/projects/7/add-channel'],
  ['player', '', [], '/projects/7/add-channel'],
  ['player', 'gazette-player', [], '/projects/7/add-channel-player'],
])('%s requires the slug %j and sounds %j: %s', async (path, slug, sounds, to) => {
  const stage = await openNew(path, { entitlements: ['PODCAST'] });
  await stage.answerWith(prerequisites, told(slug, sounds));
  expect(stage.address()).toBe(to);
});

it('waits for prerequisites, and can retry if they fail to load', async () => {
  const stage = await openNew('podcast', { entitlements: ['PODCAST'] });
  expect(screen.getByTestId('skeleton')).toBeTruthy();
  await stage.fail(prerequisites, new NetworkError());
  expect(screen.getByText('Couldn’t load the form.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(stage.address()).toBe('/projects/7/add-channel-podcast');
});

it('is not found without permission to configure the project', async () => {
  const stage = await openNew('podcast', { canConfigure: false, entitlements: ['PODCAST'] });
  expect(screen.getByRole('heading', { name: 'You don’t have access' })).toBeTruthy();
  expect(stage.isPending(prerequisites)).toBe(false);
});
