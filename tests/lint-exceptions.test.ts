import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

interface LintConfiguration {
  overrides: { files: string[]; rules?: Record<string, unknown> }[];
}

const lengthLimit = 'eslint/max-lines-per-function';

test('the limit of lines per function is off for single files and tests alone, and these files exist', async () => {
  const text = await readFile('.oxlintrc.json', 'utf8');
  const { overrides } = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, '')) as LintConfiguration;
  const excepted = overrides
    .filter(({ rules }) => rules?.[lengthLimit] === 'off')
    .flatMap(({ files }) => files)
    .filter((file) => !/\.(?:test|spec)\.tsx?$/.test(file));
  expect(excepted.length).toBeGreaterThan(0);
  expect(excepted.filter((file) => !existsSync(file))).toEqual([]);
});
