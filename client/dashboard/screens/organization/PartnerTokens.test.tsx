import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import query, { type OrganizationScreenQuery } from '../../__generated__/OrganizationScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import OrganizationScreen from './OrganizationScreen.tsx';

const user = userEvent.setup();
const token = {
  __typename: 'PartnerToken',
  id: 't1',
  name: 'Newsletter',
  prefix: 'pt_abc',
  readOnly: true,
  createdAt: '2026-11-01T08:00:00Z',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  lastUsedNetwork: null,
  callsPerMinute: null,
  projects: null,
};

async function open(partnerTokens: object[] | null, over: object = {}) {
  const stage = await renderScreen<OrganizationScreenQuery>(
    OrganizationScreen,
    query,
    { slug: 'daily' },
    { path: '/projects/organization/:slug', at: '/projects/organization/daily' },
  );
  await stage.answerWith('OrganizationScreenQuery', {
    data: {
      viewer: { __typename: 'Viewer', contactEmail: 'sales@parlance.example' },
      organization: {
        __typename: 'Organization',
        id: 'o1',
        databaseId: 1,
        slug: 'daily',
        name: 'Daily',
        pseudo: null,
        balance: 1200,
        verified: false,
        timeZone: 'UTC',
        secondFactorDueAt: null,
        entitlements: ['AUDIO_RULES', 'ALEXA_FB'],
        partnerTokens,
        purchasing: null,
        members: null,
        ...over,
      },
    },
  } as never);
  return stage;
}

it('shows features by name and explains the balance', async () => {
  await open(null);
  expect(screen.getByText('1,200 characters left')).toBeTruthy();
  expect(screen.getByText(/^1 character of text = 1 character of balance/)).toBeTruthy();
  expect(['Processing rules', 'Alexa Flash Briefings'].map((name) => screen.getByText(name).tagName)).toEqual(
    ['LI', 'LI'],
  );
});

it('shows tokens only if the server returns them', async () => {
  await open(null);
  expect(screen.queryByRole('heading', { name: 'API tokens' })).toBeNull();
});

it('creates a read-only token by default, and shows it once', async () => {
  const stage = await open([]);
  expect(screen.getByText('No tokens yet.')).toBeTruthy();
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create token' });
  expect(create.disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Newsletter');
  await user.click(create);
  expect(stage.sent('NewPartnerTokenMutation')).toEqual({
    input: { organization: 'o1', name: 'Newsletter', readOnly: true },
  });
  await stage.succeed('NewPartnerTokenMutation', 'CreatePartnerTokenSuccess', { secret: 'pt_abcdef', token });
  const dialog = within(screen.getByRole('dialog', { name: 'Copy the token now' }));
  expect(dialog.getByText('pt_abcdef')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('pt_abcdef')).toBeNull();
  expect(screen.getByText(/read-only · created .* · never used/)).toBeTruthy();
});

it('shows refusals of the server at the field', async () => {
  const stage = await open([]);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'x');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  await stage.refuse('NewPartnerTokenMutation', { name: 'Enter up to 100 characters.' });
  expect(screen.getByText('Enter up to 100 characters.')).toBeTruthy();
});

it('revokes after confirmation, and keeps revoked tokens visible', async () => {
  const stage = await open([{ ...token, lastUsedAt: '2026-11-20T09:30:00Z' }]);
  expect(screen.getByText(/last used 20 Nov 2026/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Revoke Newsletter' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Revoke this token?' }));
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect(stage.sent('PartnerTokensRevokeMutation')).toEqual({ input: { id: 't1' } });
  await stage.succeed('PartnerTokensRevokeMutation', 'RevokePartnerTokenSuccess', {
    token: { __typename: 'PartnerToken', id: 't1', revokedAt: '2026-11-22T08:00:00Z' },
  });
  expect(screen.getByText(/revoked 22 Nov 2026/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Revoke Newsletter' })).toBeNull();
});
