import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as lists from './support/suite-lists.ts';

const cwd = new URL('..', import.meta.url).pathname;

/** Globs without braces that together match what one with them matches. */
function alternatives(glob: string): string[] {
  const innermost = /\{([^{}]*)\}/.exec(glob);
  if (!innermost) return [glob];
  const [braces, choices] = innermost;
  return choices!.split(',').flatMap((choice) => alternatives(glob.replace(braces, () => choice)));
}

// A file that moves would change its project in silence.
test.each(Object.entries(lists))('%s: every name is that of an existing test file', (_, globs) => {
  const missing = globs
    .flatMap(alternatives)
    .filter((glob) => !globSync(glob, { cwd }).some((file) => file.endsWith('.test.ts')));
  expect(missing).toEqual([]);
});
