/** Finds a Chromium for the browser tests, or installs Debian's. Prints its path. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

const candidates = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

function find(): string | undefined {
  return candidates.find((path) => {
    try {
      accessSync(path ?? '', constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** @throws Error when there is none and none can be installed. */
export function chromium(): string {
  const found = find();
  if (found) return found;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  // Debian's tools download as another user, who may not write to a temporary directory of our own.
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', TMPDIR: undefined };
  try {
    for (const words of [
      ['apt-get', 'update', '-qq'],
      ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'],
    ]) {
      const [command, ...args] = [...sudo, ...words];
      execFileSync(command!, args, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
    }
  } catch (error) {
    throw new Error('The browser tests need Chromium: install it, or set CHROMIUM to its path.', {
      cause: error,
    });
  }
  const installed = find();
  if (!installed)
    throw new Error('Chromium was installed but is not where it is looked for; set CHROMIUM to its path.');
  return installed;
}

if (import.meta.main) console.log(chromium());
