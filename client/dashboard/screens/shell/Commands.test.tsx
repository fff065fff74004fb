import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../testing/screen.tsx';
import type { useSearchResultsQuery } from '../../__generated__/useSearchResultsQuery.graphql.ts';
import shellQuery, { type ShellQuery } from '../../__generated__/ShellQuery.graphql.ts';
import { useCommands } from '../../ui/commands.ts';
import { chooseLanguage } from '../../words/language.ts';
import Shell from './Shell.tsx';

/** What the palette's code waits for. */
const palettesCode = vi.hoisted(() => ({ loads: Promise.resolve() }));
vi.mock('./CommandPalette.tsx', async (original) => {
  await palettesCode.loads;
  return original();
});

const user = userEvent.setup();
const saved = vi.fn();
const added = vi.fn();

/** The shell, and in it a screen with two commands and a field. */
function WithCommands() {
  useCommands([
    { id: 'save', label: 'Save the draft', keys: 'Mod+S', run: saved },
    { id: 'add', label: 'Add an article', keys: 'n', run: added },
    false,
  ]);
  return (
    <>
      <Shell />
      <input aria-label="Name" />
      <button type="button">Press</button>
    </>
  );
}

async function open(role = 'viewer', route: { path: string; at?: string } = { path: '/projects' }) {
  const stage = await renderScreen<ShellQuery>(WithCommands, shellQuery, {}, route);
  await stage.answerWith('ShellQuery', {
    data: {
      viewer: {
        __typename: 'Viewer',
        contactEmail: 'sales@gazette.example',
        studioOnly: false,
        restorableDays: 7,
        demoPath: null,
        user: {
          __typename: 'User',
          id: 'u1',
          name: 'Ada',
          email: 'ada@gazette.example',
          role,
          avatar: null,
          timeZone: null,
          balance: 0,
          hasVerified: true,
          organizations: [
            { organization: { __typename: 'Organization', id: 'o1', slug: 'daily', name: 'Daily' } },
          ],
        },
        projects: { edges: [], pageInfo: { endCursor: null, hasNextPage: false } },
      },
    },
  } as never);
  return stage;
}
const palette = () => screen.findByRole('combobox', { name: 'Search and actions' });
const options = () => screen.getAllByRole('option').map((option) => option.textContent);
const chosen = () => screen.getByRole('option', { selected: true }).textContent;

afterEach(async () => {
  saved.mockClear();
  added.mockClear();
  localStorage.clear();
  await act(() => chooseLanguage('en'));
  localStorage.clear();
});

// The first here to open the palette: its code is loaded once.
it('keeps input that is typed before the palette has loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  palettesCode.loads = promise;
  await open();
  await user.keyboard('{Control>}k{/Control}');
  await user.keyboard('addx{Backspace} an');
  resolve();
  expect((await palette()).getAttribute('value')).toBe('add an');
  expect(options()).toEqual(['Add an articleN']);
  expect(added).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(added).toHaveBeenCalledTimes(1);
  await user.keyboard('{Control>}k{/Control}');
  expect((await palette()).getAttribute('value')).toBe('');
});

it('runs commands by shortcut, single-key ones not while typing', async () => {
  await open();
  await user.keyboard('n');
  expect(added).toHaveBeenCalledTimes(1);
  screen.getByRole('textbox', { name: 'Name' }).focus();
  await user.keyboard('n{Control>}s{/Control}');
  expect(added).toHaveBeenCalledTimes(1);
  expect(saved).toHaveBeenCalledTimes(1);
  screen.getByRole('button', { name: 'Press' }).focus();
  await user.keyboard('n{Shift>}n{/Shift}{Control>}n{/Control}');
  expect(added).toHaveBeenCalledTimes(2);
});

it('lists exactly the working shortcuts under ?, and can turn off single-key ones', async () => {
  await open();
  await user.keyboard('?');
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  const listed = () => dialog.getAllByRole('term').map((term) => term.parentElement!.textContent);
  expect(listed()).toEqual([
    'Save the draftCtrlS',
    'Add an articleN',
    'Search and actionsCtrlK',
    'Go to search/',
    'Keyboard shortcuts?',
  ]);
  // Behind a dialog nothing happens.
  await user.keyboard('n');
  expect(added).not.toHaveBeenCalled();
  await user.click(dialog.getByRole('switch', { name: /^Single-key shortcuts/ }));
  expect(listed()).toEqual(['Save the draftCtrlS', 'Search and actionsCtrlK']);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.keyboard('n{Control>}s{/Control}');
  expect(added).not.toHaveBeenCalled();
  expect(saved).toHaveBeenCalledTimes(1);
});

it('finds commands ignoring case and accents, and runs the chosen one', async () => {
  await open();
  await user.keyboard('{Control>}k{/Control}');
  const field = await palette();
  expect(options().slice(0, 2)).toEqual(['Save the draftCtrlS', 'Add an articleN']);
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  await user.type(field, 'ÁRTICLE ad');
  expect(options()).toEqual(['Add an articleN']);
  await user.keyboard('{Enter}');
  expect(added).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('combobox', { name: 'Search and actions' })).toBeNull();
});

it('finds projects and articles on the server, by keyboard alone', async () => {
  const stage = await open();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await palette(), 'harbour');
  expect(screen.getByText('Searching…')).toBeTruthy();
  await vi.waitFor(() => expect(stage.isPending('useSearchResultsQuery')).toBe(true));
  expect(stage.sent('useSearchResultsQuery')).toEqual({ query: 'harbour', project: null });
  await stage.answerWith('useSearchResultsQuery', {
    data: {
      search: {
        projects: [
          { id: 'p7', databaseId: 7, name: 'Harbour news', organization: { id: 'o1', name: 'Daily' } },
        ],
        articles: [
          {
            id: 'a3',
            databaseId: 3,
            title: 'The harbour opens',
            project: { id: 'p9', databaseId: 9, name: 'Town' },
          },
        ],
      },
    },
  } as never);
  expect(options()).toEqual(['Harbour newsDaily', 'The harbour opensTown']);
  expect(chosen()).toBe('Harbour newsDaily');
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toBe('The harbour opensTown');
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toBe('Harbour newsDaily');
  await user.keyboard('{ArrowUp}{Enter}');
  expect(stage.address()).toBe('/projects/9/articles/3');
});

it('opens parts and settings of the current project, users and documentation', async () => {
  const stage = await open('viewer', { path: '/projects/:id', at: '/projects/7' });
  await user.keyboard('{Control>}k{/Control}');
  const field = await palette();
  expect(stage.sent('usePaletteEntriesQuery')).toEqual({ project: '7', inProject: true });
  await stage.answer('usePaletteEntriesQuery', {
    Viewer: () => ({
      user: {
        id: 'u1',
        organizations: [
          {
            organization: {
              id: 'o1',
              slug: 'daily',
              name: 'Daily',
              members: [{ user: { id: 'u2', name: 'Grace Hopper', email: 'grace@daily.example' } }],
            },
          },
        ],
      },
    }),
    Project: () => ({
      id: 'p7',
      databaseId: 7,
      name: 'Gazette',
      canWrite: true,
      canConfigure: true,
      canReadLogs: true,
      entitlements: [],
      roles: [],
    }),
  });
  const found = async (query: string, ...names: string[]) => {
    await user.clear(field);
    await user.type(field, query);
    // What names them is loaded when the palette opens.
    await vi.waitFor(() => expect(options()).toEqual(names));
  };
  expect(options()).toContain('Playlists');
  await found('grace@', 'Grace HopperDaily');
  await found('gazette playl', 'Playlists');
  await found('balance runs', 'Characters and balance');
  await found('sound pause paragr gazette', 'Pause after paragraphSound');
  await found('pause paragr', 'Pause after paragraphSound');
  await user.keyboard('{Enter}');
  expect(stage.address()).toBe('/projects/7/settings');
});

it('finds a part of any project by words of both, in any order', async () => {
  const stage = await open();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await palette(), 'morgen stat');
  const asked = () => stage.sent<useSearchResultsQuery>('useSearchResultsQuery').query;
  await vi.waitFor(() => expect(asked()).toBe('morgen stat'));
  await stage.answerWith('useSearchResultsQuery', {
    data: { search: { projects: [], articles: [] } },
  } as never);
  // What names no part names the project.
  expect(asked()).toBe('morgen');
  const gate = { canWrite: true, canConfigure: true, entitlements: [], roles: ['STATS'] };
  await stage.answerWith('useSearchResultsQuery', {
    data: {
      search: {
        projects: [
          {
            ...gate,
            __typename: 'Project',
            id: 'p7',
            databaseId: 7,
            name: 'Morgenblatt',
            organization: null,
          },
          {
            ...gate,
            __typename: 'Project',
            id: 'p8',
            databaseId: 8,
            name: 'Morgen',
            organization: null,
            roles: [],
          },
        ],
        articles: [],
      },
    },
  } as never);
  expect(options()).toEqual(['StatisticsMorgenblatt']);
  await user.keyboard('{Enter}');
  expect(stage.address()).toBe('/projects/7/stats');
});

it('offers the actions of the screen, and runs them', async () => {
  await open();
  const pressed = vi.fn();
  const button = Object.assign(document.createElement('button'), {
    textContent: 'Read the page anew',
    onclick: pressed,
  });
  document.getElementById('content')!.append(button);
  await user.keyboard('{Control>}k{/Control}');
  const field = await palette();
  expect(options()).not.toContain('Read the page anew');
  await user.type(field, 'anew');
  expect(options()).toEqual(['Read the page anew']);
  await user.keyboard('{Enter}');
  expect(pressed).toHaveBeenCalledTimes(1);
  button.remove();
});

it('shows when the server is unreachable, and when there are no results', async () => {
  const stage = await open();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await palette(), 'zzz');
  await vi.waitFor(() => expect(stage.isPending('useSearchResultsQuery')).toBe(true));
  await stage.fail('useSearchResultsQuery', new Error('down'));
  expect(screen.getByText('Couldn’t search projects and articles.')).toBeTruthy();
  await user.type(await palette(), 'z');
  await vi.waitFor(() => expect(stage.isPending('useSearchResultsQuery')).toBe(true));
  await stage.answerWith('useSearchResultsQuery', {
    data: { search: { projects: [], articles: [] } },
  } as never);
  expect(screen.getByText('No results for “zzzz”')).toBeTruthy();
});

it('applies the language that is chosen in the menu, and remembers it', async () => {
  await open();
  const menu = within(screen.getByText('ada@gazette.example').closest<HTMLElement>('[popover]')!);
  await user.click(menu.getByRole('button', { name: 'Deutsch' }));
  expect(await menu.findByRole('link', { name: 'Abmelden' })).toBeTruthy();
  expect(document.documentElement.lang).toBe('de');
  expect(localStorage.getItem('parlance.language')).toBe('de');
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Suche und Befehle' });
  await user.type(field, 'français{Enter}');
  expect(await menu.findByRole('link', { name: 'Se déconnecter' })).toBeTruthy();
  expect(document.documentElement.lang).toBe('fr');
  expect(localStorage.getItem('parlance.language')).toBe('fr');
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Recherche et actions' }), 'english{Enter}');
  expect(await screen.findAllByRole('link', { name: 'Sign out' })).toBeTruthy();
});
