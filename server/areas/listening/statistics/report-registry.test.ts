import { expect, test } from 'vitest';
import { columns } from './columns.ts';
import { reports } from './report-registry.ts';

test('what is counted by the day, the week or the month is drawn as a line: of bars only the first are', () => {
  const drawn = reports.map(({ name, graph: { kind, labels } }) => [name, columns[labels].unit, kind]);
  expect(drawn.filter(([, unit, kind]) => (unit === 'day') !== (kind === 'line'))).toEqual([]);
});
