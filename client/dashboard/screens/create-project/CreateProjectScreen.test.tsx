import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import query, {
  type CreateProjectScreenQuery,
  type CreateProjectScreenQuery$data,
} from '../../__generated__/CreateProjectScreenQuery.graphql.ts';
import type { useNewProjectMutation } from '../../__generated__/useNewProjectMutation.graphql.ts';
import type { useVoiceSamplePreviewMutation } from '../../__generated__/useVoiceSamplePreviewMutation.graphql.ts';
import type { VoiceCardsQuery, VoiceCardsQuery$data } from '../../__generated__/VoiceCardsQuery.graphql.ts';
import type {
  FirstTitlesQuery,
  FirstTitlesQuery$data,
} from '../../__generated__/FirstTitlesQuery.graphql.ts';
import type { VoiceSettings_voice$data } from '../../__generated__/VoiceSettings_voice.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import CreateProjectScreen from './CreateProjectScreen.tsx';

type Language = CreateProjectScreenQuery$data['voiceLanguages'][number];
interface Types {
  Viewer: NonNullable<CreateProjectScreenQuery$data['viewer']>;
  VoiceLanguage: Language;
  VoiceProvider: Language['providers'][number];
}
type VoiceNode = NonNullable<
  NonNullable<NonNullable<VoiceCardsQuery$data['voices']['edges']>[number]>['node']
>;
interface VoiceTypes {
  QueryVoicesConnection: { edges: readonly { node: Partial<VoiceNode & VoiceSettings_voice$data> }[] };
}

const user = userEvent.setup();
let stage: Awaited<ReturnType<typeof renderScreen>>;
beforeEach(openScreen);
async function openScreen() {
  await openWithoutVoices();
  await answerVoices();
}
async function openWithoutVoices() {
  stage = await renderScreen<CreateProjectScreenQuery>(
    CreateProjectScreen,
    query,
    {},
    { path: '/projects/create' },
  );
  await stage.answer<Types>('CreateProjectScreenQuery', {
    Viewer: () => ({ organizations: [] }),
    VoiceLanguage: () => ({ language: 'en-US', name: 'English (United States)' }),
    VoiceProvider: () => ({ provider: 'fine', title: 'Fine Voices' }),
  });
}
const voice = {
  provider: 'fine',
  language: 'en-US',
  tier: 'STANDARD',
  favorite: false,
  warnings: [{ model: 'rich', text: 'It costs twice as much.' }],
  availableModels: ['plain', 'rich'],
  styles: ['calm', 'lively'],
  availableSettings: [
    { key: 'speed', title: 'Speed', type: 'FLOAT', options: null, min: 0.5, max: 2, step: 0.5, default: 1 },
    {
      key: 'breath',
      title: 'Breath',
      type: 'BOOLEAN',
      options: null,
      min: null,
      max: null,
      step: null,
      default: false,
    },
  ],
} as const;
const answerVoices = () =>
  stage.answer<VoiceTypes>('VoiceCardsQuery', {
    QueryVoicesConnection: () => ({
      edges: [
        { node: { ...voice, name: 'fine:amy', label: 'Amy', gender: 'FEMALE' } },
        { node: { ...voice, name: 'fine:ben', label: 'Ben', gender: 'MALE' } },
      ],
    }),
  });
const create = () => user.click(screen.getByRole('button', { name: 'Create project' }));
const choose = async (select: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: select }));
  await user.click(screen.getByRole('option', { name: option }));
};

it('sends model, style and settings of the voice', async () => {
  await user.type(screen.getByRole('textbox', { name: 'Project name' }), 'Gazette');
  await user.type(screen.getByRole('textbox', { name: 'RSS feed URL' }), 'https://example.org/feed ');
  await choose('Model', 'rich');
  await choose('Style', 'lively');
  await user.click(screen.getByRole('checkbox', { name: 'Breath' }));
  expect(screen.getByText('It costs twice as much.')).toBeTruthy();
  await create();
  expect(stage.sent<useNewProjectMutation>('useNewProjectMutation').input).toEqual({
    name: 'Gazette',
    voice: {
      language: 'en-US',
      name: 'fine:amy',
      settings: [
        { key: 'model', value: 'rich' },
        { key: 'style', value: 'lively' },
        { key: 'breath', value: true },
      ],
    },
    organization: null,
    sources: [{ type: 'RSS', url: 'https://example.org/feed' }],
  });
});

it('returns to the dashboard, and sends nothing twice', async () => {
  expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/projects/dashboard');
  await user.type(screen.getByRole('textbox', { name: 'Project name' }), 'Gazette');
  await user.type(screen.getByRole('textbox', { name: 'RSS feed URL' }), 'https://example.org/feed');
  await create();
  expect(stage.isPending('useNewProjectMutation')).toBe(true);
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Create project' });
  expect(submit.disabled).toBe(true);
});

it('shows missing fields, and focuses the first', async () => {
  await create();
  expect(screen.getAllByText('This field is required')).toHaveLength(2);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Project name' }));
  expect(stage.isPending('useNewProjectMutation')).toBe(false);
});

it('waits for the voices, then creates the project with everything typed in the meantime', async () => {
  cleanup();
  await openWithoutVoices();
  await create();
  expect(screen.getAllByText('This field is required')).toHaveLength(2);
  await user.type(screen.getByRole('textbox', { name: 'Project name' }), 'Gazette');
  await user.type(screen.getByRole('textbox', { name: 'RSS feed URL' }), 'https://example.org/feed');
  await create();
  expect(screen.queryByText('This field is required')).toBeNull();
  expect(screen.getByText('The project will be created when the voices have loaded…')).toBeTruthy();
  expect(stage.isPending('useNewProjectMutation')).toBe(false);
  await user.type(screen.getByRole('textbox', { name: 'Project name' }), ' Two');
  await answerVoices();
  const { input } = stage.sent<useNewProjectMutation>('useNewProjectMutation');
  expect(input).toMatchObject({ name: 'Gazette Two', voice: { name: 'fine:amy' } });
});

it('stops waiting if the voices fail to load, or if there are none', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  cleanup();
  await openWithoutVoices();
  await user.type(screen.getByRole('textbox', { name: 'Project name' }), 'Gazette');
  await user.type(screen.getByRole('textbox', { name: 'RSS feed URL' }), 'https://example.org/feed');
  await create();
  await stage.fail('VoiceCardsQuery', new Error('unreachable'));
  expect(screen.queryByText('The project will be created when the voices have loaded…')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await create();
  await stage.answer<VoiceTypes>('VoiceCardsQuery', { QueryVoicesConnection: () => ({ edges: [] }) });
  expect(screen.getAllByText('This field is required')).toHaveLength(1);
  expect(stage.isPending('useNewProjectMutation')).toBe(false);
});

it('shows every error, including those without a field of their own', async () => {
  await user.type(screen.getByRole('textbox', { name: 'Project name' }), 'Gazette');
  await user.type(screen.getByRole('textbox', { name: 'RSS feed URL' }), 'https://example.org/feed');
  await create();
  await stage.refuse('useNewProjectMutation', {
    'voice.settings': 'The voice has no model "rich".',
    rssUrl: 'Not a web address.',
    sources: 'A project can have up to 20 sources.',
  });
  for (const message of [
    'The voice has no model "rich".',
    'Not a web address.',
    'A project can have up to 20 sources.',
  ])
    expect(screen.getByText(message)).toBeTruthy();
});

it('shows the keys of a new project before it goes there', async () => {
  await user.type(screen.getByRole('textbox', { name: 'Project name' }), 'Machine');
  await user.click(screen.getByRole('tab', { name: 'API key' }));
  await user.click(screen.getByRole('checkbox', { name: 'Also generate a read-only key' }));
  await create();
  expect(stage.sent<useNewProjectMutation>('useNewProjectMutation').input.sources).toEqual([
    { type: 'API', url: null },
    { type: 'API_READONLY', url: null },
  ]);
  await stage.succeed('useNewProjectMutation', 'CreateProjectSuccess', {
    project: { id: 'p8', databaseId: 8, name: 'Machine', organization: null, sourceTypes: [] },
    apiKeys: [{ apiKey: 'pk_secret', source: { id: 's1', type: 'API' } }],
  });
  expect(screen.getByTestId('api-key').textContent).toBe('pk_secret');
  expect(stage.address()).toBe('/projects/create');
  await user.click(screen.getByRole('button', { name: 'Go to project' }));
  expect(stage.address()).toBe('/projects/8');
});

it('keeps the typed values after a reload until they are discarded', async () => {
  await user.type(screen.getByRole('textbox', { name: 'Project name' }), 'Half a name');
  cleanup();
  await openScreen();
  const name = screen.getByRole('textbox', { name: 'Project name' }) as HTMLInputElement;
  expect(name.value).toBe('Half a name');
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(name.value).toBe('');
});

it('searches voices on the server, and uses the selected one', async () => {
  await choose('Gender', 'male');
  await user.type(screen.getByRole('searchbox', { name: 'Search voices' }), 'b');
  expect(stage.sent<VoiceCardsQuery>('VoiceCardsQuery')).toMatchObject({
    language: 'en-US',
    query: 'b',
    gender: 'MALE',
    provider: null,
  });
  await answerVoices();
  await user.click(screen.getByRole('radio', { name: /^Ben/ }));
  await user.type(screen.getByRole('textbox', { name: 'Project name' }), 'Gazette');
  await user.click(screen.getByRole('tab', { name: 'Manual' }));
  await create();
  expect(stage.sent<useNewProjectMutation>('useNewProjectMutation').input).toMatchObject({
    voice: { name: 'fine:ben' },
  });
});

it('plays a voice without selecting it, and shows errors', async () => {
  await user.click(screen.getByRole('button', { name: 'Play Ben' }));
  expect(stage.sent<useVoiceSamplePreviewMutation>('useVoiceSamplePreviewMutation').input).toEqual({
    voice: 'fine:ben',
    language: 'en-US',
  });
  await stage.refuse('useVoiceSamplePreviewMutation', { voice: 'The voice is gone.' });
  expect(screen.getByText('The voice is gone.')).toBeTruthy();
  expect((screen.getByRole('radio', { name: /^Amy/ }) as HTMLInputElement).checked).toBe(true);
});

it('shows the newest titles of the given feed, and offers the feed of a page', async () => {
  const address = screen.getByRole('textbox', { name: 'RSS feed URL' }) as HTMLInputElement;
  await user.type(address, 'https://example.org/');
  expect(stage.isPending('FirstTitlesQuery')).toBe(false);
  await user.tab();
  expect(stage.sent<FirstTitlesQuery>('FirstTitlesQuery')).toEqual({ url: 'https://example.org/' });
  await stage.answer<{ SiteOnboarding: FirstTitlesQuery$data['siteOnboarding'] }>('FirstTitlesQuery', {
    SiteOnboarding: () => ({
      source: { type: 'RSS', url: 'https://example.org/feed.xml' },
      articles: [{ title: 'Bread before the tram' }],
      problem: null,
    }),
  });
  expect(screen.getByText('Bread before the tram')).toBeTruthy();
  await user.click(
    screen.getByRole('button', { name: 'Use this site’s feed: https://example.org/feed.xml' }),
  );
  expect(address.value).toBe('https://example.org/feed.xml');
});
