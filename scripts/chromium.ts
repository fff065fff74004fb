/** Finds a Chromium for the browser tests, or installs Debian's. */
import { debianPrograms, findProgram, type DebianProgram } from './debian-program.ts';

export const chromiumOfDebian: DebianProgram = {
  title: 'Chromium',
  variable: 'CHROMIUM',
  paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  packages: ['chromium', 'fonts-liberation'],
};

/** @throws Error when there is none and none can be installed. */
export const chromium = (): string => debianPrograms([chromiumOfDebian])[0]!;

/** Chromium without what a window needs: it shows the same pages for a fifth less of the processor. */
export const headlessShellOfDebian: DebianProgram = {
  title: 'Chromium’s headless shell',
  variable: 'CHROMIUM',
  paths: ['/usr/bin/chromium-headless-shell'],
  packages: ['chromium-headless-shell', 'fonts-liberation'],
};

/**
 * Returns the lightest Chromium available, for tests without audio output: the headless shell, otherwise
 * Chromium itself.
 * @throws Error when there is none and none can be installed
 */
export const headlessChromium = (): string => findProgram(headlessShellOfDebian) ?? chromium();
