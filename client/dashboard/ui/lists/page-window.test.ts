import { describe, expect, it } from 'vitest';
import { pageWindow } from './page-window.ts';

describe('pageWindow', () => {
  it.each([
    [1, 0, []],
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [1, 10, [1, 2, 'gap', 10]],
    [2, 10, [1, 2, 3, 'gap', 10]],
    [3, 10, [1, 2, 3, 4, 'gap', 10]],
    [5, 10, [1, 'gap', 4, 5, 6, 'gap', 10]],
    [8, 10, [1, 'gap', 7, 8, 9, 10]],
    [10, 10, [1, 'gap', 9, 10]],
    [3, 5, [1, 2, 3, 4, 5]],
  ])('page %i of %i', (current, total, expected) => {
    expect(pageWindow(current, total)).toEqual(expected);
  });

  it('has no gap where one page would fit', () => {
    for (let total = 1; total < 30; total++) {
      for (let current = 1; current <= total; current++) {
        const pages = pageWindow(current, total);
        expect(pages).toContain(current);
        pages.forEach((page, index) => {
          if (page !== 'gap') return;
          expect(Number(pages[index + 1]) - Number(pages[index - 1])).toBeGreaterThan(2);
        });
      }
    }
  });
});
