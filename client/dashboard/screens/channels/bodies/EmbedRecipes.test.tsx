import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { EmbedRecipes } from './EmbedRecipes.tsx';
import { recipeCode, recipeNames } from './embed-recipes.ts';

const loader = 'https://sound.publisher.example/player/loader.js';
const channel = { loader, slug: 'gazette' };

it.each(recipeNames)('%s: the code contains the channel', (name) => {
  const code = recipeCode(name, channel);
  expect(code.length).toBeGreaterThan(0);
  for (const block of code) {
    expect(block).not.toContain('audio.example.com');
    expect(block).not.toContain('daily-news');
    expect(block).toBe(block.trim());
  }
  expect(code.join('\n')).toContain('https://sound.publisher.example/');
  if (name !== 'wordpress') expect(code.join('\n')).toContain('gazette');
});

it('shows a tab for each system, with labeled code to copy', async () => {
  const user = userEvent.setup();
  render(
    <MantineProvider>
      <EmbedRecipes {...channel}>Plain HTML is here.</EmbedRecipes>
    </MantineProvider>,
  );
  expect(screen.getByText('Plain HTML is here.')).toBeTruthy();
  const tabs = screen.getAllByRole('tab');
  expect(tabs).toHaveLength(recipeNames.length);
  for (const [index, name] of recipeNames.entries()) {
    if (name === 'html' || name === 'wordpress') continue;
    await user.click(tabs[index]!);
    const panel = screen.getByRole('tabpanel', { name: tabs[index]!.textContent });
    const fields = within(panel).getAllByRole<HTMLTextAreaElement>('textbox');
    expect(fields.map(({ value }) => value)).toEqual(recipeCode(name, channel));
    // A block without a label would have the name of its recipe.
    expect(screen.queryByRole('textbox', { name })).toBeNull();
  }
  await user.click(screen.getByRole('tab', { name: 'WordPress' }));
  const download = screen.getByRole<HTMLAnchorElement>('link', { name: 'Download the plugin' });
  expect(download.href).toBe('https://sound.publisher.example/wordpress/parlance.zip');
});
