import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** The rules of WCAG 2.2, levels A and AA, and what axe holds for good practice. */
const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export interface Look {
  /** What is looked at, as the message names it. */
  what?: string;
  /** Only these rules. All unless given. */
  rules?: string[] | undefined;
  /** Rules that are left out. */
  except?: string[];
  /** Selector of the part that is looked at. The whole page unless given. */
  within?: string;
}

/**
 * Returns what axe finds wrong with the current page, once its animations have ended. Loads axe into a page
 * once, and reports faults only: describing all that passes takes as long as the check.
 */
async function faults(page: Page, { what, rules, except = [], within }: Look): Promise<string[]> {
  // A running animation has different colors.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
        .map((animation) => animation.finished.catch(() => {})),
    ),
  );
  if (rules?.includes('target-size')) await standStill(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const asked: RunOptions = {
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: everyRule },
    rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
  };
  const { violations } = await page.evaluate(
    ([place, options]) => (window as unknown as { axe: typeof axe }).axe.run(place ?? document, options),
    [within, asked] as const,
  );
  return violations.map(({ id, nodes }) => {
    const where = nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join('\n');
    return what ? `${what}: ${id}: ${where}` : `${id}: ${where}`;
  });
}

/** Puts what stays in place while one scrolls where it belongs: what it covers now, one scroll uncovers. */
async function standStill(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('body *'))
      if (getComputedStyle(element).position === 'sticky') element.style.position = 'static';
  });
}

/**
 * Expects that axe finds no fault. The test continues on a fault, so that one screen's fault does not hide
 * another's.
 */
export async function expectAccessible(page: Page, look: Look = {}): Promise<void> {
  expect.soft(await faults(page, look)).toEqual([]);
}

/** Nothing is wider than the page. */
export async function expectFits(page: Page, what = 'the page'): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overflow, `${what} is wider than the page, at ${page.viewportSize()!.width} px`).toBe(0);
}
