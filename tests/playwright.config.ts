import { defineConfig } from '@playwright/test';
import { patience } from '../scripts/patience.ts';

/** The player's tests need no server but their own. */
const playerAlone = process.argv.some((word) => /^tests\/player|^--project=player(?:-sound)?$/.test(word));

const browser = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

// Nothing is drawn by a card that is not there, and a tab finds the process of the one before it.
const dashboard = {
  testDir: './e2e',
  fullyParallel: true,
  workers: 2,
  use: {
    launchOptions: {
      ...browser,
      args: [...browser.args, '--disable-software-rasterizer', '--process-per-site'],
    },
  },
};

// The dashboard: on one real server, where each test has a separate organization. The player's tests have
// separate servers.
export default defineConfig({
  outputDir: '../test-results',
  projects: [
    { name: 'player', testDir: './player', testIgnore: 'sound/**', fullyParallel: true },
    // Measures audio output and processor time: nothing else may run.
    { name: 'player-sound', testDir: './player/sound', workers: 1 },
    { ...dashboard, name: 'accessibility', testMatch: 'accessibility.spec.ts' },
    { ...dashboard, name: 'e2e', testIgnore: 'accessibility.spec.ts' },
  ],
  globalSetup: playerAlone ? undefined : './e2e/start-server.ts',
  // The player's tests wait for half of their time.
  workers: 3,
  // How fast a page is, is measured elsewhere: on a busy machine everything takes longer, and is right.
  timeout: patience.test,
  expect: { timeout: patience.condition },
  reporter: [['list'], ['./support/browser-times-reporter.ts']],
  forbidOnly: true,
  // A second failure stops a merge. A test that fails once is listed as flaky, which is an open bug.
  retries: process.env['CI'] ? 1 : 0,
  use: {
    viewport: { width: 1280, height: 860 },
    // Tracing costs time; request it with `--trace=on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: browser,
  },
});
