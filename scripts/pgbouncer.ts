/** Finds a pgbouncer for the tests of poolers, or installs Debian's. */
import { debianPrograms, type DebianProgram } from './debian-program.ts';

const pgbouncerOfDebian: DebianProgram = {
  title: 'pgbouncer',
  variable: 'PGBOUNCER',
  paths: ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'],
  packages: ['pgbouncer'],
};

/** @throws Error when there is none and none can be installed. */
export const pgbouncer = (): string => debianPrograms([pgbouncerOfDebian])[0]!;
