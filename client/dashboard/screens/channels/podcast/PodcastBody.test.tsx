import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openForm } from '../../../../testing/channel-form.tsx';

const user = userEvent.setup();
const region = (heading: string) =>
  within(screen.getByRole('heading', { level: 2, name: heading }).closest('section')!);

it('shows the podcast as apps do, while it is written', async () => {
  const stage = await openForm('PODCAST');
  await stage.answer('PodcastPreviewQuery', {
    ProjectArticlesConnection: () => ({
      edges: [
        {
          node: {
            id: 'a1',
            title: 'The harbour opens',
            addedAt: '2026-11-21T10:00:00Z',
            audio: { durationMs: 61_000 },
          },
        },
      ],
    }),
  });
  const app = region('In podcast apps');
  app.getByText('No title yet');
  app.getByText('No artwork yet');
  app.getByText('Gazette');
  app.getByText('The harbour opens');
  app.getByText(/^21 Nov 2026 · 1:01$/);
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'News');
  await user.type(screen.getByRole('textbox', { name: 'Author' }), 'Ada');
  await user.click(screen.getByRole('switch', { name: 'Explicit content' }));
  app.getByText('News');
  app.getByText('Ada');
  app.getByText('Explicit');
  expect(app.queryByText('Gazette')).toBeNull();
});

it('says what will be episodes where there are none', async () => {
  const stage = await openForm('PODCAST');
  await stage.answer('PodcastPreviewQuery', { ProjectArticlesConnection: () => ({ edges: [] }) });
  region('In podcast apps').getByText('Articles with audio appear here as episodes.');
});

it('offers languages by name, and keeps one that is not in the list', async () => {
  await openForm('PODCAST', { title: 'News', language: 'nds' });
  const language = screen.getByRole<HTMLInputElement>('combobox', { name: 'Language' });
  expect(language.value).toBe('Low German');
  await user.clear(language);
  await user.type(language, 'Austria');
  await user.click(screen.getByRole('option', { name: 'German (Austria)' }));
  expect(language.value).toBe('German (Austria)');
});

it('names the language that a podcast has without one', async () => {
  await openForm('PODCAST');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Language' }).placeholder).toBe(
    'Same as the voice: English (United States)',
  );
});

it('lists what directories still need, and leads there', async () => {
  await openForm('PODCAST', { title: 'News', description: 'All of it', spotifyUrl: 'https://s.example/1' });
  const panel = region('Directories');
  panel.getByText('Listed in 1 of 4');
  expect(panel.getByRole('link', { name: /^Submit.*Apple Podcasts$/ }).getAttribute('href')).toBe(
    'https://podcastsconnect.apple.com/',
  );
  const wanted = within(panel.getByRole('list', { name: 'What directories ask for' }));
  expect(wanted.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Add: Artwork',
    'Add: Category',
    'Add: Owner email',
  ]);
  await user.click(wanted.getByRole('button', { name: 'Add: Owner email' }));
  const email = panel.getByRole('textbox', { name: 'Owner email' });
  expect(document.activeElement).toBe(email);
  await user.type(email, 'ada@example.com');
  expect(wanted.queryByRole('button', { name: 'Add: Owner email' })).toBeNull();
});
