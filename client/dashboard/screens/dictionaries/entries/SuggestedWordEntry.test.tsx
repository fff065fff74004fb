import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderComponent, type Stage } from '../../../../testing/screen.tsx';
import SuggestedWordEntry from './SuggestedWordEntry.tsx';

const entry = {
  id: 'e1',
  source: 'Rendsburg',
  replacement: '',
  kind: 'SUBSTITUTION',
  phonemes: null,
  wholeWord: true,
  matchCase: false,
  isPattern: false,
  inflected: false,
  inGlobal: false,
  revision: 1,
  createdAt: '2026-11-01T08:00:00Z',
  createdBy: null,
  updatedAt: '2026-11-01T08:00:00Z',
  updatedBy: null,
};

/** Opens the dialog by its button, as a user of that role, and saves the entry. */
async function save(role: 'ADMIN' | 'VIEWER'): Promise<Stage> {
  const stage = await renderComponent(<SuggestedWordEntry project="p7" word="Rendsburg" />);
  await userEvent.click(screen.getByRole('button', { name: 'Fix pronunciation' }));
  await stage.answerWith('WordEntryQuery', {
    data: {
      project: { id: 'p7', canConfigure: true, voice: { name: 'ada', language: 'en-GB' } },
      dictionaries: [{ id: 'd1', name: 'Names', language: null, provider: null, voice: null }],
      viewer: { user: { id: 'u1', role } },
    },
  } as never);
  await userEvent.click(
    within(screen.getByRole('dialog', { name: 'New entry' })).getByRole('button', { name: 'Save' }),
  );
  await stage.succeed('useAddEntriesMutation', 'AddDictionaryEntriesSuccess', { entries: [entry] });
  return stage;
}
const answer = (stage: Stage, found: number, articles: number) =>
  stage.answerWith('EntryEffectQuery', {
    data: {
      dictionaryUsage: { totalCount: found },
      revoicingQuote: { articles, sentences: 2 * articles, characters: 91 * articles },
    },
  } as never);
const result = () => within(screen.getByRole('dialog', { name: 'Pronunciation saved' }));

it('shows which articles change in a dialog, with the focus on regenerating them', async () => {
  const stage = await save('ADMIN');
  expect(screen.queryByRole('dialog', { name: 'New entry' })).toBeNull();
  expect(result().getByRole('status').textContent).toBe('Checking which articles change…');
  await answer(stage, 1, 1);
  expect(result().getByRole('status').textContent).toBe('Changes 1 article, 2 sentences, 91 characters.');
  const button = result().getByRole('button', { name: 'Regenerate these sentences' });
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard('{Enter}');
  expect(stage.sent('EntryEffectRevoiceMutation')).toMatchObject({
    input: { entries: ['e1'], project: 'p7' },
  });
  await stage.succeed('EntryEffectRevoiceMutation', 'StartRevoicingJobSuccess', { quote: { articles: 1 } });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Regenerating 1 article')).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Fix pronunciation' })),
  );
});

it('links to each article for users who cannot regenerate all', async () => {
  const stage = await save('VIEWER');
  await answer(stage, 3, 2);
  expect(result().queryByRole('button', { name: 'Regenerate these sentences' })).toBeNull();
  expect(document.activeElement).toBe(result().getByRole('button', { name: 'Show sentences' }));
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('dialog', { name: 'Usage in articles' })).toBeTruthy();
  expect(stage.sent('UsageDialogQuery')).toMatchObject({ entries: ['e1'], project: 'p7' });
});

it('shows a notice if no article has the word, and closes automatically', async () => {
  const stage = await save('ADMIN');
  await answer(stage, 0, 0);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Pronunciation saved. No articles contain this word yet.')).toBeTruthy();
});

it('can be closed if the effect is unknown', async () => {
  const stage = await save('ADMIN');
  await stage.fail('EntryEffectQuery', new Error('offline'));
  expect(result().getByRole('status').textContent).toBe('We couldn’t check which articles change.');
  await userEvent.click(result().getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
