import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { slowestOf, timesFile, type FileTimes } from './times.ts';

/** Vitest's reporter that keeps what each file of tests took, one JSON line a file, as the file ends. */
export default class TimesReporter implements Reporter {
  readonly #output = timesFile();

  onInit(): void {
    mkdirSync(dirname(this.#output), { recursive: true });
  }

  onTestModuleEnd(module: TestModule): void {
    const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } =
      module.diagnostic();
    const tests = [...module.children.allTests()].map((test) => ({
      name: test.fullName,
      milliseconds: Math.round(test.diagnostic()?.duration ?? 0),
      limit: test.options.timeout ?? module.project.config.testTimeout,
    }));
    const inTests = tests.reduce((sum, test) => sum + test.milliseconds, 0);
    // Vitest counts a file's hooks with its tests; those of single tests it counts with the test.
    const inHooks = Math.max(0, duration - inTests);
    // Files that share a worker also share its environment, whose time is reported for each of them.
    const environment = module.project.config.isolate ? environmentSetupDuration + prepareDuration : 0;
    const times: FileTimes = {
      project: module.project.name,
      file: module.relativeModuleId,
      state: module.state(),
      importing: Math.round(collectDuration),
      setUp: Math.round(environment + setupDuration + inHooks),
      tests: Math.round(duration - inHooks),
      slowest: slowestOf(tests),
    };
    appendFileSync(this.#output, `${JSON.stringify(times)}\n`);
  }
}
