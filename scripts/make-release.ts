/**
 * `npm run release -- <patch|minor|major|x.y.z>`: dates the changelog, sets the version with `npm version`,
 * notes which documents its dashboard sends, commits, tags, and writes a tarball with its checksum to
 * `dist/`. Pushes nothing.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { addReleasedDocuments } from '../codegen/released-documents.ts';
import { nextVersion, releaseChangelog } from './release/changelog.ts';
import { setDeployVersion } from './release/deploy-version.ts';

const changelogFile = '.github/CHANGELOG.md';
const documentsFile = 'client/dashboard/released-documents.json';

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** Commits and tags the release. @returns its tag @throws Error when the repository is not ready for it */
export async function commitRelease(bump: string): Promise<string> {
  if (run('git', 'status', '--porcelain')) throw new Error('Commit or stash your changes first.');
  const before = readFileSync(changelogFile, 'utf8');
  const version = nextVersion(before, bump);
  const tag = `v${version}`;
  if (run('git', 'tag', '--list', tag)) throw new Error(`The tag ${tag} already exists.`);
  const day = new Date().toISOString().slice(0, 10);
  await addReleasedDocuments(version);
  writeFileSync(changelogFile, releaseChangelog(before, version, day));
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts');
  const deployFiles = setDeployVersion(version);
  run('git', 'add', changelogFile, documentsFile, 'package.json', 'package-lock.json', ...deployFiles);
  run('git', 'commit', '--quiet', '--message', `Release ${version}`);
  run('git', 'tag', '--annotate', tag, '--message', `Parlance ${version}`);
  return tag;
}

/** Writes the sources of a tag as a tarball, and its SHA-256. @returns the tarball's path */
export function writeTarball(tag: string): string {
  mkdirSync('dist', { recursive: true });
  const name = `parlance-${tag.slice(1)}`;
  const file = `dist/${name}.tar.gz`;
  run('git', 'archive', '--format=tar.gz', `--prefix=${name}/`, `--output=${file}`, tag);
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
  writeFileSync(`${file}.sha256`, `${sum}  ${name}.tar.gz\n`);
  return file;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const tag = await commitRelease(process.argv[2] ?? 'minor');
    console.log(`Committed and tagged ${tag}; wrote ${writeTarball(tag)}.`);
    console.log('Publish it:  git push --follow-tags');
    console.log(`Or undo it:  git tag --delete ${tag} && git reset --hard HEAD~1`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
