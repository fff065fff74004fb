import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import query, {
  type AdministrationLogScreenQuery,
} from '../../__generated__/AdministrationLogScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import { chooseLanguage } from '../../words/language.ts';
import AdministrationLogScreen from './AdministrationLogScreen.tsx';

const user = userEvent.setup();
const entry = (id: string, over: object) => ({
  cursor: id,
  node: {
    __typename: 'AdministrationEntry',
    id,
    code: 'BALANCE_CHANGED',
    action: 'balance changed',
    createdAt: '2026-11-20T09:30:00Z',
    reason: null,
    user: { __typename: 'User', id: 'u9', name: 'Ada' },
    organization: null,
    project: null,
    subject: null,
    featuresAdded: [],
    featuresRemoved: [],
    characters: null,
    platformRole: null,
    projectRole: null,
    ...over,
  },
});
const daily = { __typename: 'Organization', id: 'o7', databaseId: 7, name: 'Daily' };
const log = (edges: object[], hasNextPage = false) =>
  ({ data: { administrationLog: { edges, pageInfo: { endCursor: 'end', hasNextPage } } } }) as never;

async function open(edges: object[], more = false) {
  const path = '/projects/administration/log';
  const stage = await renderScreen<AdministrationLogScreenQuery>(
    AdministrationLogScreen,
    query,
    {},
    { path },
  );
  await stage.answerWith('AdministrationLogScreenQuery', log(edges, more));
  return stage;
}
const records = () => within(screen.getAllByRole('list').at(-1)!).getAllByRole('listitem');

it('shows entries as sentences with user, action, target and reason', async () => {
  await open([
    entry('e1', { organization: daily, reason: 'Paid by bank', characters: -500 }),
    entry('e2', {
      code: 'PLATFORM_ROLE_CHANGED',
      action: 'platform role changed',
      user: null,
      subject: { __typename: 'User', id: 'u/2', name: '', email: 'bea@x.example' },
      platformRole: 'ADMIN',
    }),
    entry('e3', { code: 'FEATURES_CHANGED', action: 'features changed', featuresAdded: ['PLAYER_V4'] }),
    entry('e4', { code: null, action: 'sang a song' }),
  ]);
  const [balance, role, features, unknown] = records();
  expect(balance!.textContent).toMatch(
    /Ada changed the balance of Daily500 characters deductedPaid by bank$/,
  );
  expect(screen.getByRole('link', { name: 'Daily' }).getAttribute('href')).toBe(
    '/projects/administration/organizations/7',
  );
  expect(role!.textContent).toMatch(
    /A deleted administrator changed the platform role of bea@x\.exampleRole: Administrator$/,
  );
  expect(screen.getByRole('link', { name: 'bea@x.example' }).getAttribute('href')).toBe(
    '/projects/administration/people/u%2F2',
  );
  expect(features!.textContent).toMatch(/changed features for everyoneTurned on: Player version 4$/);
  expect(document.body.textContent).not.toContain('PLAYER_V4');
  expect(unknown!.textContent).toMatch(/sang a song$/);
});

it('loads older entries, and shows the end of the list', async () => {
  const stage = await open([entry('e1', {})], true);
  await user.click(screen.getByRole('button', { name: /^Load more/ }));
  expect(stage.sent('AdministrationRecordsPageQuery')).toMatchObject({ cursor: 'end' });
  await stage.answerWith(
    'AdministrationRecordsPageQuery',
    log([entry('e0', { code: 'ACCOUNT_VERIFIED', action: 'verified', organization: daily })]),
  );
  expect(records().at(-1)!.textContent).toContain('Ada verified Daily');
});

it('shows an empty log, in German too', async () => {
  await open([]);
  expect(screen.getByText('No administrator has changed anything yet.')).toBeTruthy();
  await act(() => chooseLanguage('de'));
  expect(screen.getByRole('heading', { name: 'Protokoll' })).toBeTruthy();
  await act(() => chooseLanguage('en'));
});
