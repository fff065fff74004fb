import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Builds the dashboard where it is missing or older than its source, for figures that a browser shows.
 * @throws Error when it does not build
 */
export function buildDashboard(): void {
  execFileSync(process.execPath, ['codegen/build.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: 'inherit',
  });
}
