import { defineConfig } from '@playwright/test';

// One real server for all tests, which run one after the other: they listen to sound in real time.
export default defineConfig({
  outputDir: '../test-results',
  projects: [
    { name: 'player', testDir: './player' },
    // The longest of all, which asks nothing of the others: by itself it can run beside them.
    { name: 'accessibility', testDir: './e2e', testMatch: 'accessibility.spec.ts' },
    { name: 'e2e', testDir: './e2e', testIgnore: 'accessibility.spec.ts' },
  ],
  // The player's tests need no server but their own.
  globalSetup: process.argv.some((word) => /^tests\/player|^--project=player$/.test(word))
    ? undefined
    : './e2e/start-server.ts',
  workers: 1,
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
