import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { MissingTeasersQuery$data } from '../../../__generated__/MissingTeasersQuery.graphql.ts';
import { ServerError } from '../../../relay/failures.ts';
import { renderComponent } from '../../../../testing/screen.tsx';
import MissingTeasers from './MissingTeasers.tsx';

type Project = NonNullable<MissingTeasersQuery$data['project']>;

let user: ReturnType<typeof userEvent.setup>;
let stage: Awaited<ReturnType<typeof renderComponent>>;
beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  stage = await renderComponent(<MissingTeasers project="7" />);
});

const answer = (teasers: Partial<Project['teasers']>, canConfigure = true) =>
  stage.answer<{ Project: Project }>('MissingTeasersQuery', {
    Project: () => ({
      canConfigure,
      teasers: { missing: 0, making: false, error: null, characters: 0, cost: 0, ...teasers },
    }),
  });
const make = () => user.click(screen.getByRole('button', { name: 'Create teasers' }));

it('is hidden if no teaser is missing', async () => {
  await answer({ missing: 0 });
  expect(screen.queryByText(/teaser/i)).toBeNull();
});

it('is hidden without permission to change settings', async () => {
  await answer({ missing: 12 }, false);
  expect(screen.queryByText(/teaser/i)).toBeNull();
});

it('shows the count, makes teasers on request with progress, and disappears', async () => {
  await answer({ missing: 1_200, characters: 66, cost: 0.5 });
  expect(screen.getByText('1,200 articles have no teaser for this paywall.')).toBeTruthy();
  expect(screen.getByText(/Uses up to 66 characters, €0\.50\./)).toBeTruthy();
  await make();
  await stage.succeed('MissingTeasersMutation', 'MakeTeasersSuccess', {
    project: {
      id: '<Project-mock-id-1>',
      teasers: { missing: 1_200, making: true, error: null, characters: 66, cost: 0.5 },
    },
  });
  expect(screen.getByText('Creating teasers: 1,200 articles left.')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  await answer({ missing: 1, making: true });
  expect(screen.getByText('Creating teasers: 1 article left.')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  await answer({ missing: 0 });
  expect(screen.queryByText(/teaser/i)).toBeNull();
});

it('shows why it stopped early, and can be restarted', async () => {
  await answer({ missing: 3, error: 'There are not enough characters left.' });
  expect(screen.getByText(/Free\./)).toBeTruthy();
  expect(screen.getByText('There are not enough characters left.')).toBeTruthy();
  await make();
  await stage.fail('MissingTeasersMutation', new ServerError('You are offline.'));
  expect(screen.getByRole('button', { name: 'Create teasers' })).toBeTruthy();
});

it('fails without breaking the screen, and can be retried', async () => {
  await stage.fail('MissingTeasersQuery', new ServerError('Internal server error'));
  expect(screen.getByRole('alert').textContent).toContain('Couldn’t load the missing teasers.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await answer({ missing: 2 });
  expect(screen.getByText('2 articles have no teaser for this paywall.')).toBeTruthy();
});
