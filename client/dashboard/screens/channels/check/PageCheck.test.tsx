import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderComponent } from '../../../../testing/screen.tsx';
import type { useCheckPageQuery } from '../../../__generated__/useCheckPageQuery.graphql.ts';
import { PageCheck } from './PageCheck.tsx';

const user = userEvent.setup();
const open = (page?: string) =>
  renderComponent(
    <form onSubmit={() => expect.unreachable('the form around it is not submitted')}>
      <PageCheck channel="c1" project={7} {...(page !== undefined && { page })} />
    </form>,
  );
const field = () => screen.getByRole('textbox', { name: 'Page address' });
const run = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Check page' });
const finding = (topic: string, level: string, message: string, advice: string | null = null) => ({
  topic,
  level,
  message,
  code: 'OF_THIS_TEST',
  parameters: {},
  advice: advice && { message: advice, code: 'OF_THIS_TEST_ADVICE', parameters: {} },
});
const page = (verdict: string, article: number | null, findings: ReturnType<typeof finding>[]) => ({
  url: 'https://gazette.example/a',
  verdict,
  article: article && { id: `a${article}`, databaseId: article },
  findings,
});

it('asks for an address first, then shows each finding with what to do', async () => {
  const stage = await open();
  expect(run().disabled).toBe(true);
  await user.type(field(), ' gazette.example/a ');
  await user.click(run());
  expect(stage.sent<useCheckPageQuery>('useCheckPageQuery').input).toEqual({
    channel: 'c1',
    url: 'gazette.example/a',
  });
  expect(screen.getByText('Checking the page…')).toBeTruthy();
  await stage.succeed(
    'useCheckPageQuery',
    'CheckPlayerPageSuccess',
    page('NOTHING', 12, [
      finding('PAGE', 'OK', 'The page could be read.'),
      finding('CONTAINER', 'PROBLEM', 'A container has no channel.', 'Copy the embed code again.'),
    ]),
  );
  expect(screen.getByText('The player doesn’t appear yet')).toBeTruthy();
  const [first, second] = screen.getAllByRole('listitem');
  expect(within(first!).getByRole('img', { name: 'OK' })).toBeTruthy();
  expect(within(second!).getByRole('img', { name: 'Problem' })).toBeTruthy();
  expect(within(second!).getByText('Copy the embed code again.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open article' }).getAttribute('href')).toBe(
    '/projects/7/articles/12',
  );
});

it('begins with Enter and does not submit the form around it', async () => {
  const stage = await open('https://gazette.example/a');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(stage.isPending('useCheckPageQuery')).toBe(true);
  await stage.succeed('useCheckPageQuery', 'CheckPlayerPageSuccess', page('PLAYS', null, []));
  expect(screen.getByText('Readers can play this article')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it('shows what is wrong with the address, and that the server cannot be reached, beside the field', async () => {
  const stage = await open('nowhere');
  await user.click(run());
  await stage.refuse('useCheckPageQuery', { url: 'Must be a web address.' });
  expect(screen.getByText('Must be a web address.')).toBeTruthy();
  await user.click(run());
  await stage.fail('useCheckPageQuery', new TypeError('Failed to fetch'));
  expect(screen.queryByText('Must be a web address.')).toBeNull();
  expect(field().getAttribute('aria-invalid')).toBe('true');
});
