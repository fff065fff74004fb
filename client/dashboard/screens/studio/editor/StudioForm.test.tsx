import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { openStudio } from '../../../../testing/studio-screen.tsx';
import editQuery, { type EditAudioScreenQuery } from '../../../__generated__/EditAudioScreenQuery.graphql.ts';
import newQuery, { type NewAudioScreenQuery } from '../../../__generated__/NewAudioScreenQuery.graphql.ts';
import { ServerError } from '../../../relay/failures.ts';
import EditAudioScreen from './EditAudioScreen.tsx';
import NewAudioScreen from './NewAudioScreen.tsx';

const user = userEvent.setup();

const voice = (name: string, over: object = {}) => ({
  node: {
    name: `microsoft:${name}`,
    label: name,
    provider: 'microsoft',
    providerTitle: 'Microsoft Azure',
    gender: 'MALE',
    tier: 'PREMIUM',
    styles: [],
    ...over,
  },
});
const voices = {
  data: {
    voices: {
      edges: [voice('Guy'), voice('Jenny', { gender: 'FEMALE', styles: ['calm', 'cheerful'] })],
      pageInfo: { hasNextPage: false, endCursor: null },
    },
  },
};
const languages = [{ language: 'en-US' }, { language: 'de-DE' }];

async function openNew(studio = {}) {
  const stage = await openStudio<NewAudioScreenQuery>(
    NewAudioScreen,
    newQuery,
    {},
    { path: '/studio/new-audio' },
    studio,
  );
  await stage.answerWith('NewAudioScreenQuery', { data: { studio: { languages } } });
  await stage.answerWith('useStudioVoicesQuery', voices);
  return stage;
}

const audio = (over: object = {}) => ({
  __typename: 'StudioAudio',
  id: 'a1',
  slug: 'one',
  text: 'Good morning. Here is the news.',
  title: 'Good morning. Here is the news.',
  callToAction: 'Good morning. Here is the news....',
  language: 'en-US',
  voice: 'microsoft:Guy',
  style: null,
  pauses: [],
  status: 'READY',
  error: null,
  errorNotices: null,
  outOfMinutes: false,
  revision: 3,
  createdAt: '2026-11-05T17:04:00Z',
  url: 'http://localhost/download/audio/f1.mp3',
  durationMs: 4_000,
  sentences: [],
  downloadUrl: 'http://localhost/download/audio/f1.mp3?download=Good',
  downloadName: 'Good morning',
  bytes: 64_200,
  vttUrl: 'http://localhost/download/audio/f1.vtt',
  srtUrl: 'http://localhost/download/audio/f1.srt',
  embedCode: '<div class="parlance-player" data-channel="c" data-article="7"></div>',
  shareUrl: null,
  ...over,
});

async function openEdit(studioAudio: object | null) {
  const stage = await openStudio<EditAudioScreenQuery>(
    EditAudioScreen,
    editQuery,
    { slug: 'one' },
    { path: '/studio/edit-audio/:slug', at: '/studio/edit-audio/one' },
  );
  await stage.answerWith('EditAudioScreenQuery', { data: { studioAudio, studio: { languages } } } as never);
  return stage;
}

const outOfCharacters = {
  data: {
    result: {
      __typename: 'LimitReachedError',
      __isError: 'LimitReachedError',
      message: 'out of chars',
      code: 'SPENDING_OUT_OF_CHARACTERS',
      parameters: {},
    },
  },
} as never;

const text = () => screen.getByLabelText<HTMLTextAreaElement>('Text to be sounded');
const generate = () => screen.getByRole('button', { name: /^Generat/ });

it('has ten rows, and shows missing fields before anything is sent', async () => {
  const stage = await openNew();
  expect(text().rows).toBe(10);
  expect(generate().getAttribute('aria-disabled')).toBe('true');
  await user.click(generate());
  expect(screen.getByText('Required')).toBeTruthy();
  expect(stage.isPending('NewAudioScreenMutation')).toBe(false);
  await user.type(text(), 'Hello.');
  expect(screen.queryByText('Required')).toBeNull();
  expect(generate().getAttribute('aria-disabled')).toBe('false');
});

it('requires a style if a voice has several, and offers none otherwise', async () => {
  const stage = await openNew();
  await user.type(text(), 'Hello.');
  const style = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Style' });
  expect(style().disabled).toBe(true);
  await user.click(screen.getByRole('combobox', { name: 'Voice' }));
  const jenny = screen.getByRole('option', { name: /^Jenny/ });
  expect(within(jenny).getByRole('img', { name: 'with styles' })).toBeTruthy();
  await user.click(jenny);
  expect(style().disabled).toBe(false);
  await user.click(generate());
  expect(stage.isPending('NewAudioScreenMutation')).toBe(false);
  await user.click(style());
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(
    expect.arrayContaining(['none', 'calm', 'cheerful']),
  );
  await user.click(screen.getByRole('option', { name: 'none' }));
  await user.click(generate());
  expect(stage.sent('NewAudioScreenMutation')).toEqual({
    input: { language: 'en-US', voice: 'microsoft:Jenny', style: null, text: 'Hello.', pauses: [] },
  });
  expect(screen.getByRole('button', { name: 'Generating...' })).toBeTruthy();
});

it('opens the page of the generated audio', async () => {
  const stage = await openNew();
  await user.type(text(), 'Hello.');
  await user.click(generate());
  await stage.succeed('NewAudioScreenMutation', 'CreateStudioAudioSuccess', {
    audio: audio({ slug: 'two' }),
  });
  expect(stage.address()).toBe('/studio/edit-audio/two');
  expect(localStorage.getItem('studio-draft:user-1:new')).toBeNull();
});

it('offers premium when no minutes are left', async () => {
  const stage = await openNew();
  await user.type(text(), 'Hello.');
  await user.click(generate());
  const tab = { close: vi.fn(), opener: {}, location: { href: '' } };
  const opened = vi.spyOn(window, 'open').mockReturnValue(tab as never);
  await stage.answerWith('NewAudioScreenMutation', outOfCharacters);
  const dialog = within(screen.getByRole('dialog', { name: 'YOU HAVE NO CHARACTERS LEFT' }));
  await user.click(dialog.getByRole('button', { name: 'Subscribe now' }));
  expect(opened).toHaveBeenCalledWith('', '_blank');
  await stage.succeed('usePremiumCheckoutMutation', 'OpenCheckoutSuccess', { url: 'https://pay.example/1' });
  expect(tab.location.href).toBe('https://pay.example/1');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(text().value).toBe('Hello.');
  opened.mockRestore();
});

it('shows that nothing can be bought without payment setup, and keeps the text', async () => {
  const stage = await openNew({
    premium: { available: false, manageable: false, cancelsAtPeriodEnd: false, graceEndsAt: null, plans: [] },
  });
  await user.type(text(), 'Hello.');
  await user.click(generate());
  await stage.answerWith('NewAudioScreenMutation', outOfCharacters);
  const dialog = within(screen.getByRole('dialog', { name: 'YOU HAVE NO CHARACTERS LEFT' }));
  expect(dialog.getByText('Upgrades aren’t available on this server.')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Subscribe now' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(text().value).toBe('Hello.');
});

it('confirms before revoking a link', async () => {
  const shareUrl = 'http://localhost/listen/k1';
  const stage = await openEdit(audio({ shareUrl }));
  const link = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Link to the page' });
  expect(link()!.value).toBe(shareUrl);
  await user.click(screen.getByRole('button', { name: 'Revoke link' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Revoke link?' }));
  expect(stage.isPending('AudioPanelShareMutation')).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Revoke link' }));
  expect(stage.sent('AudioPanelShareMutation')).toEqual({ input: { slug: 'one', shared: false } });
  await stage.succeed('AudioPanelShareMutation', 'ShareStudioAudioSuccess', {
    audio: { __typename: 'StudioAudio', id: 'a1', shareUrl: null },
  });
  expect(link()).toBeNull();
  expect(screen.getByText('The link was revoked')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Create link' })).toBeTruthy();
});

it.each([
  ['the first field error', { text: 'Too long.', voice: 'Unknown.' }, 'Too long.'],
  ['the message', {}, 'Something is wrong.'],
] as const)('shows refusals below the text: %s', async (_, fields, told) => {
  const stage = await openNew();
  await user.type(text(), 'Hello.');
  await user.click(generate());
  await stage.refuse('NewAudioScreenMutation', fields);
  expect(screen.getByRole('alert').textContent).toBe(told);
  await user.type(text(), '!');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows unexpected errors, and keeps the text', async () => {
  const stage = await openNew();
  await user.type(text(), 'Hello.');
  await user.click(generate());
  await stage.fail('NewAudioScreenMutation', new ServerError('', null, null, { message: '' }));
  expect(screen.getByRole('alert').textContent).toBe('Something went wrong');
  expect(text().value).toBe('Hello.');
});

it('keeps input after closing the page, and can undo every change', async () => {
  await openNew();
  await user.type(text(), 'Never lost.');
  expect(localStorage.getItem('studio-draft:user-1:new')).toContain('Never lost.');
  document.body.replaceChildren();
  await openNew();
  expect(text().value).toBe('Never lost.');
  expect(screen.getByText('We restored your draft.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(text().value).toBe('');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(text().value).toBe('Never lost.');
});

it('reads a page, and confirms before replacing text', async () => {
  const stage = await openNew();
  await user.type(text(), 'Mine.');
  await user.type(screen.getByRole('textbox', { name: 'Web page' }), 'a.example/news{Enter}');
  expect(stage.sent('useTextSourcePageMutation')).toEqual({ input: { url: 'https://a.example/news' } });
  await stage.succeed('useTextSourcePageMutation', 'ReadStudioPageSuccess', {
    title: 'News',
    text: 'The bakery opens early.',
    isCut: false,
  });
  await user.click(
    within(screen.getByRole('dialog', { name: 'Replace your text?' })).getByRole('button', {
      name: 'Replace text',
    }),
  );
  expect(text().value).toBe('News\n\nThe bakery opens early.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(text().value).toBe('Mine.');
});

it('sets a voice and a pause for single sentences', async () => {
  const stage = await openNew();
  await user.type(text(), 'One is here. Two is there.');
  await user.click(screen.getByRole('button', { name: 'Sentences' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Voice of sentence 2' }), 'microsoft:Jenny');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Pause after sentence 1' }), '2000');
  await user.click(generate());
  expect(stage.sent<never>('NewAudioScreenMutation')).toMatchObject({
    input: {
      text: 'One is here. <voice name="microsoft:Jenny">Two is there.</voice>',
      pauses: [{ end: 12, ms: 2000 }],
    },
  });
});

it('links from a missing audio to a new one', async () => {
  const stage = await openEdit(null);
  expect(stage.address()).toBe('/studio/new-audio');
});

it('offers downloads of finished audio', async () => {
  const stage = await openEdit(audio());
  expect(screen.getByRole('heading', { name: 'Good morning. Here is the news....' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Download MP3/ }).textContent).toContain('64 kB');
  expect(screen.getByRole('link', { name: 'WebVTT' }).getAttribute('href')).toBe('/download/audio/f1.vtt');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'EMBED AUDIO URL' }).value).toContain(
    'f1.mp3',
  );
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'EMBED ON YOUR WEBSITE' }).value).toContain(
    'data-channel="c" data-article="7"',
  );
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  expect(stage.sent('AudioPanelShareMutation')).toEqual({ input: { slug: 'one', shared: true } });
});

it('shows progress, warns after a minute, and then refreshes the usage', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const stage = await openEdit(audio({ status: 'PROCESSING', url: null }));
  expect(generate().textContent).toBe('Generating...');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Generating...' }).disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(59_000));
  expect(screen.queryByText('Update is taking longer than expected.')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(screen.getByText('Update is taking longer than expected.')).toBeTruthy();
  // Nothing comes over the socket here: it is read, once a second.
  expect(stage.isPending('useAudioEventsQuery')).toBe(true);
  await stage.answerWith('useAudioEventsQuery', { data: { studioAudio: audio() } } as never);
  expect(screen.queryByText('Update is taking longer than expected.')).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Generate Audio' }).disabled).toBe(false);
  expect(stage.isPending('useRefreshedUsageQuery')).toBe(true);
});

it('sends only changes, and shows when someone else changed the audio', async () => {
  const stage = await openEdit(audio());
  await stage.answerWith('useStudioVoicesQuery', voices);
  await user.type(text(), ' Today.');
  await stage.environment.mock.getAllOperations();
  await user.click(generate());
  expect(stage.sent('EditAudioMutation')).toEqual({
    input: {
      slug: 'one',
      language: 'en-US',
      voice: 'microsoft:Guy',
      style: null,
      text: 'Good morning. Here is the news. Today.',
      pauses: [],
    },
  });
});
