/** Finds an nginx for the test of the guide's configuration, or installs Debian's. */
import { debianPrograms, type DebianProgram } from './debian-program.ts';

export const nginxOfDebian: DebianProgram = {
  title: 'nginx',
  variable: 'NGINX',
  paths: [
    '/usr/sbin/nginx',
    '/usr/local/sbin/nginx',
    '/usr/bin/nginx',
    '/usr/local/bin/nginx',
    '/opt/homebrew/bin/nginx',
  ],
  packages: ['nginx-light'],
};

/** @throws Error when there is none and none can be installed. */
export const nginx = (): string => debianPrograms([nginxOfDebian])[0]!;
