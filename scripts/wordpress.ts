/** Finds what a WordPress needs, for the test of the plugin, or installs Debian's. */
import { debianPrograms, type DebianProgram } from './debian-program.ts';

const programs: readonly DebianProgram[] = [
  { title: 'PHP', variable: 'PHP', paths: ['/usr/bin/php'], packages: ['php-cli', 'php-mysql'] },
  { title: 'MariaDB', variable: 'MARIADBD', paths: ['/usr/sbin/mariadbd'], packages: ['mariadb-server'] },
  {
    title: 'the installation of MariaDB',
    variable: 'MARIADB_INSTALL_DB',
    paths: ['/usr/bin/mariadb-install-db'],
    packages: ['mariadb-server'],
  },
  // A directory, through which one may pass.
  { title: 'WordPress', variable: 'WORDPRESS', paths: ['/usr/share/wordpress'], packages: ['wordpress'] },
  {
    title: 'a block theme of WordPress',
    variable: 'WORDPRESS_THEME',
    paths: ['/usr/share/wordpress/wp-content/themes/twentytwentythree'],
    packages: ['wordpress-theme-twentytwentythree'],
  },
  {
    title: 'a classic theme of WordPress',
    variable: 'WORDPRESS_CLASSIC_THEME',
    paths: ['/usr/share/wordpress/wp-content/themes/twentytwentyone'],
    packages: ['wordpress-theme-twentytwentyone'],
  },
];

/** Paths of programs and of WordPress's files. @throws Error when one is missing and cannot be installed */
export function wordpressPrograms(): {
  php: string;
  mariadbd: string;
  installDatabase: string;
  files: string;
} {
  const [php, mariadbd, installDatabase, files] = debianPrograms(programs) as [
    string,
    string,
    string,
    string,
  ];
  return { php, mariadbd, installDatabase, files };
}
