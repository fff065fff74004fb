import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderComponent } from '../../../testing/screen.tsx';
import NewPlayer from './NewPlayer.tsx';
import { newPlayerIn } from './new-player-state.ts';

const player = {
  id: 'c9',
  databaseId: 9,
  slug: 'the-quay',
  loader: 'https://a.example/player/loader.js',
  page: 'https://quay.example/bread',
};

it('shows the code to copy first, and checks an article of the site', async () => {
  await renderComponent(<NewPlayer project={8} player={player} />);
  const code = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Code' });
  expect(code.value).toBe(
    '<div class="parlance-player" data-channel="the-quay"></div>\n<script async src="https://a.example/player/loader.js"></script>',
  );
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy embed code' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Page address' }).value).toBe(player.page);
  expect(screen.getByRole('link', { name: /WordPress/ }).getAttribute('href')).toBe('/projects/8/channel/9');
});

it('is shown for a project that came with a player alone', () => {
  expect(newPlayerIn({ newPlayer: player })).toEqual(player);
  expect([newPlayerIn(null), newPlayerIn({ created: true })]).toEqual([null, null]);
});
