/** Finds a Chromium for the browser tests, or installs Debian's. */
import { debianPrograms, type DebianProgram } from './debian-program.ts';

export const chromiumOfDebian: DebianProgram = {
  title: 'Chromium',
  variable: 'CHROMIUM',
  paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  packages: ['chromium', 'fonts-liberation'],
};

/** @throws Error when there is none and none can be installed. */
export const chromium = (): string => debianPrograms([chromiumOfDebian])[0]!;
