import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderComponent } from '../../../../testing/screen.tsx';
import { presentCommands } from '../../../ui/commands.ts';
import { EntriesTable } from './EntriesTable.tsx';

const entry = {
  __typename: 'DictionaryEntry',
  id: 'e1',
  source: 'Merz',
  replacement: 'Mertz',
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

async function open(mayWrite: boolean, isAdmin = false) {
  const stage = await renderComponent(
    <EntriesTable
      dictionary="d1"
      owner={{ level: 'PROJECT', project: 'p1' }}
      scope={{ language: 'de-DE', provider: null, voice: null, own: null }}
      attempt="0"
      mayWrite={mayWrite}
      isAdmin={isAdmin}
      onCount={() => {}}
    />,
  );
  await stage.answerWith('EntriesTableQuery', {
    data: {
      dictionary: {
        __typename: 'Dictionary',
        id: 'd1',
        entries: { totalCount: 1, edges: [{ node: entry }] },
      },
    },
  } as never);
  return stage;
}
const replacement = () => screen.getByRole('button', { name: 'Pronounced as: Mertz' });

it('explains to viewers why a double click does nothing', async () => {
  const stage = await open(false);
  fireEvent.doubleClick(replacement());
  expect(
    screen.getByText('You don’t have permission to change these dictionaries. Ask an administrator.'),
  ).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Pronounced as' })).toBeNull();
  expect(stage.isPending('useSaveEntryMutation')).toBe(false);
});

it('explains to an editor who may add entries to the global dictionary', async () => {
  const stage = await open(true);
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Merz' }));
  const item = await screen.findByRole('menuitem', { name: 'Add to global dictionary' });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(item);
  expect(
    await screen.findByText('Only administrators can add entries to the global dictionary.'),
  ).toBeTruthy();
  expect(stage.isPending('EntryMenuGlobalMutation')).toBe(false);
});

it('requires a word before anything is sent', async () => {
  const stage = await open(true);
  fireEvent.doubleClick(screen.getByRole('button', { name: 'Word: Merz' }));
  const field = screen.getByRole('textbox', { name: 'Word' });
  fireEvent.change(field, { target: { value: ' ' } });
  fireEvent.blur(field);
  expect(await screen.findByText('fill in')).toBeTruthy();
  expect(stage.isPending('useSaveEntryMutation')).toBe(false);
});

it('searches for duplicates a second after an edit, and reports them', async () => {
  const stage = await open(true);
  fireEvent.doubleClick(replacement());
  const field = screen.getByRole('textbox', { name: 'Pronounced as' });
  fireEvent.change(field, { target: { value: 'Merts' } });
  vi.useFakeTimers();
  await act(async () => fireEvent.blur(field));
  expect(stage.sent('useSaveEntryMutation')).toEqual({
    input: { id: 'e1', revision: 1, replacement: 'Merts' },
  });
  await stage.succeed('useSaveEntryMutation', 'UpdateDictionaryEntrySuccess', {
    entry: { ...entry, replacement: 'Merts', revision: 2 },
  });
  await act(async () => vi.advanceTimersByTimeAsync(990));
  expect(stage.isPending('useDuplicatesQuery')).toBe(false);
  await act(async () => vi.advanceTimersByTimeAsync(20));
  expect(stage.sent('useDuplicatesQuery')).toEqual({
    id: 'd1',
    source: 'Merz',
    replacement: 'Merts',
    except: 'e1',
  });
  await stage.answerWith('useDuplicatesQuery', {
    data: {
      dictionary: {
        __typename: 'Dictionary',
        id: 'd1',
        duplicates: [{ __typename: 'DictionaryEntry', id: 'e2', source: 'März', replacement: 'Merts' }],
      },
    },
  } as never);
  expect(screen.getByText('Another word has this pronunciation')).toBeTruthy();
  expect(screen.queryByText('This word is in the dictionary more than once')).toBeNull();
});

it('never saves the template of a new entry', async () => {
  const user = userEvent.setup();
  const stage = await open(true);
  await user.click(screen.getByRole('button', { name: 'New entry' }));
  const word = screen.getByRole<HTMLInputElement>('textbox', { name: 'Word' });
  expect(word.value).toBe('Word in the article');
  await user.clear(word);
  await user.type(word, 'Scholz');
  fireEvent.blur(screen.getByTestId('new-entry'));
  expect(stage.isPending('useAddEntriesMutation')).toBe(false);
  await user.clear(screen.getByRole('textbox', { name: 'Pronounced as' }));
  fireEvent.blur(screen.getByTestId('new-entry'));
  expect(stage.sent('useAddEntriesMutation')).toEqual({
    input: { dictionary: 'd1', entries: [{ source: 'Scholz', replacement: '' }] },
  });
});

it('keeps affected articles in view after an inline edit, and offers them in the palette', async () => {
  const stage = await open(true, true);
  fireEvent.doubleClick(replacement());
  const field = screen.getByRole('textbox', { name: 'Pronounced as' });
  fireEvent.change(field, { target: { value: 'Merrz' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await stage.succeed('useSaveEntryMutation', 'UpdateDictionaryEntrySuccess', {
    entry: { ...entry, replacement: 'Merrz', revision: 2 },
  });
  expect(stage.sent('EntryEffectQuery')).toMatchObject({ entries: ['e1'], project: 'p1' });
  await stage.answerWith('EntryEffectQuery', {
    data: {
      dictionaryUsage: { totalCount: 1 },
      revoicingQuote: { articles: 1, sentences: 1, characters: 36 },
    },
  } as never);
  expect(screen.getByText('Changes 1 article, 1 sentence, 36 characters.').getAttribute('role')).toBe(
    'status',
  );
  expect(presentCommands().map(({ label }) => label)).toContain('Regenerate these sentences');
});
