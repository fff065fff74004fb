import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { useDraftPreviewSubscription } from '../../__generated__/useDraftPreviewSubscription.graphql.ts';
import { renderComponent } from '../../../testing/screen.tsx';
import { ServerError } from '../../relay/failures.ts';
import DraftPreviewDialog from './DraftPreviewDialog.tsx';

const user = userEvent.setup();
const name = 'useDraftPreviewSubscription';
const nothing = {
  examined: 10,
  total: 30,
  unread: 0,
  done: false,
  matching: null,
  changed: 0,
  sentences: 0,
  characters: 0,
  charactersCharged: 0,
  cost: 0,
  articles: [],
  entries: [],
};

async function open(draft: object = { normalizationPrompt: 'Spell out every number.' }) {
  const stage = await renderComponent(<DraftPreviewDialog draft={draft} project="p1" onClose={() => {}} />);
  const operation = () =>
    stage.environment.mock.getAllOperations().find(({ request }) => request.node.params.name === name)!;
  const tell = (preview: object) =>
    act(async () =>
      stage.environment.mock.nextValue(operation(), { data: { draftPreview: { ...nothing, ...preview } } }),
    );
  return { ...stage, tell, operation };
}
const status = () => within(screen.getByRole('dialog')).getByRole('status').textContent;

it('starts automatically, shows progress, and stops on request', async () => {
  const stage = await open();
  expect(stage.sent<useDraftPreviewSubscription>(name).input).toMatchObject({ project: 'p1', articles: 100 });
  expect(status()).toBe('Finding the newest articles…');
  await stage.tell({});
  expect(status()).toBe('10 of 30 articles');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('10');
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(status()).toBe('Stopped after 10 of 30 articles.');
  expect(stage.isPending(name)).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Run preview' }));
  expect(stage.isPending(name)).toBe(true);
});

it('shows when nothing would change, nothing matches, or time ran out', async () => {
  const stage = await open();
  await stage.tell({ examined: 30, done: true });
  expect(screen.getByText('Nothing would sound different.')).toBeTruthy();
  expect(status()).toBe('Checked 30 articles.');
  await stage.tell({ examined: 20, done: true });
  expect(status()).toBe('Checked 20 of 30 articles before time ran out.');
  await stage.tell({ examined: 0, total: 0, done: true });
  expect(status()).toBe('The project has no articles with text yet.');
});

it('shows errors of the draft in place of results', async () => {
  const stage = await open();
  await stage.tell({});
  await act(async () =>
    stage.environment.mock.reject(
      stage.operation(),
      new ServerError('Invalid', 'BAD_USER_INPUT', null, { message: 'Invalid' }, [{ message: 'Too short' }]),
    ),
  );
  expect(screen.getByRole('alert').textContent).toBe('Too short');
  expect(screen.queryByText(/sound different/)).toBeNull();
});

it('checks fewer articles if pages have to be read, and shows how many failed', async () => {
  const stage = await open({ extractorRules: [] });
  expect(stage.sent<useDraftPreviewSubscription>(name).input.articles).toBe(20);
  await stage.tell({ examined: 30, done: true, unread: 2 });
  expect(screen.getByText('Couldn’t read the pages of 2 articles.')).toBeTruthy();
});

it('accepts only numbers within its limits', async () => {
  const stage = await open();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  const field = screen.getByRole('textbox', { name: 'Newest articles' });
  await user.clear(field);
  await user.type(field, '501');
  await user.tab();
  await user.click(screen.getByRole('button', { name: 'Run preview' }));
  if (stage.isPending(name)) expect(stage.sent<useDraftPreviewSubscription>(name).input.articles).toBe(500);
  else expect(screen.getByText('1 to 500 articles')).toBeTruthy();
});
