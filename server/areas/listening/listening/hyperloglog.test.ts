import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HyperLogLog, standardError } from './hyperloglog.ts';

const listener = (number: number): bigint => hash('sha256', `listener ${number}`, 'buffer').readBigInt64BE(0);
const sketchOf = (from: number, to: number): HyperLogLog => {
  const sketch = new HyperLogLog();
  for (let number = from; number < to; number++) sketch.add(listener(number));
  return sketch;
};
const off = (estimate: number, truth: number): number => Math.abs(estimate - truth) / truth;

test('an empty set counts zero listeners', () => {
  expect(new HyperLogLog().count()).toBe(0);
  expect(new HyperLogLog().toBytes()).toHaveLength(1);
});

test.each([1, 2, 10, 100, 1_000, 20_000, 200_000])(
  '%d listeners are counted within three standard errors',
  (count) => {
    const found = sketchOf(0, count).count();
    if (count <= 10) expect(found).toBe(count);
    else expect(off(found, count)).toBeLessThan(3 * standardError);
  },
);

test('the mean error over many sketches is at most 1.5 %', () => {
  const errors = Array.from({ length: 40 }, (_, round) =>
    off(sketchOf(round * 5_000, (round + 1) * 5_000).count(), 5_000),
  );
  expect(Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)).toBeLessThan(0.015);
});

describe('a merged sketch', () => {
  test('equals the sketch of the union, with overlaps and in any order', () => {
    const [one, two] = [sketchOf(0, 3_000), sketchOf(2_000, 9_000)];
    const whole = sketchOf(0, 9_000).toBytes();
    const merge = (...parts: HyperLogLog[]): Buffer =>
      parts.reduce((all, part) => all.merge(part.toBytes()), new HyperLogLog()).toBytes();
    expect(merge(one, two).equals(whole)).toBe(true);
    expect(merge(two, one, one).equals(whole)).toBe(true);
  });

  test('small sets take few bytes, and large ones at most a byte per register', () => {
    expect(sketchOf(0, 10).toBytes()).toHaveLength(31);
    expect(sketchOf(0, 100_000).toBytes()).toHaveLength(8_193);
    for (const count of [1_000, 3_000, 3_500, 5_000]) {
      const sketch = sketchOf(0, count);
      expect(new HyperLogLog().merge(sketch.toBytes()).count()).toBe(sketch.count());
    }
  });
});
