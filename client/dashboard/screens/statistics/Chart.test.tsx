import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
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

it('draws the first bars alone, and says of how many', () => {
  draw(names);
  expect(written()).toHaveLength(12);
  const picture = screen.getByRole('img');
  const described = document.getElementById(picture.getAttribute('aria-describedby')!);
  expect(described!.textContent).toMatch(/ First 12 of 15$/);
  expect(screen.queryByText('First 12 of 15')).not.toBeNull();
});

it('says nothing of the kind where all are drawn', () => {
  draw(names.slice(0, 12));
  expect(screen.queryByText(/The first \d/)).toBeNull();
});

it('writes a long name below a bar in two lines, and cuts what there is no room for', () => {
  draw(['The harbour opens', 'Marketplaces', 'x', ...names.slice(0, 9)]);
  expect(written().slice(0, 3)).toEqual([['The', 'harbou…'], ['Market…'], ['x']]);
});
