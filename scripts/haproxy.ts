/** Finds a haproxy for the test of the documented configuration, or installs Debian's. */
import { debianPrograms, type DebianProgram } from './debian-program.ts';

const haproxyOfDebian: DebianProgram = {
  title: 'haproxy',
  variable: 'HAPROXY',
  paths: [
    '/usr/sbin/haproxy',
    '/usr/local/sbin/haproxy',
    '/usr/local/bin/haproxy',
    '/opt/homebrew/bin/haproxy',
  ],
  packages: ['haproxy'],
};

/** @throws Error when there is none and none can be installed. */
export const haproxy = (): string => debianPrograms([haproxyOfDebian])[0]!;
