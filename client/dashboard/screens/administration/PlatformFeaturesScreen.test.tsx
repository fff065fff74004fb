import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import query, {
  type PlatformFeaturesScreenQuery,
} from '../../__generated__/PlatformFeaturesScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import PlatformFeaturesScreen from './PlatformFeaturesScreen.tsx';

const user = userEvent.setup();

async function open(platformFeatures = ['PLAYER_V4']) {
  const path = '/projects/administration/features';
  const stage = await renderScreen<PlatformFeaturesScreenQuery>(PlatformFeaturesScreen, query, {}, { path });
  await stage.answerWith('PlatformFeaturesScreenQuery', { data: { platformFeatures } } as never);
  return stage;
}

const toggle = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

it('offers only flags, with descriptions, because booked features are not for everyone', async () => {
  await open();
  expect(screen.getAllByRole('switch')).toHaveLength(8);
  expect(toggle('Player version 4').checked).toBe(true);
  expect(screen.getByText('Version 4 of the web player.')).toBeTruthy();
  expect(screen.queryByLabelText('Paywall')).toBeNull();
});

it('turns a flag off for everyone at once, and confirms it', async () => {
  const stage = await open();
  await user.click(toggle('Player version 4'));
  expect(toggle('Player version 4').checked).toBe(false);
  expect(stage.sent('PlatformFlagsMutation')).toEqual({ input: { on: [], off: ['PLAYER_V4'] } });
  await stage.succeed('PlatformFlagsMutation', 'SetPlatformFeaturesSuccess', { features: [] });
  expect(toggle('Player version 4').checked).toBe(false);
  expect(screen.getByText('“Player version 4” is now off for Everyone')).toBeTruthy();
});

it('resets a switch that the server refuses, with the reason', async () => {
  const stage = await open([]);
  await user.click(toggle('Player version 4'));
  await stage.refuse('PlatformFlagsMutation', { on: 'Not this one.' });
  expect(toggle('Player version 4').checked).toBe(false);
  expect(screen.getByText('Not this one.')).toBeTruthy();
});
