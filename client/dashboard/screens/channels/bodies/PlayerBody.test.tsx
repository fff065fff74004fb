import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { PlayerPreviewQuery } from '../../../__generated__/PlayerPreviewQuery.graphql.ts';
import { openForm } from '../../../../testing/channel-form.tsx';
import { configOf, type PlayerPreviewData } from '../player-preview/preview-config.ts';

const user = userEvent.setup();
const choose = async (name: string, option: string) => {
  await user.click(await screen.findByRole('combobox', { name }));
  await user.click(await screen.findByRole('option', { name: option }));
};
const value = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value;
const checked = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked;

it('applies the defaults of the chosen version', async () => {
  await openForm('PLAYER');
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Version 2' })).checked).toBe(true);
  expect(value('Color')).toBe('#5d72e4');
  expect(screen.queryByRole('heading', { name: 'Consent' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Version 4' }));
  expect(value('Color')).toBe('#b2dfd9');
  expect(value('Speed settings title')).toBe('Player-Geschwindigkeit ändern');
  expect(value('Back button label')).toBe('Schließen');
  expect(screen.getByRole('heading', { name: 'Consent' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Version 3' }));
  expect(value('Color')).toBe('#5d72e4');
  expect(screen.queryByRole('textbox', { name: 'Speed settings title' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Consent' })).toBeTruthy();
});

it('offers version 4 and placements only with their features', async () => {
  await openForm('PLAYER', null, { entitlements: [] });
  expect((await screen.findAllByRole('radio')).map((radio) => radio.parentElement!.textContent)).toEqual([
    'Version 2',
    'Version 3',
  ]);
  expect(screen.queryByRole('heading', { name: 'Placement' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'CSS selector' })).toBeNull();
});

it('shows the provider’s read-only ID, and only its own placeholder', async () => {
  await openForm('PLAYER', { version: 3 });
  const cmp = 'Show a placeholder until the reader consents (consent manager)';
  const iab = 'Show a placeholder until the reader consents (IAB TCF)';
  await choose('Tracking provider', 'Consent manager (ID s1604)');
  const id = screen.getByRole<HTMLInputElement>('textbox', { name: 'Provider ID' });
  expect([id.value, id.readOnly]).toEqual(['s1604', true]);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: iab }).disabled).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: cmp }));
  expect(value('Placeholder message')).toBe('Bitte akzeptieren Sie Cookies, um diesen Artikel anzuhören.');
  await choose('Tracking provider', 'IAB (ID 1181)');
  expect(value('Provider ID')).toBe('1181');
  expect(checked(cmp)).toBe(false);
});

it('limits the call to action to 256 characters', async () => {
  await openForm('PLAYER');
  const cta = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Call to action (CTA)' });
  expect(cta.value).toBe('Listen to this article:');
  await user.clear(cta);
  await user.click(cta);
  await user.paste('a'.repeat(300));
  expect(cta.value).toBe('a'.repeat(256));
});

it('shows the embed code after creation, for the page or for one article', async () => {
  await openForm('PLAYER');
  expect(await screen.findByText('Save the channel to get its embed code here.')).toBeTruthy();
});

it('writes the code for one article, by its number alone', async () => {
  await openForm('PLAYER', {});
  const code = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Code' }).value;
  const article = await screen.findByRole('textbox', { name: 'Article' });
  expect(code()).toContain('data-channel="gazette"></div>');
  await user.type(article, '12');
  expect(code()).toContain('data-channel="gazette" data-article="12"></div>');
  await user.type(article, '"');
  expect(code()).not.toContain('data-article');
  expect(screen.getByText('Enter an article ID (a number).')).toBeTruthy();
});

it('shows errors of hidden settings next to Save until they are visible', async () => {
  const stage = await openForm('PLAYER', { customCss: 'a{', customCssEnabled: false });
  await user.type(await screen.findByRole('textbox', { name: 'Call to action (CTA)' }), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await stage.refuse('useSaveChannelUpdateMutation', {
    customCss: 'A brace is open.',
    background: 'Not this one.',
  });
  expect(screen.getByText('Not saved. Custom CSS: A brace is open.')).toBeTruthy();
  expect(screen.getByText('Not this one.')).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: 'Use custom CSS' }));
  expect(screen.queryByText(/^Not saved/)).toBeNull();
  expect(screen.getByText('A brace is open.')).toBeTruthy();
});

const look = {
  version: 3,
  cta: 'Hear it',
  color: '#5d72e4',
  bordered: true,
  background: '#fff',
  scheme: 'light',
  texts: { playButton: '', pauseButton: '', speedSettingsTitle: '', speedSettingsBackButton: '' },
  customCss: null,
  disableAutoload: false,
  opened: false,
  features: [],
};
const bread = {
  title: 'Bread',
  url: null,
  audio: 'https://a.example/download/audio/1.mp3',
  durationMs: 3000,
  highlight: null,
  transcript: null,
  image: null,
};

it('previews the settings of the form, and shows when there is nothing to play', async () => {
  const stage = await openForm('PLAYER', { version: 3, cta: 'Hear it' });
  const told = (items: PlayerPreviewData['items']): PlayerPreviewData => ({
    look,
    language: 'en',
    words: {},
    publisher: 'Gazette',
    sounds: { intro: null, next: null, outro: null },
    podcast: null,
    items,
  });
  const answer = async (items: PlayerPreviewData['items']) => {
    await expect.poll(() => stage.isPending('PlayerPreviewQuery')).toBe(true);
    const { settings } = stage.sent<PlayerPreviewQuery>('PlayerPreviewQuery');
    await stage.answerWith('PlayerPreviewQuery', {
      data: { project: { __typename: 'Project', id: 'p7', playerPreview: told(items) } },
    });
    return settings;
  };
  expect(await answer([])).toMatchObject({ player: { version: 3, cta: 'Hear it' } });
  expect(screen.queryByTitle('Player preview')).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Color' }), '{Backspace}5');
  expect(await answer([bread])).toMatchObject({ player: { color: '#5d72e5' } });
  expect(screen.getByTitle('Player preview')).toBeTruthy();
  expect(configOf('player', told([bread]))).toMatchObject({
    channel: { ...look, kind: 'player', placement: { action: 'none' } },
    items: [{ ...bread, state: 'ready', teaser: false }],
    consent: { provider: 'never' },
    ads: null,
    eventsUrl: null,
  });
});
