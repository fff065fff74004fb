import type { Page } from '@playwright/test';

/** Waits for the fonts of the dashboard, which load after the first text (fonts/fetch-fonts.ts). */
export async function fontsOf(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => family.includes('Inter Variable') && status === 'loaded',
    ),
  );
}
