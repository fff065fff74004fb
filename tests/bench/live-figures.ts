/**
 * The project's page while much happens: 500 events in ten seconds on 20 rows. They come from another process
 * over PostgreSQL, as in a newsroom; a real browser shows them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { articleEvent } from '../../server/areas/articles/articles/events.ts';
import { parseConfig } from '../../server/config.ts';
import type { App } from '../../server/kernel/app.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { openApp } from '../../server/open-app.ts';
import { factories } from '../support/factories.ts';
import { runSql, startPostgres } from '../support/postgres.ts';
import type { ServerProcess } from '../support/process.ts';
import { browserOptions } from './bench-browser.ts';
import { buildDashboard } from './built-dashboard.ts';
import { measured, median } from './figure.ts';
import { definePart } from './part.ts';
import { quietEnvironment } from './quiet-environment.ts';
import { startServer } from './server-as-started.ts';

const rows = 20;
const administrator = { email: 'admin@example.com', password: 'correct horse battery' };

/** When a row showed an event: `number` of the event, `at` in Unix ms. */
interface Shown {
  article: string;
  number: number;
  at: number;
}

export const part = definePart({
  minutes: 0.8,
  /** Events, and milliseconds in which they happen. */
  full: { events: 500, during: 10_000 },
  tiny: { events: 50, during: 1_000 },
  async measure({ events, during }) {
    buildDashboard();
    const postgres = await startPostgres();
    const dataDir = await mkdtemp(join(tmpdir(), 'parlance-bench-'));
    let server: ServerProcess | undefined;
    const browser = await chromium.launch(browserOptions());
    try {
      await runSql(postgres.url('postgres'), 'CREATE DATABASE bench');
      const environment = {
        ...quietEnvironment(postgres.url('bench'), dataDir),
        JWT_SECRET: 'x'.repeat(32),
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
      };
      server = await startServer(environment);
      const { app, close } = await openApp({
        config: parseConfig(environment),
        log: createLogger('silent'),
        worker: false,
      });
      try {
        const { project, articles } = await prepare(app);
        const page = await openProject(await browser.newPage(), server.url, project);
        const happened = await happen(app, project, articles, { events, during });
        await page.getByText(`Event ${events - 1}`, { exact: true }).waitFor();
        const { shown, longest } = await page.evaluate(
          () => (window as unknown as { seen: { shown: Shown[]; longest: number } }).seen,
        );
        const late = happened.map(({ article, number, at }) => {
          const first = shown.find((row) => row.article === `Row ${article}` && row.number >= number);
          return first ? first.at - at : Infinity;
        });
        const note = `${events} events in ${during / 1_000} s, one page of ${rows} rows, server and browser on one machine`;
        return [
          measured(
            {
              name: 'project page under 500 events: the longest task',
              unit: 'ms',
              bar: 100,
              better: 'lower',
              plausible: [0, 60_000],
            },
            [longest],
            `${note}; 0: none over 50 ms`,
          ),
          measured(
            {
              name: 'project page under 500 events: until the last of them is shown',
              unit: 'ms',
              bar: 250,
              better: 'lower',
              plausible: [1, Infinity],
            },
            [Math.max(...late)],
            `${note}; median ${median(late)} ms`,
          ),
        ];
      } finally {
        await close();
      }
    } finally {
      await browser.close();
      await server?.stop('SIGKILL');
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
});

async function prepare(app: App): Promise<{ project: number; articles: number[] }> {
  const make = factories(app.db);
  const { id: project } = await make.project({ name: 'Live' });
  const articles: number[] = [];
  for (let number = 0; number < rows; number++)
    articles.push((await make.article(project, { title: 'Event -1', labels: [] })).id);
  return { project, articles };
}

async function openProject(page: Page, url: string, project: number): Promise<Page> {
  await page.request.post(`${url}/auth/sign-in`, { data: administrator });
  await page.addInitScript(watch);
  await page.goto(`${url}/projects/${project}`);
  await page
    .getByTestId('article')
    .nth(rows - 1)
    .waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => (window as unknown as { seen: { begin(): void } }).seen.begin());
  return page;
}

/** Runs in the page: notes what each row shows and when, and how long tasks take. */
function watch(): void {
  const seen = {
    shown: [] as { article: string; number: number; at: number }[],
    longest: 0,
    begin(): void {
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
      }).observe({ type: 'longtask' });
      const last = new Map<string, number>();
      new MutationObserver(() => {
        for (const row of document.querySelectorAll('[data-testid=article]')) {
          const article = `Row ${/\/article\/(\d+)/.exec(row.querySelector('a[href*="/article/"]')?.getAttribute('href') ?? '')?.[1]}`;
          const number = Number(/Event (-?\d+)/.exec(row.textContent ?? '')?.[1]);
          if (last.get(article) === number) continue;
          last.set(article, number);
          seen.shown.push({ article, number, at: Date.now() });
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    },
  };
  (window as unknown as { seen: typeof seen }).seen = seen;
}

/** Makes the events happen, evenly. @returns when each was there for all to see, in Unix ms */
async function happen(
  app: App,
  projectId: number,
  articles: number[],
  { events, during }: { events: number; during: number },
): Promise<{ article: number; number: number; at: number }[]> {
  const happened: { article: number; number: number; at: number }[] = [];
  const begun = performance.now();
  for (let number = 0; number < events; number++) {
    await wait(Math.max(0, begun + (number * during) / events - performance.now()));
    const article = articles[(number * 7) % rows]!;
    await app.db.transaction(async (sql) => {
      const status = number % 2 ? 'errored' : 'processing';
      await sql
        .updateTable('Article')
        .set({ title: `Event ${number}`, status, updatedAt: new Date() })
        .where('id', '=', article)
        .execute();
      await app.pubsub.publish(sql, articleEvent, { kind: 'changed', articleId: article, projectId });
    });
    happened.push({ article, number, at: Date.now() });
  }
  return happened;
}
