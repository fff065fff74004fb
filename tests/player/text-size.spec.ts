/** Texts follow the reader's text size, and printed pages have no player. */
import type { Page } from '@playwright/test';
import { expect, players, test } from './player-page.ts';
import type { Stage } from './publisher-pages.ts';

async function open(page: Page, stage: Stage, root: string): Promise<number[]> {
  for (const version of [2, 3, 4] as const)
    stage.configure(`size-${version}`, stage.config({ channel: { version } }));
  stage.publisher.set('/root.css', {
    headers: { 'content-type': 'text/css' },
    body: `html { font-size: ${root} }`,
  });
  await page.goto(
    stage.page('/text', [2, 3, 4].map((version) => stage.embed(`size-${version}`)).join(''), {
      head: '<link rel="stylesheet" href="/root.css">',
    }),
  );
  await expect(players(page)).toHaveCount(3);
  const sizes = await players(page).evaluateAll((elements) =>
    elements.flatMap((element) =>
      [...element.shadowRoot!.querySelectorAll<HTMLElement>('*')]
        .filter(
          (node) =>
            !node.closest('svg, .status') &&
            [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent!.trim()),
        )
        .map((node) => parseFloat(getComputedStyle(node).fontSize)),
    ),
  );
  expect(sizes.length).toBeGreaterThan(6);
  return sizes;
}

test('texts are at least 12 pixels high, also if the page sets its root to 10', async ({ page, stage }) => {
  for (const root of ['16px', '10px', '62.5%'])
    expect(Math.min(...(await open(page, stage, root)))).toBeGreaterThanOrEqual(12);
});

test('texts are twice as large for readers with a doubled font size', async ({ page, stage }) => {
  const usual = await open(page, stage, '16px');
  expect(await open(page, stage, '32px')).toEqual(usual.map((size) => size * 2));
});

test('printed pages have no player', async ({ page, stage }) => {
  await open(page, stage, '16px');
  await expect(players(page).first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const at of [0, 1, 2]) await expect(players(page).nth(at)).toBeHidden();
});
