import type { LaunchOptions } from '@playwright/test';
import { chromium } from '../../scripts/chromium.ts';

/**
 * How Chromium is started for figures.
 * @param more of its arguments
 * @throws Error when there is none and none can be installed
 */
export const browserOptions = (...more: string[]): LaunchOptions => ({
  executablePath: chromium(),
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', ...more],
});
