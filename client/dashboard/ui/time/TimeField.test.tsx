import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { TimeField } from './TimeField.tsx';

const change = vi.fn<(time: string) => void>();
beforeEach(() => change.mockClear());

function Stage({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  const set = (time: string) => {
    change(time);
    setValue(time);
  };
  return (
    <MantineProvider env="test">
      <TimeField label="From" value={value} onChange={set} />
      <button type="button">Next</button>
    </MantineProvider>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('From');
async function type(text: string): Promise<void> {
  await userEvent.clear(field());
  await userEvent.type(field(), text);
}

test('shows a time by the clock of the language, whatever the browser’s own is', () => {
  render(<Stage first="18:30" />);
  expect(field().value).toBe('18:30');
  expect(field().type).toBe('text');
});

test('takes a complete time while it is typed, and a short one when the field is left', async () => {
  render(<Stage first="" />);
  await type('09:45');
  expect(change.mock.lastCall).toEqual(['09:45']);
  await type('7');
  expect(change.mock.lastCall).toEqual(['']);
  await userEvent.click(screen.getByText('Next'));
  expect(change.mock.lastCall).toEqual(['07:00']);
  expect(field().value).toBe('07:00');
});

test('keeps the time when what was typed is none', async () => {
  render(<Stage first="18:30" />);
  await userEvent.type(field(), 'x');
  await userEvent.tab();
  expect(field().value).toBe('18:30');
  expect(change).not.toHaveBeenCalled();
});

test('Enter takes it before the form is sent', async () => {
  render(<Stage first="18:30" />);
  await userEvent.tripleClick(field());
  await userEvent.keyboard('6:05 pm{Enter}');
  expect(change.mock.lastCall).toEqual(['18:05']);
});
