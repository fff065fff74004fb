import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { useDeleteSoundMutation } from '../../__generated__/useDeleteSoundMutation.graphql.ts';
import type { useUploadSoundMutation } from '../../__generated__/useUploadSoundMutation.graphql.ts';
import { openRules, rule, sounds, type Sound } from '../../../testing/rules-screen.tsx';

const user = userEvent.setup({ applyAccept: false });
const choice = () => within(screen.getByRole('group', { name: 'Background music, action 1' }));
const offered = () =>
  choice()
    .getAllByRole<HTMLInputElement>('checkbox')
    .map((box) => [box.labels![0]!.textContent, box.checked]);
const recorded = (list: readonly Sound[]) => ({
  project: {
    __typename: 'Project',
    id: 'p7',
    sounds: list.map((sound) => ({ __typename: 'Sound', ...sound })),
  },
});
const press = (name: string) => user.click(screen.getByRole('button', { name }));

/** The sounds of an action that puts music under the voice. */
async function open(chosen: string[]) {
  const stage = await openRules([
    rule('r1', 'Quiet', { actions: [{ action: 'background_music', values: chosen }] }),
  ]);
  await press('Quiet');
  await press('Edit');
  return stage;
}

it('offers the project’s sounds, suitable built-in ones, and the selected one', async () => {
  await open(['chime', 'gone']);
  expect(offered()).toEqual([
    ['waves', false],
    ['calm', false],
    ['chime', true],
    ['Deleted sound', true],
  ]);
  expect(choice().getAllByText(/built-in/)).toHaveLength(2);
  await user.click(choice().getByRole('checkbox', { name: 'Deleted sound' }));
  await user.click(choice().getByRole('checkbox', { name: 'waves' }));
  expect(offered()).toEqual([
    ['waves', true],
    ['calm', false],
    ['chime', true],
  ]);
});

it('selects a sound that was uploaded in place', async () => {
  const stage = await open([]);
  await user.upload(choice().getByLabelText('Upload sound: file'), new File(['la'], 'rain.mp3'));
  expect(stage.sent<useUploadSoundMutation>('useUploadSoundMutation').input).toEqual({
    project: 'p7',
    file: null,
  });
  const rain: Sound = { ...sounds[0]!, id: 'sound-rain', file: 'rain', name: 'rain' };
  await stage.succeed('useUploadSoundMutation', 'UploadSoundSuccess', {
    sound: { __typename: 'Sound', ...rain },
    ...recorded([rain, ...sounds]),
  });
  expect(offered()).toEqual([
    ['rain', true],
    ['waves', false],
    ['calm', false],
  ]);
});

it('shows why a sound is refused, by the client or by the server', async () => {
  const stage = await open([]);
  await user.upload(choice().getByLabelText('Upload sound: file'), new File(['la'], 'rain.flac'));
  expect(choice().getByRole('alert').textContent).toBe('Choose an .mp3 or .wav file.');
  expect(stage.isPending('useUploadSoundMutation')).toBe(false);
  await user.upload(choice().getByLabelText('Upload sound: file'), new File(['la'], 'rain.mp3'));
  await stage.refuse('useUploadSoundMutation', { file: 'This is no sound.' });
  expect(choice().getByRole('alert').textContent).toBe('This is no sound.');
});

it('deletes only uploaded sounds after confirmation, and deselects them', async () => {
  const stage = await open(['waves', 'calm']);
  expect(
    screen
      .getAllByRole('button', { name: /^Delete sound/ })
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Delete sound waves']);
  await press('Delete sound waves');
  await user.click(
    within(screen.getByRole('dialog', { name: 'Delete this sound?' })).getByRole('button', {
      name: 'Delete',
    }),
  );
  expect(stage.sent<useDeleteSoundMutation>('useDeleteSoundMutation').input).toEqual({
    project: 'p7',
    file: 'waves',
  });
  await stage.succeed('useDeleteSoundMutation', 'DeleteSoundSuccess', recorded(sounds.slice(1)));
  expect(offered()).toEqual([['calm', true]]);
});

it('keeps a sound that is used elsewhere, and shows where', async () => {
  const stage = await open(['waves']);
  await press('Delete sound waves');
  await user.click(
    within(screen.getByRole('dialog', { name: 'Delete this sound?' })).getByRole('button', {
      name: 'Delete',
    }),
  );
  await stage.refuse('useDeleteSoundMutation', { file: 'The paywall uses it.' });
  expect(screen.getByText('The paywall uses it.')).toBeTruthy();
  expect(offered()).toEqual([
    ['waves', true],
    ['calm', false],
  ]);
});
