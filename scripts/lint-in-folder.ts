import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Runs the linter with one of our own rules on files that are made for it.
 * @param code of each file, by its name
 * @returns names of files that the rule refuses, sorted
 */
export function lintedWith(rule: string, code: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-lint-'));
  try {
    const jsPlugins = [fileURLToPath(new URL('./lint-rules.ts', import.meta.url))];
    const config = { jsPlugins, categories: { correctness: 'off' }, rules: { [rule]: 'error' } };
    writeFileSync(join(folder, 'rules.json'), JSON.stringify(config));
    for (const [name, text] of Object.entries(code))
      writeFileSync(join(folder, `${name}.ts`), `export {};\n${text}\n`);
    const found = outputOf('oxlint', ['-c', join(folder, 'rules.json'), '--format', 'unix', folder]);
    return [...new Set([...found.matchAll(/(\w+)\.ts:\d+:\d+: /g)].map(([, name]) => name!))].toSorted();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a command prints, also where it ends with an error. */
function outputOf(command: string, args: string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
