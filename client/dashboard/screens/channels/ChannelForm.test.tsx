import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished } from 'vitest';
import type { useSaveChannelCreateMutation } from '../../__generated__/useSaveChannelCreateMutation.graphql.ts';
import type { useSaveChannelUpdateMutation } from '../../__generated__/useSaveChannelUpdateMutation.graphql.ts';
import { openForm } from '../../../testing/channel-form.tsx';
import { runByKeys } from '../../ui/commands.ts';
import { draftPrefix } from '../../ui/forms/draft.ts';

const user = userEvent.setup();
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ });
/** As the shell does. */
const listenToKeys = () => {
  addEventListener('keydown', runByKeys);
  onTestFinished(() => removeEventListener('keydown', runByKeys));
};
const sent = <Q extends useSaveChannelCreateMutation | useSaveChannelUpdateMutation>(
  stage: Awaited<ReturnType<typeof openForm>>,
  name: string,
) => stage.sent<Q>(name).input;

it('creates no invalid channel, and shows the error at the field', async () => {
  const stage = await openForm('ALEXA_FB');
  await title();
  const count = screen.getByRole('textbox', { name: 'Number of articles' });
  await user.clear(count);
  await user.type(count, '6');
  await press('Save');
  expect(stage.isPending('useSaveChannelCreateMutation')).toBe(false);
  expect(screen.getByText('Field is required and cannot be empty')).toBeTruthy();
  expect(screen.getByText('Enter a whole number from 1 to 5.')).toBeTruthy();
  expect(document.activeElement).toBe(await title());
});

it('creates a channel of its type, and opens the project', async () => {
  const stage = await openForm('JSON');
  await user.type(await title(), 'News');
  await user.click(screen.getByRole('switch', { name: 'Include articles whose audio is not ready' }));
  expect(screen.getByText('You have unsaved changes')).toBeTruthy();
  await press('Save');
  expect(sent<useSaveChannelCreateMutation>(stage, 'useSaveChannelCreateMutation')).toEqual({
    project: 'p7',
    settings: { json: { title: 'News', includeNotReady: true } },
  });
  await stage.succeed('useSaveChannelCreateMutation', 'CreateChannelSuccess', {
    channel: { __typename: 'Channel', id: 'c1' },
  });
  expect(stage.address()).toBe('/projects/7');
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('focuses its first field, creates a player by Ctrl+S, and opens its code', async () => {
  listenToKeys();
  const stage = await openForm('PLAYER');
  const cta = await screen.findByRole('textbox', { name: 'Call to action (CTA)' });
  expect(document.activeElement).toBe(cta);
  await user.keyboard('{Control>}s{/Control}');
  await stage.succeed('useSaveChannelCreateMutation', 'CreateChannelSuccess', {
    channel: { __typename: 'Channel', id: 'c1', databaseId: 12 },
  });
  expect(stage.address()).toBe('/projects/7/channel/12');
});

it('ignores Ctrl+S without changes', async () => {
  listenToKeys();
  const stage = await openForm('JSON', { title: 'News', includeNotReady: false });
  await user.click(await title());
  await user.keyboard('{Control>}s{/Control}');
  expect(stage.isPending('useSaveChannelUpdateMutation')).toBe(false);
  await user.keyboard('!{Control>}s{/Control}');
  expect(stage.isPending('useSaveChannelUpdateMutation')).toBe(true);
});

it('links from the notice of a new playlist player to its code', async () => {
  const playlists = [{ playlist: 'l1', goesLiveAt: '2026-01-02T03:04', publishedUntil: null }];
  sessionStorage.setItem(
    `${draftPrefix}channel:new:7:PLAYLIST_PLAYER`,
    JSON.stringify({ cta: 'Listen', playlists }),
  );
  const stage = await openForm('PLAYLIST_PLAYER');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await stage.succeed('useSaveChannelCreateMutation', 'CreateChannelSuccess', {
    channel: { __typename: 'Channel', id: 'c1', databaseId: 12 },
  });
  expect(stage.address()).toBe('/projects/7');
  await press('Embed code');
  expect(stage.address()).toBe('/projects/7/channel/12');
});

it('shows refusals at the field, or next to Save without a field', async () => {
  const stage = await openForm('JSON');
  await user.type(await title(), 'News');
  await press('Save');
  await stage.refuse('useSaveChannelCreateMutation', { title: 'Too plain.', settings: 'Send one kind.' });
  expect(screen.getByText('Too plain.')).toBeTruthy();
  expect(screen.getByText('Not saved. Send one kind.')).toBeTruthy();
});

it('sends changes with their base revision, and stays open', async () => {
  const stage = await openForm('JSON', { title: 'News', includeNotReady: false });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await user.type(await title(), '!');
  await press('Save');
  expect(sent<useSaveChannelUpdateMutation>(stage, 'useSaveChannelUpdateMutation')).toEqual({
    id: 'c1',
    revision: 3,
    settings: { json: { title: 'News!' } },
  });
  await stage.succeed('useSaveChannelUpdateMutation', 'UpdateChannelSuccess', {
    channel: {
      __typename: 'Channel',
      id: 'c1',
      name: 'News!',
      settings: { __typename: 'JsonSettings', jsonTitle: 'News!', includeNotReady: false },
      revision: 4,
      updatedAt: '2026-11-21T10:00:00Z',
    },
  });
  expect(screen.getByText('Saved')).toBeTruthy();
  expect(stage.address()).toBe('/');
});

async function meetConflict() {
  const stage = await openForm('JSON', { title: 'News', includeNotReady: false });
  await user.type(await title(), '!');
  await press('Save');
  await stage.answerWith('useSaveChannelUpdateMutation', {
    data: {
      result: {
        __typename: 'ConflictError',
        __isError: 'ConflictError',
        message: 'It was changed meanwhile.',
      },
    },
  });
  await stage.answerWith('useSaveChannelLatestQuery', {
    data: {
      channel: {
        __typename: 'Channel',
        id: 'c1',
        settings: { __typename: 'JsonSettings', jsonTitle: 'Evening news', includeNotReady: true },
        revision: 5,
        updatedAt: '2026-11-21T10:00:00Z',
        updatedBy: { __typename: 'User', id: 'u2', name: 'Edda' },
      },
    },
  });
  return {
    stage,
    dialog: within(screen.getByRole('dialog', { name: 'This channel has been changed in the meantime' })),
  };
}

it('shows what someone else saved in the meantime, and overwrites nothing without confirmation', async () => {
  const { stage, dialog } = await meetConflict();
  expect(dialog.getByText(/^Edda has saved changes since you started/)).toBeTruthy();
  expect(dialog.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Setting', 'Before', 'Theirs', 'Yours'],
    ['Title', 'News', 'Evening news', 'News!'],
    ['Include articles whose audio is not ready', 'off', 'on', 'unchanged'],
  ]);
  expect(stage.isPending('useSaveChannelUpdateMutation')).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Save my changes' }));
  expect(sent<useSaveChannelUpdateMutation>(stage, 'useSaveChannelUpdateMutation')).toEqual({
    id: 'c1',
    revision: 5,
    settings: { json: { title: 'News!' } },
  });
});

it('can discard its changes for theirs', async () => {
  const { stage, dialog } = await meetConflict();
  await user.click(dialog.getByRole('button', { name: 'Discard my changes' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(stage.isPending('useSaveChannelUpdateMutation')).toBe(false);
  expect(screen.queryByText('You have unsaved changes')).toBeNull();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('renders the form of a kind from its declaration, with its URL', async () => {
  await openForm('ALEXA_FB', { title: 'Briefing' });
  expect((await title()).value).toBe('Briefing');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Public URL' }).value).toBe(
    'https://a.example/x/gazette',
  );
  expect(screen.getByRole('combobox', { name: 'Voice' })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Number of articles' }).value).toBe('5');
});
