import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { nextVersion, problemsOf, unreleasedSection } from '../scripts/release/changelog.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const changelogFile = '.github/CHANGELOG.md';
const documentsFile = 'client/dashboard/released-documents.json';
/** A document of the clone's dashboard. */
const documentId = 'ab'.repeat(32);

const run = (cwd: string, command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();

/** A repository with what a release touches, and the remote that it would push to. */
async function makeClone(): Promise<{ clone: string; remote: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-release-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const remote = join(folder, 'remote.git');
  const clone = join(folder, 'clone');
  run(folder, 'git', 'init', '--quiet', '--bare', remote);
  run(folder, 'git', 'clone', '--quiet', remote, clone);
  const files = [
    'package.json',
    'package-lock.json',
    changelogFile,
    'scripts/make-release.ts',
    'scripts/release',
    'codegen/released-documents.ts',
    documentsFile,
  ];
  run(root, 'cp', '--parents', '--recursive', ...files, clone);
  run(clone, 'git', 'config', 'user.name', 'A maintainer');
  run(clone, 'git', 'config', 'user.email', 'maintainer@example.com');
  await writeFile(join(clone, '.gitignore'), 'dist/\n__generated__/\n');
  const artifacts = join(clone, 'client/dashboard/__generated__');
  await mkdir(artifacts);
  await writeFile(join(artifacts, 'OneQuery.graphql.ts'), `// @relayRequestID ${documentId}\n`);
  run(clone, 'git', 'add', '.');
  run(clone, 'git', 'commit', '--quiet', '--message', 'Start');
  run(clone, 'git', 'push', '--quiet');
  return { clone, remote };
}

const release = (clone: string, bump: string): string =>
  run(clone, process.execPath, 'scripts/make-release.ts', bump);

test('a release sets version and changelog, commits, tags and packs, but pushes nothing', async () => {
  const { clone, remote } = await makeClone();
  const before = await readFile(join(clone, changelogFile), 'utf8');
  const pushed = run(remote, 'git', 'rev-parse', 'HEAD');
  expect(release(clone, '7.0.0')).toContain('git push --follow-tags');

  const read = async (file: string) => JSON.parse(await readFile(join(clone, file), 'utf8'));
  expect((await read('package.json')).version).toBe('7.0.0');
  expect((await read('package-lock.json')).packages[''].version).toBe('7.0.0');
  const after = await readFile(join(clone, changelogFile), 'utf8');
  expect(after).toMatch(/^## Unreleased\n\n## \[7\.0\.0\] – \d{4}-\d\d-\d\d\n/m);
  expect(after).toContain(unreleasedSection(before));
  const documents = (await read(documentsFile)) as Record<string, string[]>;
  expect(Object.keys(documents)).toHaveLength(2);
  expect(documents['7.0.0']).toEqual([documentId]);
  expect(run(clone, 'git', 'cat-file', '-t', 'v7.0.0')).toBe('tag');
  expect(run(clone, 'git', 'status', '--porcelain')).toBe('');
  expect(run(clone, 'tar', '--list', '--file', 'dist/parlance-7.0.0.tar.gz')).toContain(
    'parlance-7.0.0/package.json',
  );
  expect(run(join(clone, 'dist'), 'sha256sum', '--check', 'parlance-7.0.0.tar.gz.sha256')).toContain('OK');
  expect(run(remote, 'git', 'rev-parse', 'HEAD')).toBe(pushed);
  expect(run(remote, 'git', 'tag')).toBe('');
  expect(() => release(clone, 'patch')).toThrow('no unreleased change');
});

test('uncommitted changes are refused', async () => {
  const { clone } = await makeClone();
  await writeFile(join(clone, 'package.json'), '{}\n');
  expect(() => release(clone, 'minor')).toThrow('Commit or stash');
});

test.each([
  ['patch', '0.1.1'],
  ['minor', '0.2.0'],
  ['major', '1.0.0'],
  ['0.3.0', '0.3.0'],
])('%s after 0.1.0 is %s', (bump, version) => {
  expect(nextVersion('## [0.1.0] – 2026-11-22\n', bump)).toBe(version);
});

test.each(['0.1.0', '0.0.9', 'next'])('%s after 0.1.0 is refused', (bump) => {
  expect(() => nextVersion('## [0.1.0] – 2026-11-22\n', bump)).toThrow(bump);
});

test('the changelog has one line per change, grouped by reader', async () => {
  const changelog = await readFile(join(root, changelogFile), 'utf8');
  expect(problemsOf(unreleasedSection(changelog))).toEqual([]);
  expect(problemsOf('### Fixed\n- a\n  b\n')).toHaveLength(2);
});

test('the installation instructions clone an existing repository and tag', async () => {
  const { clone, remote } = await makeClone();
  const page = await readFile(join(root, '.github/OPERATIONS.md'), 'utf8');
  const [block = ''] = /^ {7}git clone[^]*?(?=\n\n)/m.exec(page) ?? [];
  const commands = block
    .replaceAll('/opt/', `${clone}/../`)
    .replace('npm ci && npm run build', 'npm pkg get name');
  execFileSync('sh', ['-e', '-c', commands], { env: { ...process.env, REPOSITORY: remote }, stdio: 'pipe' });
  expect(JSON.parse(await readFile(join(clone, '../parlance/package.json'), 'utf8')).name).toBe('parlance');
});
