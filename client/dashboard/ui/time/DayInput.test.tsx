import { render, screen } from '@testing-library/react';
import { MantineProvider } from '@mantine/core';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import DayInput, { type DayFieldProps } from './DayInput.tsx';

it.each<[Partial<DayFieldProps>, string]>([
  [{ label: 'From' }, 'Clear From'],
  [{ 'aria-label': 'Date of publication' }, 'Clear Date of publication'],
  [{ label: <b>From</b> }, 'Clear date'],
])('labels the button that clears it: %j', async (names, name) => {
  const change = vi.fn<(day: string) => void>();
  render(
    <MantineProvider env="test">
      <DayInput {...names} value="2026-11-29" onChange={change} />
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name }));
  expect(change).toHaveBeenCalledWith('');
});
