import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { voiceSearchNamedQuery } from '../../__generated__/voiceSearchNamedQuery.graphql.ts';
import type { voiceSearchQuery } from '../../__generated__/voiceSearchQuery.graphql.ts';
import { renderComponent } from '../../../testing/screen.tsx';
import { VoiceSelect } from './VoiceSelect.tsx';

let user: ReturnType<typeof userEvent.setup>;
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
});

const voice = (label: string, favorite = false) => ({
  __typename: 'Voice',
  __isVoice: 'Voice',
  name: `fine:${label}`,
  label,
  provider: 'fine',
  providerTitle: 'Fine voices',
  language: 'en-US',
  gender: 'FEMALE',
  tier: 'STANDARD',
  favorite,
  warnings: [],
  availableModels: ['plain'],
  styles: [],
  availableSettings: [],
});

const edges = (labels: readonly string[], favorite = false) =>
  labels.map((label) => ({ node: voice(label, favorite) }));

/** A page as the server answers it. */
const page = (
  others: readonly string[],
  { favorites = [], next = null }: { favorites?: readonly string[]; next?: string | null } = {},
) => ({
  data: {
    favorites: { edges: edges(favorites, true) },
    others: { edges: edges(others), pageInfo: { hasNextPage: next !== null, endCursor: next } },
  },
});

function Field({ first = [], multiple = false }: { first?: string[]; multiple?: boolean }) {
  const [values, setValues] = useState(first);
  return (
    <>
      <VoiceSelect
        label="Voice"
        language="en-US"
        values={values}
        multiple={multiple}
        withSample
        onChange={setValues}
      />
      <output>{values.join(' ')}</output>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Voice' });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('fetches voices only when opened, and shows the chosen voice by name before that', async () => {
  const stage = await renderComponent(<Field first={['fine:Amy']} />);
  expect(stage.isPending('voiceSearchQuery')).toBe(false);
  expect(stage.sent<voiceSearchNamedQuery>('voiceSearchNamedQuery')).toEqual({
    language: null,
    names: ['fine:Amy'],
  });
  expect(field().value).toBe('Loading the voice…');
  await stage.answerWith('voiceSearchNamedQuery', { data: { voices: { edges: edges(['Amy']) } } });
  expect(field().value).toBe('Amy · female');
  expect(screen.getByRole('button', { name: 'Play Amy' })).toBeTruthy();
  await user.click(field());
  expect(stage.sent<voiceSearchQuery>('voiceSearchQuery')).toEqual({
    language: 'en-US',
    query: '',
    first: 40,
    after: null,
    further: false,
  });
});

it('can be searched and selected by keyboard only', async () => {
  const stage = await renderComponent(<Field />);
  await user.tab();
  await user.keyboard('{ArrowDown}');
  await stage.answerWith('voiceSearchQuery', page(['Amy', 'Ben'], { favorites: ['Nova'] }));
  expect(options()).toEqual(['Nova · female · Fine voices', 'Amy · female', 'Ben · female']);
  await user.keyboard('ben');
  await pass(300);
  expect(stage.sent<voiceSearchQuery>('voiceSearchQuery')).toMatchObject({ query: 'ben' });
  await stage.answerWith('voiceSearchQuery', page(['Ben']));
  await user.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByText('fine:Ben')).toBeTruthy();
  expect(field().value).toBe('Ben · female');
  expect(stage.isPending('voiceSearchNamedQuery')).toBe(false);
});

it('loads the next page at the end of the list, and shows both', async () => {
  const stage = await renderComponent(<Field />);
  await user.click(field());
  await stage.answerWith('voiceSearchQuery', page(['Amy'], { favorites: ['Nova'], next: 'c1' }));
  // Nothing is laid out here: every scroll ends at the end.
  const viewport = screen
    .getByRole('option', { name: 'Amy · female' })
    .closest('.mantine-ScrollArea-viewport')!;
  await act(async () => void viewport.dispatchEvent(new Event('scroll')));
  expect(stage.sent<voiceSearchQuery>('voiceSearchQuery')).toMatchObject({ after: 'c1', further: true });
  await stage.answerWith('voiceSearchQuery', page(['Ben']));
  expect(options()).toEqual(['Nova · female · Fine voices', 'Amy · female', 'Ben · female']);
});

it('shows loading, slow loading, no matches and failure', async () => {
  const stage = await renderComponent(<Field />);
  await user.click(field());
  expect(screen.getByText('Finding voices…')).toBeTruthy();
  await pass(6_000);
  expect(screen.getByText('This is taking longer than usual. Still finding voices…')).toBeTruthy();
  await stage.answerWith('voiceSearchQuery', page([]));
  expect(screen.getByText('No matching voice')).toBeTruthy();
  await user.keyboard('x');
  await pass(300);
  await stage.fail('voiceSearchQuery', new Error('unreachable'));
  expect(screen.getByRole('alert').textContent).toContain('Couldn’t load the voices.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await user.click(field());
  await stage.answerWith('voiceSearchQuery', page(['Xenia']));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('selects several, and keeps a removed voice until it is deselected', async () => {
  const stage = await renderComponent(<Field first={['fine:Old']} multiple />);
  await stage.answerWith('voiceSearchNamedQuery', { data: { voices: { edges: [] } } });
  expect(screen.getByText('Voice no longer available')).toBeTruthy();
  await user.click(field());
  await stage.answerWith('voiceSearchQuery', page(['Amy', 'Ben']));
  await user.click(screen.getByRole('option', { name: 'Amy · female' }));
  expect(screen.getByText('fine:Old fine:Amy')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Play Amy' })).toBeTruthy();
});
