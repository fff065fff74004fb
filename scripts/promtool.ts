/** Finds a promtool for the tests of alert rules, or installs Debian's. */
import { debianPrograms, type DebianProgram } from './debian-program.ts';

const promtoolOfDebian: DebianProgram = {
  title: 'promtool',
  variable: 'PROMTOOL',
  paths: ['/usr/bin/promtool', '/usr/local/bin/promtool', '/opt/homebrew/bin/promtool'],
  packages: ['prometheus'],
};

/** @throws Error when there is none and none can be installed. */
export const promtool = (): string => debianPrograms([promtoolOfDebian])[0]!;
