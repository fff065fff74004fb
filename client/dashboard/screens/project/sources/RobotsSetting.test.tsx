import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ProjectFacts_project$data } from '../../../__generated__/ProjectFacts_project.graphql.ts';
import query, {
  type ProjectScreenQuery,
  type ProjectScreenQuery$data,
} from '../../../__generated__/ProjectScreenQuery.graphql.ts';
import type { ConfidenceSetting_source$data } from '../../../__generated__/ConfidenceSetting_source.graphql.ts';
import type { ConfidenceSettingMutation } from '../../../__generated__/ConfidenceSettingMutation.graphql.ts';
import type { SubtitlesSetting_source$data } from '../../../__generated__/SubtitlesSetting_source.graphql.ts';
import type { SubtitlesSettingMutation } from '../../../__generated__/SubtitlesSettingMutation.graphql.ts';
import type { RobotsSetting_source$data } from '../../../__generated__/RobotsSetting_source.graphql.ts';
import type { RobotsSettingMutation } from '../../../__generated__/RobotsSettingMutation.graphql.ts';
import type { SourceItem_source$data } from '../../../__generated__/SourceItem_source.graphql.ts';
import type { SourcesPanel_project$data } from '../../../__generated__/SourcesPanel_project.graphql.ts';
import { renderScreen, type Fields } from '../../../../testing/screen.tsx';
// What the screen loads later is here before the tests begin.
import '../articles/ArticleListFooter.tsx';
import ProjectScreen from '../ProjectScreen.tsx';

interface Types {
  Project: Fields<NonNullable<ProjectScreenQuery$data['project']>> &
    Omit<Fields<ProjectFacts_project$data>, 'savings'> &
    Fields<SourcesPanel_project$data>;
  Source: Fields<SourceItem_source$data> &
    Fields<RobotsSetting_source$data> &
    Fields<ConfidenceSetting_source$data> &
    Fields<SubtitlesSetting_source$data>;
}

const user = userEvent.setup();
const setting = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Follow robots.txt' });

async function open(honoursRobots: boolean | null, canConfigure = true) {
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
      canWrite: true,
      canDelete: false,
      entitlements: [],
      organization: null,
      voice: { language: 'en-US', details: { label: 'Amy' } },
      limits: { enabled: false, charactersPerDay: 5 },
      charactersToday: 0,
      extraction: { playerArticlesPerDay: 50 },
      playerArticlesToday: 0,
      playerRequestsRefusedToday: 0,
      sources: [{ id: 's1' }] as never,
    }),
    Source: () => ({
      id: 's1',
      type: 'RSS',
      url: 'https://gazette.example/feed',
      apiKeyPrefix: null,
      polledAt: null,
      nextPollAt: null,
      error: null,
      pageNotice: null,
      honoursRobots,
      confidenceLimit: 20,
      readsSubtitles: true,
    }),
  });
  await screen.findByTestId('source');
  return stage;
}

it.each([
  [null, 'On other publishers’ sites'],
  [true, 'On every site'],
  [false, 'Never'],
])('shows whether robots.txt is respected: %s', async (honoursRobots, label) => {
  await open(honoursRobots);
  expect(setting().value).toBe(label);
});

it('can be changed with permission to configure the project', async () => {
  const stage = await open(null);
  await user.click(setting());
  await user.click(await screen.findByRole('option', { name: 'Never' }));
  expect(stage.sent<RobotsSettingMutation>('RobotsSettingMutation').input).toEqual({
    id: 's1',
    honoursRobots: false,
  });
  await stage.succeed('RobotsSettingMutation', 'UpdateSourceSuccess', {
    source: { __typename: 'Source', id: 's1', honoursRobots: false },
  });
  expect(setting().value).toBe('Never');
  expect(screen.getByText('Saved')).toBeTruthy();
});

it('sets the required extraction confidence', async () => {
  const stage = await open(null);
  const certainty = screen.getByRole<HTMLInputElement>('combobox', {
    name: 'Hold for review when extraction confidence is',
  });
  expect(certainty.value).toBe('below 20%');
  await user.click(certainty);
  await user.click(await screen.findByRole('option', { name: 'Never hold' }));
  expect(stage.sent<ConfidenceSettingMutation>('ConfidenceSettingMutation').input).toEqual({
    id: 's1',
    confidenceLimit: 0,
  });
  await stage.succeed('ConfidenceSettingMutation', 'UpdateSourceSuccess', {
    source: { __typename: 'Source', id: 's1', confidenceLimit: 0 },
  });
  expect(certainty.value).toBe('Never hold');
});

it('sets whether subtitles are omitted', async () => {
  const stage = await open(null);
  const subtitles = screen.getByRole<HTMLInputElement>('switch', { name: 'Read subtitles and key points' });
  expect(subtitles.checked).toBe(true);
  await user.click(subtitles);
  expect(stage.sent<SubtitlesSettingMutation>('SubtitlesSettingMutation').input).toEqual({
    id: 's1',
    readsSubtitles: false,
  });
  await stage.succeed('SubtitlesSettingMutation', 'UpdateSourceSuccess', {
    source: { __typename: 'Source', id: 's1', readsSubtitles: false },
  });
  expect(subtitles.checked).toBe(false);
});

it('shows why it cannot be changed', async () => {
  const stage = await open(true);
  await user.click(setting());
  await user.click(await screen.findByRole('option', { name: 'Never' }));
  await stage.answerWith('RobotsSettingMutation', {
    data: {
      result: {
        __typename: 'NotAllowedError',
        __isError: 'NotAllowedError',
        message: 'Only administrators may do that.',
      },
    },
  });
  expect(setting().value).toBe('On every site');
  expect(screen.getByText('Only administrators may do that.')).toBeTruthy();
});

it('is hidden from others', async () => {
  await open(null, false);
  expect(screen.getByText('https://gazette.example/feed')).toBeTruthy();
  expect(screen.queryByLabelText('Follow robots.txt')).toBeNull();
});
