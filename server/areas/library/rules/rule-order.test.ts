import { expect, test } from 'vitest';
import { ruleIndexOf, type RuleOrder } from './rule-order.ts';

/** All orders of some rules. */
const orders = (ids: readonly number[]): number[][] =>
  ids.length === 0
    ? [[]]
    : ids.flatMap((id) => orders(ids.filter((one) => one !== id)).map((rest) => [id, ...rest]));

test('restored rules return to their positions, in any order of deleting and restoring', () => {
  const all = [1, 2, 3, 4];
  for (const deleted of [[1], [2, 3], [1, 2, 4], all].flatMap(orders))
    for (const restored of orders(deleted)) {
      let there = all;
      const kept = new Map<number, RuleOrder>();
      for (const id of deleted) {
        kept.set(id, { id, ruleOrder: there });
        there = there.filter((one) => one !== id);
      }
      for (const id of restored)
        there = there.toSpliced(ruleIndexOf(kept.get(id)!, there, [...kept.values()]), 0, id);
      expect(there, `deleted ${deleted}, brought back ${restored}`).toEqual(all);
    }
});

test('a restored rule goes before the rules that followed it, even after reordering', () => {
  expect(ruleIndexOf({ id: 2, ruleOrder: [1, 2, 3] }, [3, 1], [])).toBe(0);
  // What is known now counts, not what was known when that one was deleted.
  expect(ruleIndexOf({ id: 2, ruleOrder: [3, 2] }, [3], [{ id: 3, ruleOrder: [2, 3] }])).toBe(1);
});

test('a restored rule gets its former number if all other rules are new', () => {
  expect(ruleIndexOf({ id: 2, ruleOrder: [1, 2, 3] }, [7, 8, 9], [])).toBe(1);
  expect(ruleIndexOf({ id: 3, ruleOrder: [1, 2, 3] }, [7], [])).toBe(1);
});
