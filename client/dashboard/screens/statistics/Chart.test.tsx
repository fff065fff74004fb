import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Chart } from './Chart.tsx';

const names = Array.from({ length: 15 }, (_, index) => `Row ${index + 1}`);
const draw = (labels: readonly string[]) =>
  render(
    <Chart
      title="Articles"
      kind="BAR"
      labels={labels}
      series={[{ name: 'Plays', unit: 'NUMBER', data: labels.map((_, index) => 100 - index) }]}
    />,
  );
/** The lines of each name below the bars. */
const written = () =>
  [...screen.getByRole('img').querySelectorAll('text[data-bar]')].map((text) =>
    [...text.children].map((line) => line.textContent),
  );

it('draws only the first bars, with the total number', () => {
  draw(names);
  expect(written()).toHaveLength(12);
  const picture = screen.getByRole('img');
  const described = document.getElementById(picture.getAttribute('aria-describedby')!);
  expect(described!.textContent).toMatch(/ First 12 of 15$/);
  expect(screen.queryByText('First 12 of 15')).not.toBeNull();
});

it('shows no total if all are drawn', () => {
  draw(names.slice(0, 12));
  expect(screen.queryByText(/The first \d/)).toBeNull();
});

it('wraps a long label below a bar in two lines, and truncates it', () => {
  draw(['The harbour opens', 'Marketplaces', 'x', ...names.slice(0, 9)]);
  expect(written().slice(0, 3)).toEqual([['The', 'harbou…'], ['Market…'], ['x']]);
});

describe('a chart by day', () => {
  const days = Array.from({ length: 30 }, (_, index) =>
    new Date(Date.UTC(2026, 9, 30 + index)).toISOString().slice(0, 10),
  );
  const past = days.map((day) => new Date(Date.parse(day) - 30 * 86_400_000).toISOString().slice(0, 10));
  const drawDays = (today: string | null) =>
    render(
      <Chart
        title="Plays by day"
        kind="LINE"
        labels={days}
        today={today}
        series={[
          { name: 'Plays', unit: 'NUMBER', data: days.map(() => 40) },
          { name: 'Plays, before', unit: 'NUMBER', data: days.map(() => 30), past: true, days: past },
        ]}
      />,
    );
  const picture = () => screen.getByRole('img');

  it('labels the time axis in even steps, with both ends', () => {
    drawDays(null);
    const places = [...picture().querySelectorAll('text[data-end], text:not([dy])')].map((text) =>
      Number(text.getAttribute('x')),
    );
    expect(places).toHaveLength(6);
    const steps = places.slice(1).map((place, index) => place - places[index]!);
    expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(1.3);
  });

  it('marks the current day as unfinished', () => {
    const { container } = drawDays(days.at(-1)!);
    expect(container.querySelectorAll('circle')).toHaveLength(1);
    fireEvent.keyDown(picture(), { key: 'End' });
    expect(screen.getByRole('status').textContent).toMatch(/^Sat, 28 Nov 2026 \(so far\): Plays 40/);
    fireEvent.keyDown(picture(), { key: 'Home' });
    expect(screen.getByRole('status').textContent).not.toContain('so far');
  });

  it('draws past days as one line', () => {
    const { container } = drawDays('2026-11-29');
    expect(container.querySelectorAll('circle')).toHaveLength(0);
  });

  it('gives values of the previous period their own day', () => {
    drawDays(null);
    fireEvent.keyDown(picture(), { key: 'Home' });
    expect(screen.getByRole('status').textContent).toBe(
      'Fri, 30 Oct 2026: Plays 40, Plays, before (Wed, 30 Sept 2026) 30',
    );
  });
});
