import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openForm } from '../../../../testing/channel-form.tsx';

const user = userEvent.setup();
const finding = (field: string | null, message: string, refusedBy: string[]) => ({
  field,
  message,
  code: 'OF_THIS_TEST',
  parameters: {},
  refusedBy,
});
const say = (findings: ReturnType<typeof finding>[]) => ({
  data: { channel: { __typename: 'Channel', id: 'c1', preflight: findings } },
});

it('shows which directories would refuse the podcast and why, and links to the field even in a collapsed section', async () => {
  const stage = await openForm('PODCAST', { title: 'News' });
  await stage.answerWith(
    'PreflightQuery',
    say([
      finding('fundingUrl', 'The page of support does not exist.', ['spotify', 'apple']),
      finding('category', 'There is no category.', ['apple']),
      finding(null, 'There is no episode yet.', []),
    ]),
  );
  expect(screen.getByText('Rejected by Spotify, Apple Podcasts')).toBeTruthy();
  expect(screen.getByText('Hint')).toBeTruthy();
  const page = screen.getByRole('textbox', { name: 'Support page' });
  expect(page.closest('details')!.open).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Go to Support page' }));
  expect(page.closest('details')!.open).toBe(true);
  expect(document.activeElement).toBe(page);
  await user.click(screen.getByRole('button', { name: 'Go to Category' }));
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Category' }));
});

it('shows when no directory would refuse the podcast', async () => {
  const stage = await openForm('PODCAST', { title: 'News' });
  await stage.answerWith('PreflightQuery', say([]));
  expect(screen.getByText('No problems found.')).toBeTruthy();
});
