import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import query, {
  type ProjectScreenQuery,
  type ProjectScreenQuery$data,
} from '../../../__generated__/ProjectScreenQuery.graphql.ts';
import type { SourceItem_source$data } from '../../../__generated__/SourceItem_source.graphql.ts';
import type { SourceItemPollMutation } from '../../../__generated__/SourceItemPollMutation.graphql.ts';
import type { RefreshApiKeyMutation } from '../../../__generated__/RefreshApiKeyMutation.graphql.ts';
import type { SourcesPanel_project$data } from '../../../__generated__/SourcesPanel_project.graphql.ts';
import { renderScreen, type Fields } from '../../../../testing/screen.tsx';
// What the screen loads later is here before the tests begin.
import '../articles/ArticleListFooter.tsx';
import ProjectScreen from '../ProjectScreen.tsx';

type Source = Fields<SourceItem_source$data>;
interface Types {
  Project: Partial<Fields<NonNullable<ProjectScreenQuery$data['project']>>> &
    Omit<Fields<SourcesPanel_project$data>, 'sources'> & { sources: readonly Source[] };
}

const user = userEvent.setup();
const feed: Source = {
  id: 's1',
  type: 'RSS',
  url: 'https://gazette.example/feed',
  apiKeyPrefix: null,
  polledAt: null,
  nextPollAt: null,
  error: null,
  errorNotices: null,
  pageNotice: null,
  pageNotices: null,
  waitingArticles: 0,
};

async function open(source: Partial<Source>, canConfigure = true, canWrite = canConfigure) {
  const stage = await renderScreen<ProjectScreenQuery>(
    ProjectScreen,
    query,
    { id: '7' },
    { path: '/projects/:id/:tablePage', at: '/projects/7/1_none_none_none' },
  );
  await stage.answer<Types>('ProjectScreenQuery', {
    Project: () => ({
      databaseId: 7,
      name: 'Gazette',
      canConfigure,
      canWrite,
      paywall: { enabled: false },
      entitlements: [],
      sources: [{ ...feed, ...source }],
    }),
  });
  await screen.findByTestId('source');
  return stage;
}
const item = () => within(screen.getByTestId('source'));
const press = (name: string) => user.click(screen.getByRole('button', { name }));

it('shows the last and next poll of a feed, and its error', async () => {
  await open({
    polledAt: '2026-01-02T03:04:05.000Z',
    nextPollAt: '2026-01-02T03:19:05.000Z',
    error: 'The feed answers 404.',
    pageNotice: 'The articles shrink.',
  });
  expect(item().getByText('https://gazette.example/feed')).toBeTruthy();
  expect(item().getByText(/^Last checked .*, next /)).toBeTruthy();
  expect(
    item()
      .getAllByRole('status')
      .map((status) => status.textContent),
  ).toEqual(['The feed answers 404.', 'The articles shrink.']);
});

it('checks a feed now, and shows the result', async () => {
  const stage = await open({});
  expect(item().getByText('Not checked yet')).toBeTruthy();
  await press('Check now');
  expect(stage.sent<SourceItemPollMutation>('SourceItemPollMutation').input).toEqual({ id: 's1' });
  await stage.succeed('SourceItemPollMutation', 'PollSourceSuccess', {
    source: {
      __typename: 'Source',
      honoursRobots: null,
      ...feed,
      polledAt: '2026-01-02T03:04:05.000Z',
      error: 'This is no feed.',
    },
  });
  expect(item().getByText(/^Last checked/)).toBeTruthy();
  expect(item().getByText('This is no feed.')).toBeTruthy();
});

it('creates a new key after confirmation, and shows it once', async () => {
  const stage = await open({ type: 'API', url: null, apiKeyPrefix: 'pk_12' });
  expect(item().getByText('Key pk_12…')).toBeTruthy();
  await press('Refresh API key');
  await user.click(
    within(screen.getByRole('dialog', { name: 'Refresh the API key?' })).getByRole('button', {
      name: 'Refresh key',
    }),
  );
  expect(stage.sent<RefreshApiKeyMutation>('RefreshApiKeyMutation').input).toEqual({ source: 's1' });
  await stage.succeed('RefreshApiKeyMutation', 'RefreshApiKeySuccess', {
    apiKey: 'pk_secret',
    source: {
      __typename: 'Source',
      honoursRobots: null,
      ...feed,
      type: 'API',
      url: null,
      apiKeyPrefix: 'pk_34',
    },
  });
  expect(item().getByText('Key pk_34…')).toBeTruthy();
  expect(screen.getByText('pk_secret')).toBeTruthy();
});

it('keeps the current key if a new one is refused', async () => {
  const stage = await open({ type: 'API_READONLY', url: null, apiKeyPrefix: 'pk_12' });
  await press('Refresh API key');
  await user.click(
    within(screen.getByRole('dialog', { name: 'Refresh the API key?' })).getByRole('button', {
      name: 'Refresh key',
    }),
  );
  await stage.answerWith('RefreshApiKeyMutation', {
    data: {
      result: {
        __typename: 'NotAllowedError',
        __isError: 'NotAllowedError',
        message: 'You may not do that.',
      },
    },
  });
  expect(screen.getByText('You may not do that.')).toBeTruthy();
  expect(item().getByText('Key pk_12…')).toBeTruthy();
});

it.each([
  ['Release articles', 'releaseBurst', 'BurstNoticeReleaseMutation', 'ReleaseBurstSuccess'],
  ['Delete articles', 'dismissBurst', 'BurstNoticeDismissMutation', 'DismissBurstSuccess'],
])('shows the number of articles on hold, and “%s” calls %s', async (button, _, operation, success) => {
  const stage = await open({ waitingArticles: 80 }, false, true);
  expect(item().getByText(/^80 articles are on hold: they arrived/)).toBeTruthy();
  await press(button);
  expect(stage.sent(operation)).toEqual({ input: { source: 's1' } });
  await stage.succeed(operation, success, {
    source: { __typename: 'Source', honoursRobots: null, ...feed, waitingArticles: 0 },
  });
  expect(item().queryByText(/came at once/)).toBeNull();
});

it('shows viewers that articles are on hold, without actions', async () => {
  await open({ waitingArticles: 1 }, false);
  expect(item().getByText(/^1 article is on hold: it arrived/)).toBeTruthy();
  expect(item().queryByRole('button')).toBeNull();
});

it.each<[string, Partial<Source>]>([
  ['a feed', {}],
  ['a key', { type: 'API', apiKeyPrefix: 'pk_12' }],
  ['a hand', { type: 'MANUAL', url: null }],
])('offers no changes of %s without permission to configure', async (_, source) => {
  await open(source, false);
  expect(item().queryByRole('button')).toBeNull();
});
