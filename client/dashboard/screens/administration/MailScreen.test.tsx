import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import query, { type MailScreenQuery } from '../../__generated__/MailScreenQuery.graphql.ts';
import { renderScreen } from '../../../testing/screen.tsx';
import MailScreen from './MailScreen.tsx';

const user = userEvent.setup();
const lost = {
  __typename: 'Email',
  id: 'm1',
  recipient: 'ada@example.com',
  subject: 'Invitation',
  state: 'UNKNOWN',
  attempts: 2,
  nextAttemptAt: null,
  createdAt: '2026-11-20T09:30:00Z',
  error: 'It may have arrived.',
  errorNotices: null,
};
const delivery = { from: 'parlance@example.com', outbox: null as string | null, waiting: 0 };

async function open(failures: object[] = [lost], over: Partial<typeof delivery> = {}) {
  const path = '/projects/administration/mail';
  const stage = await renderScreen<MailScreenQuery>(MailScreen, query, {}, { path });
  const answer = (left: object[]) =>
    stage.answerWith('MailScreenQuery', {
      data: { emailDelivery: { ...delivery, ...over, failures: left } },
    } as never);
  await answer(failures);
  return { stage, answer };
}

it('warns that no emails are sent if no mail server is set up', async () => {
  await open([], { outbox: '/data/outbox', waiting: 2 });
  expect(screen.getByText(/are saved in \/data\/outbox/)).toBeTruthy();
  expect(screen.getByText('2 emails are waiting to be sent.')).toBeTruthy();
  expect(screen.getByText('No undelivered emails.')).toBeTruthy();
});

it('lets administrators decide on an email whose delivery is unknown', async () => {
  const { stage, answer } = await open();
  expect(screen.getByText(/2 attempts · delivery unknown/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove the email to ada@example.com from the list' }));
  expect(stage.sent('MailScreenDismissMutation')).toEqual({ input: { id: 'm1' } });
  await stage.succeed('MailScreenDismissMutation', 'DismissEmailSuccess', {
    email: { ...lost, error: null },
  });
  await answer([]);
  expect(screen.getByText('No undelivered emails.')).toBeTruthy();
});

it('resends an email, and offers no action while one is being sent', async () => {
  const { stage, answer } = await open();
  await user.click(screen.getByRole('button', { name: 'Send the email to ada@example.com again' }));
  expect(stage.sent('MailScreenRetryMutation')).toEqual({ input: { id: 'm1' } });
  const queued = { ...lost, state: 'QUEUED', nextAttemptAt: '2026-11-20T09:31:00Z' };
  await stage.succeed('MailScreenRetryMutation', 'RetryEmailSuccess', { email: queued });
  await answer([queued]);
  expect(screen.queryByRole('button', { name: /ada@example.com/ })).toBeNull();
});

it('sends a test email, and shows errors at the address field', async () => {
  const { stage } = await open([]);
  const send = screen.getByRole('button', { name: 'Send test email' });
  await user.click(send);
  expect(stage.sent('MailScreenTestMutation')).toEqual({ input: { email: null } });
  await stage.refuse('MailScreenTestMutation', { email: 'Enter a valid email address.' });
  expect(screen.getByText('Enter a valid email address.')).toBeTruthy();
});
