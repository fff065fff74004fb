import { expect, test } from 'vitest';
import { lintedWith } from './lint-in-folder.ts';

/** Files that compare a measured time with a constant. */
const refused = {
  clock: 'const begun = performance.now(); work(); expect(performance.now() - begun).toBeLessThan(2_000);',
  cpu: 'const { user } = process.cpuUsage(); expect(user / 1e6).toBeLessThanOrEqual(limit);',
  function: 'expect(cpuOf(work)).toBeLessThan(100); function cpuOf() { return process.cpuUsage().user; }',
  list: 'const took = []; took.push(performance.now() - begun); expect(Math.max(...took)).toBeLessThan(bar);',
  longest:
    'let longest = 0; longest = Math.max(longest, performance.now() - last); expect(longest).toBeLessThan(9);',
  day: 'const begun = Date.now(); expect((Date.now() - begun) / 1_000, "seconds").not.toBeLessThan(3);',
};
const allowed = {
  within:
    'const begun = performance.now(); expect(performance.now() - begun).toBeLessThan((performance.now() - begun) / 2);',
  ratio:
    'const [small, large] = [cpu(1), cpu(4)]; function cpu() { return process.cpuUsage().user; } expect(large / small).toBeLessThan(9);',
  least: 'const asked = performance.now(); expect(performance.now() - asked).toBeGreaterThan(patience);',
  moment:
    'const due = await read({ since: new Date(Date.now() - 5_000) }); expect(due).toBeLessThan(Date.now() + 61_000);',
  deadline:
    'const until = performance.now() + 5; while (performance.now() < until) await look(); expect(count).toBeLessThan(3);',
};

test('an upper bound of a measured time that is not measured itself is refused', () => {
  const found = lintedWith('house/no-time-limit', { ...refused, ...allowed });
  expect(found).toEqual(Object.keys(refused).toSorted());
});
