import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import addArticleQuery, {
  type AddArticleScreenQuery,
} from '../../__generated__/AddArticleScreenQuery.graphql.ts';
import rulesQuery, {
  type ProcessingRulesScreenQuery,
} from '../../__generated__/ProcessingRulesScreenQuery.graphql.ts';
import projectQuery, { type ProjectScreenQuery } from '../../__generated__/ProjectScreenQuery.graphql.ts';
import type { ProjectPage_project$data } from '../../__generated__/ProjectPage_project.graphql.ts';
import type { projectPart_gate$data } from '../../__generated__/projectPart_gate.graphql.ts';
import { renderScreen, type Fields, type Values } from '../../../testing/screen.tsx';
import AddArticleScreen from '../../screens/article/AddArticleScreen.tsx';
import ProjectScreen from '../../screens/project/ProjectScreen.tsx';
import ProcessingRulesScreen from '../../screens/rules/ProcessingRulesScreen.tsx';

interface Types {
  Project: Fields<ProjectPage_project$data> & Fields<projectPart_gate$data>;
}

const project = (may: Partial<Fields<projectPart_gate$data>>): Values<Types> => ({
  Project: () => ({
    databaseId: 7,
    name: 'Gazette',
    canWrite: false,
    canConfigure: false,
    canManageWebhooks: false,
    entitlements: [],
    roles: [],
    ...may,
    sources: [],
    sounds: [],
    processingRules: [],
    voice: { language: 'en-US' },
  }),
});
const openAddArticle = () =>
  renderScreen<AddArticleScreenQuery>(
    AddArticleScreen,
    addArticleQuery,
    { id: '7' },
    { path: '/projects/:id/add-article', at: '/projects/7/add-article/' },
  );
const openRules = (answersTabs = false) =>
  renderScreen<ProcessingRulesScreenQuery>(
    ProcessingRulesScreen,
    rulesQuery,
    { id: '7' },
    { path: '/projects/:id/processing-rules', at: '/projects/7/processing-rules', answersTabs },
  );

it('shows title, heading and back link of its part', async () => {
  const stage = await openAddArticle();
  await stage.answer<Types>('AddArticleScreenQuery', project({ canWrite: true }));
  expect(document.title).toBe('Add article · Parlance');
  expect(screen.getByRole('heading', { level: 1, name: 'Add article' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Gazette' }).getAttribute('href')).toBe('/projects/7');
});

it('shows who has access if the permission is missing', async () => {
  const stage = await openAddArticle();
  await stage.answer<Types>('AddArticleScreenQuery', project({ canConfigure: true }));
  expect(document.title).toBe('You don’t have access');
  expect(screen.getByText('Add article', { selector: 'strong' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Gazette' }).getAttribute('href')).toBe('/projects/7');
  expect(screen.queryByRole('textbox')).toBeNull();
});

it.each([
  [[], 1],
  [['AUDIO_RULES'], 0],
] as const)('shows where to enable a missing feature: %j', async (entitlements, said) => {
  const stage = await openRules();
  await stage.answer<Types>('ProcessingRulesScreenQuery', project({ entitlements, canConfigure: true }));
  expect(document.title).toBe('Processing rules of Gazette · Parlance');
  expect(screen.queryAllByRole('heading', { name: 'Locked' })).toHaveLength(said);
  expect(screen.queryAllByRole('link', { name: 'Add New Rule' })).toHaveLength(1 - said);
  const contact = screen.queryByRole('link', { name: 'Contact us' });
  expect(contact?.getAttribute('href')).toBe(
    said ? 'mailto:?subject=Unlock%20Processing%20rules%20for%20Gazette' : undefined,
  );
});

const always = ['channels', 'playlists', 'dictionary', 'processing-rules'];

it.each([
  [{}, always],
  [{ canWrite: true }, ['add-article/', ...always]],
  [{ entitlements: ['AUDIO_RULES', 'PAYWALL'] }, always],
  [
    { canWrite: true, canConfigure: true, entitlements: ['AUDIO_RULES'] },
    ['add-article/', ...always, 'settings'],
  ],
  [{ canManageWebhooks: true }, [...always, 'webhooks']],
  [{ roles: ['MAINTAINER'] }, [...always, 'stats']],
  [{ roles: ['STATS'] }, [...always, 'stats']],
  [{ roles: ['QA'] }, [...always, 'qa']],
  [{ entitlements: ['QA', 'AUDIO_RULES'] }, [...always, 'qa']],
] as [Partial<Fields<projectPart_gate$data>>, string[]][])(
  'is in the header of the project for permitted users: %j',
  async (may, parts) => {
    const stage = await renderScreen<ProjectScreenQuery>(
      ProjectScreen,
      projectQuery,
      { id: '7' },
      { path: '/projects/:id', at: '/projects/7' },
    );
    await stage.answer<Types>('ProjectScreenQuery', project(may));
    expect(
      within(screen.getByRole('banner'))
        .queryAllByRole('link')
        .map((link) => link.getAttribute('href'))
        .filter((address) => address?.startsWith('/projects/7/')),
    ).toEqual(parts.map((part) => `/projects/7/${part}`));
  },
);

it.each([
  [[], 'Rules, Locked'],
  [['AUDIO_RULES'], 'Rules'],
] as const)('has a lock in its tab if the feature is not booked: %j', async (entitlements, name) => {
  const stage = await openRules();
  await stage.answer<Types>('ProcessingRulesScreenQuery', project({ entitlements, canConfigure: true }));
  const tabs = screen.getByRole('navigation', { name: 'Project' });
  expect(within(tabs).getByRole('link', { name }).getAttribute('aria-current')).toBe('page');
});

it('links to the project by its name next to the tabs', async () => {
  const stage = await openRules();
  await stage.answer<Types>(
    'ProcessingRulesScreenQuery',
    project({ entitlements: ['AUDIO_RULES'], canConfigure: true }),
  );
  expect(screen.getByTitle('Back to project').getAttribute('href')).toBe('/projects/7');
  expect(screen.queryByRole('link', { name: 'Back to project' })).toBeNull();
});

it('shows in its tab how many articles failed within a week', async () => {
  const stage = await openRules(true);
  await stage.answer<Types>(
    'ProcessingRulesScreenQuery',
    project({ entitlements: ['AUDIO_RULES'], canConfigure: true }),
  );
  await stage.answer('ProjectTabsQuery', { ProjectArticlesConnection: () => ({ totalCount: 3 }) });
  const tabs = screen.getByRole('navigation', { name: 'Project' });
  expect(within(tabs).getByRole('link', { name: /^Articles/ }).textContent).toContain(
    '3 articles failed in the last 7 days',
  );
});
