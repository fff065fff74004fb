import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import query, {
  type DashboardScreenQuery,
  type DashboardScreenQuery$data,
} from '../../__generated__/DashboardScreenQuery.graphql.ts';
import type { SiteOnboardingArticleMutation } from '../../__generated__/SiteOnboardingArticleMutation.graphql.ts';
import type { SiteOnboardingCreateMutation } from '../../__generated__/SiteOnboardingCreateMutation.graphql.ts';
import type { SiteOnboardingPlayerMutation } from '../../__generated__/SiteOnboardingPlayerMutation.graphql.ts';
import type { SiteOnboardingPreviewMutation } from '../../__generated__/SiteOnboardingPreviewMutation.graphql.ts';
import type { OverviewPartQuery$data } from '../../__generated__/OverviewPartQuery.graphql.ts';
import type { useSiteOnboardingSubscription } from '../../__generated__/useSiteOnboardingSubscription.graphql.ts';
import { ServerError } from '../../relay/failures.ts';
import { renderScreen, type Fields } from '../../../testing/screen.tsx';
import DashboardScreen from './DashboardScreen.tsx';
import type { OnboardingSite } from './use-site-onboarding.ts';

type Overview = Fields<NonNullable<OverviewPartQuery$data['viewer']>['overview']>;

const user = userEvent.setup();
let stage: Awaited<ReturnType<typeof renderScreen>>;
async function openScreen({ projects = 1, demand = null as object | null, email = '' } = {}) {
  stage = await renderScreen<DashboardScreenQuery>(
    DashboardScreen,
    query,
    {},
    { path: '/projects/dashboard' },
  );
  await stage.answer<{ Viewer: Fields<NonNullable<DashboardScreenQuery$data['viewer']>>; Query: object }>(
    'DashboardScreenQuery',
    {
      Query: () => ({ secondFactorRequirement: demand }),
      Viewer: () => ({
        user: { id: 'u1', name: 'Ada', email },
        organizations: [{ role: 'EDITOR', organization: { id: 'o1' } }],
        projects: { edges: projects === 0 ? [] : [{ __typename: 'ViewerProjectsConnectionEdge' as const }] },
      }),
    },
  );
}

const nothing: Overview = {
  voicingCount: 0,
  voicing: [],
  failedCount: 0,
  failed: [],
  failingProjects: [],
  articlesThisWeek: 0,
  minutesThisWeek: 0,
  charactersToday: 0,
  charactersPerDay: null,
  averageFrom: null,
  charactersSaved: 0,
  daysLeft: null,
  daysLeftOrganization: null,
};
const project = { databaseId: 7, name: 'Gazette' };
const days = ['16', '17', '18', '19', '20', '21', '22'].map((day, index) => ({
  day: `2026-11-${day}`,
  articles: index,
  minutesHeard: index === 6 ? 90.4 : 0,
}));
const tell = (overview: Partial<Overview>, balance: number | null = null) =>
  stage.answer<{ Overview: Overview; OverviewWeek: object; User: object }>('OverviewPartQuery', {
    User: () => ({
      id: 'u1',
      balance: balance ?? -1_000,
      ownBalance: 100,
      hasVerified: balance === null,
      organizations: [{ organization: { name: 'Daily', balance: 900 } }],
    }),
    Overview: () => ({ ...nothing, ...overview }),
    OverviewWeek: () => ({
      days,
      projects: [
        { project, days },
        { project: { ...project, id: 'p2' }, days },
      ],
    }),
  });

it('shows a greeting and four documentation pages with excerpts of at most 150 characters', async () => {
  await openScreen({ projects: 0 });
  expect(screen.getByRole('heading', { level: 1, name: 'Hello, Ada' })).toBeTruthy();
  const cards = await screen.findAllByRole('link', { name: /^Read: /, hidden: true });
  expect(cards).toHaveLength(4);
  for (const card of cards)
    expect(card.parentElement!.querySelector('p')!.textContent!.length).toBeLessThanOrEqual(150);
});

it('announces a future sign-in requirement of an organization', async () => {
  await openScreen({ demand: { organizations: ['Daily', 'Weekly'], dueAt: '2026-12-09T08:00:00Z' } });
  expect(
    (await screen.findByText(/^Daily and Weekly require two-step sign-in from 9 Dec 2026/)).querySelector(
      'a',
    ),
  ).toHaveProperty('pathname', '/projects/profile');
});

it('does not fetch the overview for a user without projects', async () => {
  await openScreen({ projects: 0 });
  expect(stage.isPending('OverviewPartQuery')).toBe(false);
  expect(
    await screen.findByRole('textbox', { name: 'Paste the address of your site or an article.' }),
  ).toBeTruthy();
});

it('shows running and failed articles with reasons, and costs', async () => {
  await openScreen();
  await vi.waitFor(() => expect(stage.isPending('OverviewPartQuery')).toBe(true));
  await tell({
    voicingCount: 12,
    voicing: [{ id: 'a1', databaseId: 1, title: 'On its way', status: 'PROCESSING', project }],
    failedCount: 2,
    failed: [
      {
        id: 'a2',
        databaseId: 2,
        title: 'Broken',
        status: 'ERRORED',
        error: 'The page answered 404.',
        errorNotices: null,
        project,
      },
      {
        id: 'a3',
        databaseId: 3,
        title: 'Stopped',
        status: 'LIMIT_REACHED',
        error: null,
        errorNotices: null,
        project,
      },
    ],
    failingProjects: [
      {
        id: 'p9',
        databaseId: 9,
        name: 'Morgenblatt',
        sources: [{ id: 's1', error: 'No such feed.', errorNotices: null }],
      },
    ],
    articlesThisWeek: 1234,
    minutesThisWeek: 61.2,
    charactersPerDay: 4000,
    charactersToday: 500,
    charactersSaved: 28_000,
    daysLeft: 2,
  });
  expect(
    within(screen.getByTestId('voicing')).getByRole('link', { name: 'On its way' }).getAttribute('href'),
  ).toBe('/projects/7/articles/1');
  expect(screen.getByText('11 more')).toBeTruthy();
  for (const text of [
    'The page answered 404.',
    /^The project’s daily limit/,
    'Couldn’t read the source: No such feed.',
    '1,234',
    '61 min',
    '4,000',
    '2 days',
    '500 today · 28,000 characters reused',
  ])
    expect(screen.getByText(text)).toBeTruthy();
});

it('shows the week as bars and as a table', async () => {
  await openScreen();
  await vi.waitFor(() => expect(stage.isPending('OverviewPartQuery')).toBe(true));
  await tell({});
  const voiced = screen.getByRole('table', { name: 'Articles turned into audio · last 7 days' });
  expect(
    within(voiced)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Monday0 articles',
    'Tuesday1 article',
    ...['Wednesday2', 'Thursday3', 'Friday4', 'Saturday5', 'Sunday6'].map((day) => `${day} articles`),
  ]);
  expect(screen.getByText('21 articles')).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Listening time · last 7 days' }).textContent).toContain(
    'Sunday90 min',
  );
  expect(screen.getAllByRole('link', { name: 'Gazette' })).toHaveLength(2);
});

it('shows no failures if there are none', async () => {
  await openScreen();
  await vi.waitFor(() => expect(stage.isPending('OverviewPartQuery')).toBe(true));
  await tell({});
  expect(screen.getByText('Nothing failed in the last 7 days.')).toBeTruthy();
  expect(screen.getByText('We’ll estimate this after 7 days of use.')).toBeTruthy();
});

it('shows when an average will be available, rather than one of a few days', async () => {
  await openScreen();
  await vi.waitFor(() => expect(stage.isPending('OverviewPartQuery')).toBe(true));
  await tell({ charactersToday: 500, averageFrom: '2026-11-30' }, 299_500);
  // What is known takes the place of what is not.
  expect(screen.getByText('Daily average appears on 30 Nov 2026')).toBeTruthy();
  const figures = [...screen.getByLabelText('Key figures').children].map(({ textContent }) => textContent);
  expect(figures[2]).toMatch(/^Characters today500Daily average/);
  expect(figures[3]).toMatch(/^Balance299\.5K charactersAcross 2 accounts · We’ll estimate this/);
});

const article = {
  url: 'https://example.org/a',
  title: 'Bread before the tram',
  excerpt: 'The bakery opens earlier.',
  opening: 'Bread before the tram. The bakery opens earlier.',
  characters: 900,
  durationMs: 60_000,
  isGiven: true,
  isInSource: false,
  problem: null,
} as const;
const look: OnboardingSite = {
  site: 'https://example.org/',
  name: 'The Quay',
  language: 'en',
  feeds: [],
  sitemap: null,
  source: { type: 'RSS', url: 'https://example.org/feed.xml' },
  voice: { name: 'offline:en-US-Otto', label: 'Otto', language: 'en-US' },
  articles: [article],
  problem: null,
  done: true,
};
const listen = async (address: string) => {
  await user.type(
    await screen.findByRole('textbox', { name: 'Paste the address of your site or an article.' }),
    address,
  );
  await user.click(screen.getByRole('button', { name: 'Listen' }));
};
const come = async (more: Partial<OnboardingSite> = {}) => {
  await vi.waitFor(() => expect(stage.isPending('useSiteOnboardingSubscription')).toBe(true));
  const operation = stage.environment.mock.findOperation(
    ({ request }) => request.node.params.name === 'useSiteOnboardingSubscription',
  );
  await act(async () =>
    stage.environment.mock.nextValue(operation, { data: { siteOnboarding: { ...look, ...more } } }),
  );
};

it('asks for a URL if there are no projects', async () => {
  await openScreen({ projects: 0 });
  await user.click(await screen.findByRole('button', { name: 'Listen' }));
  expect(screen.getByText('This field is required')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

it('streams results, plays the first article, and creates a project with the given article', async () => {
  await openScreen({ projects: 0 });
  await listen('example.org/a');
  await come({ articles: [], source: null, done: false });
  expect(stage.sent<useSiteOnboardingSubscription>('useSiteOnboardingSubscription')).toEqual({
    url: 'example.org/a',
  });
  expect(screen.getByRole('heading', { name: /^The Quay/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Create project/ })).toBeNull();
  await come();
  expect(stage.sent<SiteOnboardingPreviewMutation>('SiteOnboardingPreviewMutation').input).toEqual({
    voice: 'offline:en-US-Otto',
    language: 'en-US',
    text: article.opening,
  });
  expect(screen.getByText('900 characters · 1:00 min')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Create project “The Quay”' }));
  expect(stage.sent<SiteOnboardingCreateMutation>('SiteOnboardingCreateMutation').input).toEqual({
    name: 'The Quay',
    organization: 'o1',
    voice: { name: 'offline:en-US-Otto', language: 'en-US' },
    sources: [{ type: 'RSS', url: 'https://example.org/feed.xml' }],
  });
  await stage.succeed('SiteOnboardingCreateMutation', 'CreateProjectSuccess', {
    project: { id: 'p8', databaseId: 8, name: 'The Quay', organization: null, sourceTypes: [] },
  });
  expect(stage.sent<SiteOnboardingArticleMutation>('SiteOnboardingArticleMutation').input).toEqual({
    project: 'p8',
    title: article.title,
    url: article.url,
  });
  await stage.succeed('SiteOnboardingArticleMutation', 'CreateArticleSuccess');
  expect(stage.sent<SiteOnboardingPlayerMutation>('SiteOnboardingPlayerMutation').input).toEqual({
    project: 'p8',
    settings: { player: { cta: 'Listen to this article:' } },
  });
  await stage.succeed('SiteOnboardingPlayerMutation', 'CreateChannelSuccess', {
    channel: { id: 'c9', databaseId: 9, slug: 'the-quay', loaderUrl: 'https://a.example/player/loader.js' },
  });
  expect(stage.address()).toBe('/projects/8');
});

it('goes to the project also where its player could not be made', async () => {
  await openScreen({ projects: 0 });
  await listen('example.org/a');
  await come();
  await user.click(screen.getByRole('button', { name: 'Create project “The Quay”' }));
  await stage.succeed('SiteOnboardingCreateMutation', 'CreateProjectSuccess', {
    project: { id: 'p8', databaseId: 8, name: 'The Quay', organization: null, sourceTypes: [] },
  });
  await stage.succeed('SiteOnboardingArticleMutation', 'CreateArticleSuccess');
  await stage.fail('SiteOnboardingPlayerMutation', new TypeError('Failed to fetch'));
  expect(stage.address()).toBe('/projects/8');
});

it('suggests the site of who has no project yet, by the email address', async () => {
  await openScreen({ projects: 0, email: 'ada@gazette.example' });
  const field = await screen.findByRole<HTMLInputElement>('textbox');
  expect(field.value).toBe('gazette.example');
  await user.click(screen.getByRole('button', { name: 'Listen' }));
  await vi.waitFor(() =>
    expect(stage.sent<useSiteOnboardingSubscription>('useSiteOnboardingSubscription')).toEqual({
      url: 'gazette.example',
    }),
  );
  await user.click(document.body);
  await user.type(field, 'example.org/a', { initialSelectionStart: 0, initialSelectionEnd: 99 });
  expect(field.value).toBe('example.org/a');
});

it('shows what is wrong and what to do', async () => {
  await openScreen({ projects: 0 });
  await listen('https://example.org/paper.pdf');
  await come({ name: null, articles: [], source: null, voice: null, problem: { kind: 'NOT_A_PAGE' } });
  expect(screen.getByRole('alert').textContent).toContain(
    'The address leads to a file, such as a PDF or an image. Paste the address of a web page or feed.',
  );
  expect(screen.queryByRole('button', { name: /^Create project/ })).toBeNull();
});

it('sends the query once if the socket fails, and shows refusals', async () => {
  await openScreen({ projects: 0 });
  await listen('https://example.org/');
  await vi.waitFor(() => expect(stage.isPending('useSiteOnboardingSubscription')).toBe(true));
  await stage.fail('useSiteOnboardingSubscription', new Error('The subscription ended'));
  await stage.fail(
    'useSiteOnboardingQuery',
    new ServerError('Too many sites were checked. Try again in a moment.', 'LIMIT_REACHED'),
  );
  expect(screen.getByRole('alert').textContent).toContain('Too many sites were checked.');
});
