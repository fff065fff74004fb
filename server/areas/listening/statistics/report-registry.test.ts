import { expect, test } from 'vitest';
import { columns } from './columns.ts';
import { reports } from './report-registry.ts';

test('only reports by day, week or month are line charts', () => {
  const drawn = reports.map(({ name, graph: { kind, labels } }) => [name, columns[labels].unit, kind]);
  expect(drawn.filter(([, unit, kind]) => (unit === 'day') !== (kind === 'line'))).toEqual([]);
});
