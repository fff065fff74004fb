/**
 * What Lighthouse says of the first pages that an editor sees, on a desktop computer and on a phone, with its
 * own throttling. Of a loaded machine its performance tells little: the note says how fast Lighthouse found
 * the machine to be.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { freePort } from '../support/postgres.ts';
import type { ServerProcess } from '../support/process.ts';
import { browserOptions } from './bench-browser.ts';
import { buildDashboard } from './built-dashboard.ts';
import { measured, median, type Figure } from './figure.ts';
import { definePart } from './part.ts';
import { startServer } from './server-as-started.ts';
import { untilVoiced } from './voiced-demo.ts';

const administrator = { email: 'admin@example.com', password: 'correct horse battery' };
/** Only signed-out people see the sign-in page. */
const pages = {
  'sign-in': { path: '/', signedIn: false },
  dashboard: { path: '/projects/dashboard', signedIn: true },
  project: { path: '/projects/1', signedIn: true },
};
const devices = { desktop: { config: desktopConfig, bar: 98 }, phone: { config: undefined, bar: 88 } };
const categories = ['performance', 'accessibility', 'best-practices'] as const;

export const part = definePart({
  minutes: 4.5,
  /** Runs of each page on each device; only so many of both. */
  full: { runs: 3, only: 3 },
  tiny: { runs: 1, only: 1 },
  async measure({ runs, only }) {
    buildDashboard();
    const directory = await mkdtemp(join(tmpdir(), 'parlance-bench-'));
    let server: ServerProcess | undefined;
    try {
      server = await startServer(
        {
          DATA_DIR: join(directory, 'data'),
          ADMIN_EMAIL: administrator.email,
          ADMIN_PASSWORD: administrator.password,
          PORT: '0',
          DEMO: '1',
          LOG_LEVEL: 'silent',
        },
        ['--worker'],
      );
      await untilVoiced(server, administrator);
      const result: Figure[] = [];
      for (const [name, { path, signedIn }] of Object.entries(pages).slice(0, only)) {
        const port = await freePort();
        // Lighthouse looks at the profile's own pages, which hence has the session.
        const browser = await chromium.launchPersistentContext(
          join(directory, name),
          browserOptions(`--remote-debugging-port=${port}`),
        );
        try {
          if (signedIn) await browser.request.post(`${server.url}/auth/sign-in`, { data: administrator });
          for (const [device, { config, bar }] of Object.entries(devices).slice(0, only)) {
            const scores: Record<(typeof categories)[number], number[]> = {
              performance: [],
              accessibility: [],
              'best-practices': [],
            };
            const speeds: number[] = [];
            for (let run = 0; run < runs; run++) {
              const answer = await lighthouse(
                server.url + path,
                { port, logLevel: 'silent', onlyCategories: [...categories] },
                config,
              );
              if (!answer || answer.lhr.runtimeError)
                throw new Error(answer?.lhr.runtimeError?.message ?? 'Lighthouse did not answer.');
              if (answer.lhr.finalDisplayedUrl !== server.url + path)
                throw new Error(`${path} led to ${answer.lhr.finalDisplayedUrl}.`);
              speeds.push(answer.lhr.environment.benchmarkIndex);
              for (const category of categories)
                scores[category].push(100 * (answer.lhr.categories[category]?.score ?? 0));
            }
            for (const category of categories)
              result.push(
                measured(
                  {
                    name: `Lighthouse, ${category}: ${name}, ${device}`,
                    unit: 'of 100',
                    bar: category === 'performance' ? bar : 100,
                    better: 'higher',
                    plausible: [1, 100],
                  },
                  scores[category],
                  `benchmark index ${Math.round(median(speeds))}`,
                ),
              );
          }
        } finally {
          await browser.close();
        }
      }
      return result;
    } finally {
      await server?.stop('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    }
  },
});
