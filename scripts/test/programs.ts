/** Finds the programs that the suite needs, or installs Debian's, and prints where they are. */
import { chromiumOfDebian } from '../chromium.ts';
import { debianPrograms } from '../debian-program.ts';
import { nginxOfDebian } from '../nginx.ts';

console.log(debianPrograms([chromiumOfDebian, nginxOfDebian]).join('\n'));
