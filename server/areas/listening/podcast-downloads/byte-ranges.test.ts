import { expect, test } from 'vitest';
import { randomFrom } from '../../../../scripts/seeded-random.ts';
import { seed } from '../../../../tests/support/run-seed.ts';
import { bytesInRanges, tagBytes, addRange } from './byte-ranges.ts';

test('duplicate byte ranges count once, in any order and split', () => {
  console.log(`seed ${seed}`);
  const random = randomFrom(seed);
  for (let round = 0; round < 300; round++) {
    const size = 1 + Math.floor(random() * 200);
    const here = new Set<number>();
    let got: number[] = [];
    for (let piece = 0; piece < 12; piece++) {
      const from = Math.floor(random() * size);
      const until = from + Math.floor(random() * (size - from + 1));
      for (let at = from; at < until; at++) here.add(at);
      got = addRange(got, from, until);
      expect(bytesInRanges(got)).toBe(here.size);
      expect(got).toEqual([...got].sort((a, b) => a - b));
    }
  }
});

test('the length of an ID3 tag is read from its header, and is 0 without a tag', () => {
  // 257 in seven bits a byte is 2 × 128 + 1; the header itself has ten bytes, and so has a footer.
  expect(tagBytes(Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 2, 1]))).toBe(267);
  expect(tagBytes(Buffer.from([0x49, 0x44, 0x33, 4, 0, 0x10, 0, 0, 2, 1]))).toBe(277);
  expect(tagBytes(Buffer.from([0xff, 0xfb, 0x90, 0, 0, 0, 0, 0, 0, 0]))).toBe(0);
  expect(tagBytes(Buffer.from([0x49]))).toBe(0);
});

test('the number of ranges is limited, adjacent ranges are merged, and memory does not grow', () => {
  const max = 64;
  let got: number[] = [];
  for (let part = 0; part < 40_000; part++) {
    got = addRange(got, 10 * part, 10 * part + 5, max);
    expect(got.length).toBeLessThanOrEqual(2 * max);
  }
  expect(got).toHaveLength(2 * max);
  expect(bytesInRanges(got)).toBe(5 * max);
  got = addRange(got, 5, 1_000_000, max);
  expect(got).toEqual([0, 1_000_000]);
});
