/**
 * Finds the programs that the suite needs, or installs Debian's, and prints where they are. One it can do
 * without is installed where that is possible.
 */
import { chromiumOfDebian, headlessShellOfDebian } from '../chromium.ts';
import { debianPrograms } from '../debian-program.ts';
import { nginxOfDebian } from '../nginx.ts';

console.log(debianPrograms([chromiumOfDebian, nginxOfDebian]).join('\n'));
try {
  console.log(debianPrograms([headlessShellOfDebian])[0]);
} catch {
  console.log('Chromium’s headless shell cannot be installed, so tests use Chromium itself.');
}
