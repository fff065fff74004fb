import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderComponent } from '../../../../testing/screen.tsx';
import { NewSkillConnection } from './NewSkillConnection.tsx';

async function open(account: { name: string; state: string } | null) {
  const stage = await renderComponent(<NewSkillConnection project="p7" />);
  await stage.answerWith('NewSkillConnectionQuery', {
    data: {
      project: {
        __typename: 'Project',
        id: 'p7',
        databaseId: 7,
        amazonLinkingAvailable: true,
        amazonAccount: account,
      },
    },
  });
}

it('links an account before the skill exists', async () => {
  await open(null);
  expect(screen.getByRole('link', { name: 'Connect to Alexa' }).getAttribute('href')).toMatch(
    /^\/connect\/amazon\?project=7&return=/,
  );
});

it('publishes after the skill is saved', async () => {
  await open({ name: 'Ada Developer', state: 'LINKED' });
  expect(screen.getByText('Ada Developer')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Publish' })).toHaveProperty('disabled', true);
  expect(screen.getByText('Save the skill before you publish it.')).toBeTruthy();
});
