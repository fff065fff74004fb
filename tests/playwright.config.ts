import { defineConfig } from '@playwright/test';

/** No second tries. Pages are recorded on demand (`--trace on`), for that takes more than the tests themselves. */
const ofPlayer = { retries: 0, use: { trace: 'off' } } as const;

// One real server for the dashboard's tests; the player's have servers of their own.
export default defineConfig({
  outputDir: '../test-results',
  projects: [
    { name: 'player', testDir: './player', testIgnore: 'sound/**', fullyParallel: true, ...ofPlayer },
    // Measures what is heard, and how long a processor takes: nothing else may run.
    { name: 'player-sound', testDir: './player/sound', workers: 1, ...ofPlayer },
    // The longest of all, which asks nothing of the others: by itself it can run beside them.
    { name: 'accessibility', testDir: './e2e', testMatch: 'accessibility.spec.ts', workers: 1 },
    { name: 'e2e', testDir: './e2e', testIgnore: 'accessibility.spec.ts', workers: 1 },
  ],
  // The player's tests need no server but their own.
  globalSetup: process.argv.some((word) => /^tests\/player|^--project=player(?:-sound)?$/.test(word))
    ? undefined
    : './e2e/start-server.ts',
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  forbidOnly: true,
  // Sound is heard in real time: a machine that others use may tear it once. What passes only the second time
  // is listed as flaky.
  retries: process.env['CI'] ? 1 : 0,
  use: {
    viewport: { width: 1280, height: 860 },
    // Recording costs time, so where nobody waits to look only a second try is recorded.
    trace: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
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
    },
  },
});
