import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderComponent } from '../../testing/screen.tsx';
import DeveloperToken from './DeveloperToken.tsx';

const applied = 'Token applied successfully! Please reload the page.';

async function apply(answer: Response) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const send = vi.fn(async (_address: string, _request: { body: string }) => answer);
  vi.stubGlobal('fetch', send);
  await renderComponent(<DeveloperToken />);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: ' secret ' } });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Apply' })));
  return send;
}

it('sends the token, and confirms it for five seconds', async () => {
  const send = await apply(Response.json({}));
  expect(send.mock.calls.map(([address, { body }]) => [address, JSON.parse(body)])).toEqual([
    ['/auth/token', { token: 'secret' }],
  ]);
  act(() => void vi.advanceTimersByTime(4_999));
  expect(screen.getByText(applied)).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByText(applied)).toBeNull();
});

it('shows why a token is refused, and keeps it', async () => {
  await apply(Response.json({ message: 'The token has expired.' }, { status: 401 }));
  expect(screen.getByRole('dialog').textContent).toContain('The token has expired.');
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(' secret ');
  expect(screen.queryByText(applied)).toBeNull();
});
