import type { Page } from '@playwright/test';

/** Waits for the dashboard's fonts, which come after the first words (client/dashboard/ui/fetch-fonts.ts). */
export async function fontsOf(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => family.includes('Inter Variable') && status === 'loaded',
    ),
  );
}
