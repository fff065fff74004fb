import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import query, {
  type AdministeredOrganizationScreenQuery,
} from '../../__generated__/AdministeredOrganizationScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { NetworkError } from '../../relay/failures.ts';
import AdministeredOrganizationScreen from './AdministeredOrganizationScreen.tsx';

const user = userEvent.setup();
const pageInfo = { endCursor: null, hasNextPage: false };
const project = { __typename: 'Project', id: 'p1', databaseId: 31, name: 'Front page', ownFeatures: ['QA'] };
const entry = {
  __typename: 'AdministrationEntry',
  id: 'e1',
  code: 'FEATURES_CHANGED',
  action: 'features changed',
  createdAt: '2026-11-20T09:30:00Z',
  reason: null,
  user: { __typename: 'User', id: 'u9', name: 'Ada' },
  organization: { __typename: 'Organization', id: 'o1', databaseId: 7, name: 'Daily' },
  project: null,
  subject: null,
  featuresAdded: ['AUDIO_RULES', 'PAYWALL'],
  featuresRemoved: ['LABELS'],
  characters: null,
  platformRole: null,
  projectRole: null,
};
const log = (...nodes: object[]) => ({
  data: { administrationLog: { edges: nodes.map((node) => ({ cursor: 'c', node })), pageInfo } },
});

async function open(over: object = {}) {
  const stage = await renderScreen<AdministeredOrganizationScreenQuery>(
    AdministeredOrganizationScreen,
    query,
    { id: '7' },
    { path: '/projects/administration/organizations/:id', at: '/projects/administration/organizations/7' },
  );
  await stage.answerWith('AdministeredOrganizationScreenQuery', {
    data: {
      platformFeatures: ['PLAYER_V4'],
      organization: {
        __typename: 'Organization',
        id: 'o1',
        slug: 'daily',
        name: 'Daily',
        pseudo: 'dly',
        balance: 1200,
        verified: false,
        entitlements: ['AUDIO_RULES'],
        members: [
          {
            role: 'MAINTAINER',
            status: 'ACTIVE',
            user: { __typename: 'User', id: 'VXNlcjox', name: 'Max', email: 'max@x.example' },
          },
        ],
        projects: { edges: [{ cursor: 'c', node: project }], pageInfo },
        ...over,
      },
    },
  } as never);
  return stage;
}

const toggle = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

describe('features', () => {
  it('have names and descriptions, never slugs', async () => {
    await open();
    expect(toggle('Processing rules').checked).toBe(true);
    expect(toggle('Paywall').checked).toBe(false);
    expect(screen.getByText(/^Rules that change, label or reject articles/)).toBeTruthy();
    expect(toggle('Player version 4').closest('fieldset')!.textContent).toContain('On for everyone');
    expect(document.body.textContent).not.toMatch(/audio[_-]rules|player[_-]v4|ad[_-]insert/);
  });

  it('are enabled immediately, and logged', async () => {
    const stage = await open();
    await stage.answerWith('AdministrationRecordsQuery', log() as never);
    expect(screen.getByText('No administrator has changed anything here yet.')).toBeTruthy();
    await user.click(toggle('Paywall'));
    expect(toggle('Paywall').checked).toBe(true);
    // Before the answer, a second click asks for nothing.
    await user.click(toggle('Paywall'));
    expect(stage.environment.mock.getAllOperations()).toHaveLength(1);
    expect(stage.sent('AdministeredOrganizationScreenMutation')).toEqual({
      input: { organization: 'o1', on: ['PAYWALL'], off: [] },
    });
    await stage.succeed('AdministeredOrganizationScreenMutation', 'SetOrganizationFeaturesSuccess', {
      organization: { __typename: 'Organization', id: 'o1', entitlements: ['AUDIO_RULES', 'PAYWALL'] },
    });
    expect(screen.getByText('“Paywall” is now on for Daily')).toBeTruthy();
    await stage.answerWith('AdministrationRecordsQuery', log(entry) as never);
    const [record] = screen.getAllByText('Ada').map((name) => name.closest('li')!);
    expect(record!.textContent).toMatch(
      /Ada changed features.*Turned on: Processing rules, Paywall.*Turned off: Labels/,
    );
    expect(within(record!).getByText('Labels').tagName).toBe('DEL');
  });

  it('are reset on the screen if the server is unreachable', async () => {
    const stage = await open();
    await user.click(toggle('Processing rules'));
    expect(toggle('Processing rules').checked).toBe(false);
    await stage.fail('AdministeredOrganizationScreenMutation', new NetworkError());
    expect(toggle('Processing rules').checked).toBe(true);
    expect(screen.getByRole('dialog', { name: 'Error' }).textContent).toContain('We can’t reach the server.');
  });

  it('show refusals of the server next to the switch', async () => {
    const stage = await open();
    await user.click(toggle('Labels'));
    await stage.refuse('AdministeredOrganizationScreenMutation', { on: 'Not this one.' });
    expect(toggle('Labels').checked).toBe(false);
    expect(screen.getByText('Not this one.')).toBeTruthy();
  });
});

describe('the balance', () => {
  const field = (name: string) => screen.getByRole('textbox', { name });
  const review = async () => user.click(screen.getByRole('button', { name: 'Review change' }));
  const now = (balance: number) => ({ data: { node: { __typename: 'Organization', id: 'o1', balance } } });

  async function reviewed(characters = '5000') {
    const stage = await open();
    await user.type(field('Characters'), characters);
    await user.type(field('Reason'), ' Trial ');
    await review();
    // Audio was generated in the meantime.
    await stage.answerWith('GrantBalanceNowQuery', now(1000) as never);
    return { stage, dialog: within(screen.getByRole('dialog', { name: 'Change the balance of Daily?' })) };
  }

  it('changes once, after both the old and the new one were shown', async () => {
    const { stage, dialog } = await reviewed();
    expect(dialog.getAllByRole('definition').map((value) => value.textContent)).toEqual([
      '1,000',
      '+5,000',
      '6,000',
      'Trial',
    ]);
    const give = dialog.getByRole('button', { name: 'Add 5,000 characters' });
    await user.dblClick(give);
    const sent = stage.environment.mock
      .getAllOperations()
      .filter(({ request }) => request.node.params.name === 'GrantBalanceMutation');
    expect(sent).toHaveLength(1);
    expect(stage.sent('GrantBalanceMutation')).toEqual({
      input: {
        organization: 'o1',
        characters: 5000,
        kind: 'GRANTED',
        reason: 'Trial',
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    });
    await stage.succeed('GrantBalanceMutation', 'GrantBalanceSuccess', {
      organization: { __typename: 'Organization', id: 'o1', balance: 6000 },
      user: null,
    });
    expect(screen.getByText('New balance: 6,000 characters')).toBeTruthy();
    expect(screen.getByText('6,000 characters left')).toBeTruthy();
    expect((field('Characters') as HTMLInputElement).value).toBe('');
  });

  it('is sent again with the same idempotency key if the response was lost', async () => {
    const { stage, dialog } = await reviewed();
    const give = () => user.click(dialog.getByRole('button', { name: 'Add 5,000 characters' }));
    await give();
    const first = stage.sent<any>('GrantBalanceMutation').input.requestId;
    await stage.fail('GrantBalanceMutation', new NetworkError());
    await user.click(screen.getByRole('button', { name: 'Ok' }));
    await give();
    expect(stage.sent<any>('GrantBalanceMutation').input.requestId).toBe(first);
  });

  it('warns if it becomes negative', async () => {
    const { dialog } = await reviewed('-1500');
    expect(dialog.getByText(/^The new balance is below zero/)).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Deduct 1,500 characters' })).toBeTruthy();
  });

  it('is not changed without an amount or a reason', async () => {
    const stage = await open();
    await user.type(field('Characters'), '0');
    await review();
    expect(screen.getByText('Enter a whole number other than 0.')).toBeTruthy();
    expect(screen.getByText('This field is required')).toBeTruthy();
    expect(document.activeElement).toBe(field('Characters'));
    expect(stage.isPending('GrantBalanceNowQuery')).toBe(false);
  });

  it('shows refusals of the server at the field', async () => {
    const { stage, dialog } = await reviewed();
    await user.click(dialog.getByRole('button', { name: 'Add 5,000 characters' }));
    await stage.refuse('GrantBalanceMutation', { reason: 'Enter up to 500 characters.' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Enter up to 500 characters.')).toBeTruthy();
  });
});

it('verifies the account after confirmation', async () => {
  const stage = await open();
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  await user.click(
    within(screen.getByRole('dialog', { name: 'Verify Daily?' })).getByRole('button', { name: 'Verify' }),
  );
  expect(stage.sent('AccountPanelVerifyMutation')).toEqual({ input: { organization: 'o1', verified: true } });
  await stage.succeed('AccountPanelVerifyMutation', 'SetVerifiedSuccess', {
    organization: { __typename: 'Organization', id: 'o1', verified: true },
    user: null,
  });
  expect(screen.getByText(/^Verified: pays by invoice/)).toBeTruthy();
});

it('links to members and projects', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'Max' }).getAttribute('href')).toBe(
    '/projects/administration/people/VXNlcjox',
  );
  expect(screen.getByRole('link', { name: 'Front page' }).getAttribute('href')).toBe(
    '/projects/administration/projects/31',
  );
});

it('stays usable if the log fails to load, and can retry', async () => {
  const stage = await open();
  await stage.fail('AdministrationRecordsQuery', new NetworkError());
  expect(screen.getByRole('alert').textContent).toContain('Couldn’t load the log.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await stage.answerWith(
    'AdministrationRecordsQuery',
    log({
      ...entry,
      code: 'BALANCE_CHANGED',
      action: 'balance changed',
      reason: 'Trial',
      featuresAdded: [],
      featuresRemoved: [],
      characters: -1500,
    }) as never,
  );
  expect(screen.getByText('1,500 characters deducted')).toBeTruthy();
  expect(screen.getByText('Trial')).toBeTruthy();
});
