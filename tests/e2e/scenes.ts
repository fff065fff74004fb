import type { Page } from '@playwright/test';
import { docPages } from '../../client/dashboard/screens/docs/doc-pages.ts';
import { openPanels, screensOf } from './screens.ts';
import type { Gallery, Stage } from './stage.ts';

/**
 * What a screen can be found in:
 * - `full`: as it is on a working day, with what is folded unfolded;
 * - `empty`: there is nothing yet;
 * - `many`: ten thousand of what it lists;
 * - `loading`: its data is on the way; `slow`: it has been for so long that the screen shows a notice;
 * - `parts`: its own data is there, that of its panels on the way;
 * - `error`: the server failed; `parts-error`: it failed its panels;
 * - `offline`: there was a network until now;
 * - `forbidden`: who looks may not;
 * - `open`: with a menu, a dialog or a field in use.
 */
export const states = [
  'full',
  'empty',
  'many',
  'loading',
  'slow',
  'parts',
  'error',
  'parts-error',
  'offline',
  'forbidden',
  'open',
] as const;
export type State = (typeof states)[number];

/** A screen in a state, and who looks at it. */
export interface Scene {
  screen: string;
  state: State;
  /** Email address of the account; null: signed out. */
  who: string | null;
  path: string;
  /** What is done there before it is photographed. */
  act?: (page: Page) => Promise<void>;
}

/** Screens that ask nothing of the server: they neither load nor fail. */
const asksNothing = /^(sign-in|sign-up|not found|documentation.*|.*password|confirm.*|link.*|invitation)$/;
/** Screens that each represent all screens with the same skeleton. */
const slowScreens = ['dashboard', 'dictionaries', 'settings'];
/** Screens whose panels load separate data. */
const withParts = [
  'dashboard',
  'project',
  'edit article',
  'settings',
  'profile',
  'organization',
  'statistics',
  'quality',
  'review',
  'dictionaries',
  'rules',
];
const offlineScreens = ['dashboard', 'project', 'edit article', 'settings', 'statistics'];

const press = (key: string) => (page: Page) => page.keyboard.press(key);

/** Every screen in every state that it has. */
export function scenesOf(stage: Stage & { demo: string }, gallery: Gallery): Scene[] {
  const { users } = stage;
  const person = Buffer.from('User:1').toString('base64url');
  const { empty, full, newcomer, beginner, chief } = gallery;
  const projectOf = ({ project }: { project: number }, below = '') => `/projects/${project}${below}`;
  const usual: Scene[] = [
    { screen: 'sign-in', state: 'full', who: null, path: '/' },
    ...Object.values(screensOf(stage)).flatMap(([who, screens]) =>
      screens.map(([screen, path]): Scene => ({
        screen,
        state: 'full',
        who: who === 'demo' ? stage.demo : users[who],
        path,
      })),
    ),
    ...docPages.map(({ slug }): Scene => ({
      screen: `documentation ${slug}`,
      state: 'full',
      who: stage.demo,
      path: `/projects/docs/${slug}`,
    })),
    {
      screen: 'edit playlist',
      state: 'full',
      who: chief,
      path: projectOf(full, `/playlist/${full.playlist}`),
    },
    {
      screen: 'a person',
      state: 'full',
      who: users.admin,
      path: `/projects/administration/people/${person}`,
    },
    {
      screen: 'new alexa skill',
      state: 'full',
      who: users.maintainer,
      path: `/projects/${stage.newsroom}/add-channel-alexa-skill`,
    },
  ];
  const asking = usual.filter(({ screen }) => !asksNothing.test(screen));
  const derived = (state: State, screens?: readonly string[]): Scene[] =>
    asking.filter(({ screen }) => !screens || screens.includes(screen)).map((scene) => ({ ...scene, state }));
  const as =
    (state: State, who: string) =>
    ([screen, path]: [string, string]): Scene => ({ screen, state, who, path });
  const lists = (of: { project: number; organization: string }): [string, string][] => [
    ['project', projectOf(of)],
    ['quality', projectOf(of, '/qa')],
    ['statistics', projectOf(of, '/stats')],
    ['articles by plays', projectOf(of, '/stats?report=Articles')],
    ['rules', projectOf(of, '/processing-rules')],
    ['dictionaries', `/dictionaries/projects/${of.project}`],
    ['organization', `/projects/organization/${of.organization}`],
    ['new playlist', projectOf(of, '/add-playlist')],
    ['channel chooser', projectOf(of, '/add-channel')],
  ];
  return [
    ...usual.map((scene): Scene => ({ ...scene, act: openPanels })),
    ...(
      [
        ['dashboard', '/projects/dashboard'],
        ['create project', '/projects/create/'],
        ['studio', '/studio'],
        ['profile', '/projects/profile'],
      ] as [string, string][]
    ).map(as('empty', newcomer)),
    as('empty', beginner)(['dashboard of a beginner', '/projects/dashboard']),
    ...lists(empty).map(as('empty', beginner)),
    as('many', chief)(['dashboard', '/projects/dashboard']),
    ...lists(full).map(as('many', chief)),
    as('many', chief)(['project on its last page', projectOf(full, '/500_none_none_none')]),
    as('many', chief)(['settings', projectOf(full, '/settings')]),
    as('many', chief)(['edit playlist', projectOf(full, `/playlist/${full.playlist}`)]),
    ...derived('loading'),
    ...derived('parts', withParts),
    ...derived('error'),
    ...derived('parts-error', withParts),
    ...derived('offline', offlineScreens),
    // Who only reads, in the project of others.
    ...(
      [
        ['project', `/projects/${stage.archive}`],
        ['settings', `/projects/${stage.archive}/settings`],
        ['add article', `/projects/${stage.archive}/add-article/`],
        ['rules', `/projects/${stage.newsroom}/processing-rules`],
        ['channel chooser', `/projects/${stage.newsroom}/add-channel`],
        ['new playlist', `/projects/${stage.newsroom}/add-playlist`],
        ['quality', `/projects/${stage.archive}/qa`],
        ['statistics', `/projects/${stage.archive}/stats`],
        ['dictionaries', `/dictionaries/projects/${stage.archive}`],
        ['organization', `/projects/organization/${stage.organization.slug}`],
        ['an organization of others', `/projects/organization/${gallery.full.organization}`],
        ['a project of others', projectOf(full)],
        ['organizations', '/projects/administration'],
        ['speech services', '/projects/providers'],
        ['global dictionaries', '/dictionaries/global'],
      ] as [string, string][]
    ).map(as('forbidden', users.reader)),
    {
      screen: 'edit player',
      state: 'open',
      who: stage.demo,
      path: '/projects/1/channels',
      act: async (page) => {
        await page.getByRole('main').locator('a[href*="/channel/"]').first().click();
        await page.waitForURL(/\/channel\//);
        await page.getByRole('main').locator('iframe').waitFor();
      },
    },
    {
      screen: 'command palette',
      state: 'open',
      who: stage.demo,
      path: '/projects/1',
      act: press('Control+k'),
    },
    { screen: 'shortcuts', state: 'open', who: stage.demo, path: '/projects/1', act: press('?') },
    {
      screen: 'filters',
      state: 'open',
      who: chief,
      path: projectOf(full),
      act: (page) => page.getByRole('search').locator('[aria-haspopup="dialog"]').click(),
    },
    {
      screen: 'rows chosen',
      state: 'open',
      who: chief,
      path: projectOf(full),
      act: async (page) => {
        for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
      },
    },
    {
      screen: 'project menu',
      state: 'open',
      who: chief,
      path: projectOf(full),
      act: (page) => page.getByRole('main').locator('[aria-haspopup="menu"]').first().click(),
    },
    {
      screen: 'row menu',
      state: 'open',
      who: chief,
      path: projectOf(full),
      act: (page) => page.getByRole('main').locator('table [aria-haspopup="menu"]').first().click(),
    },
    // Last, because the clock that is set there stays set for everything that is opened in that browser
    // afterwards.
    ...derived('slow', slowScreens),
  ];
}
