import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { slowestOf, timesFile, type FileTimes } from './times.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Playwright's reporter that keeps what each file of tests took, as Vitest's does, once all have run. */
export default class BrowserTimesReporter implements Reporter {
  readonly #files = new Map<string, FileTimes>();

  onTestEnd(test: TestCase, result: TestResult): void {
    const project = test.parent.project()?.name ?? '';
    const file = relative(root, test.location.file);
    const times = this.#files.get(`${project} ${file}`) ?? {
      project,
      file,
      state: 'passed',
      importing: 0,
      setUp: 0,
      tests: 0,
      slowest: [],
    };
    this.#files.set(`${project} ${file}`, times);
    const hooks = result.steps
      .filter(({ category }) => category === 'hook')
      .reduce((sum, { duration }) => sum + duration, 0);
    times.setUp += hooks;
    times.tests += result.duration - hooks;
    if (test.outcome() === 'unexpected') times.state = 'failed';
    times.slowest.push({
      name: test.titlePath().slice(3).join(' > '),
      milliseconds: result.duration,
      limit: test.timeout,
    });
  }

  onEnd(): void {
    mkdirSync(dirname(timesFile()), { recursive: true });
    for (const times of this.#files.values()) {
      times.slowest = slowestOf(times.slowest);
      appendFileSync(timesFile(), `${JSON.stringify(times)}\n`);
    }
  }
}
