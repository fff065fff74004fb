/**
 * `npm run advisories`: lists published advisories of the packages that production needs, with what
 * `.github/docs/known-advisories.md` says about each. Exits with 1 if it says nothing about one.
 */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** What `npm audit --json` says of a package; other entries of `via` name packages that it comes from. */
interface Vulnerability {
  via: (string | { url: string; title: string; severity: string; range: string; name: string })[];
}

const page = await readFile(new URL('../.github/docs/known-advisories.md', import.meta.url), 'utf8');
const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json', ...process.argv.slice(2)], {
  encoding: 'utf8',
});
const { vulnerabilities, message } = JSON.parse(stdout || '{}') as {
  vulnerabilities?: Record<string, Vulnerability>;
  message?: string;
};
if (!vulnerabilities) {
  console.error(`The registry did not answer: ${message ?? stderr}`);
  process.exit(2);
}
const advisories = new Map(
  Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((cause) => typeof cause !== 'string')
    .map((advisory) => [advisory.url, advisory]),
);
let unexplained = 0;
for (const { url, title, severity, range, name } of advisories.values()) {
  const id = url.slice(url.lastIndexOf('/') + 1);
  const explanation = page.split('\n').find((line) => line.startsWith('|') && line.includes(id));
  if (!explanation) unexplained += 1;
  console.log(`${id} ${severity}: ${name} ${range}: ${title}\n  ${explanation ?? 'NOT EXPLAINED'}`);
}
console.log(`${advisories.size} advisories, ${unexplained} of them not explained in known-advisories.md.`);
process.exit(unexplained ? 1 : 0);
