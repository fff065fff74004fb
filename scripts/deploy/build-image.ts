/**
 * `npm run image`: builds a container image of a packed release with podman or docker, and prints its size.
 * Its base is made of five of Debian's packages by mmdebstrap, or is the image that `--base` names.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const megabytesMax = 400;
const debianRelease = 'bookworm';
/** A shell for `parlance`, and what Node links to. Node brings authorities of its own. */
const debianPackages = ['base-files', 'dash', 'coreutils', 'libc6', 'libstdc++6'];
const mergedUsr = '/usr/share/mmdebstrap/hooks/merged-usr';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'podman' },
    architecture: { type: 'string', default: process.arch === 'arm64' ? 'arm64' : 'amd64' },
    tarball: { type: 'string' },
    base: { type: 'string' },
    tag: { type: 'string' },
  },
});
const { engine, architecture } = values;
const run = (command: string, args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** Makes the base image. @returns its name */
function makeBase(folder: string): string {
  const file = join(folder, 'base.tar');
  run('mmdebstrap', [
    '--quiet',
    '--variant=extract',
    `--architectures=${architecture}`,
    `--include=${debianPackages.join(',')}`,
    `--hook-dir=${mergedUsr}`,
    ...['doc', 'man', 'locale', 'info', 'lintian'].map(
      (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
    ),
    '--dpkgopt=path-include=/usr/share/doc/*/copyright',
    debianRelease,
    file,
  ]);
  const name = `localhost/parlance-base:${debianRelease}-${architecture}`;
  const platform =
    engine === 'docker' ? ['--platform', `linux/${architecture}`] : ['--os', 'linux', '--arch', architecture];
  run(engine, ['import', ...platform, file, name]);
  return name;
}

const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
const platform = `linux-${architecture === 'amd64' ? 'x64' : architecture}`;
const tarball = values.tarball ?? join(root, `dist/parlance-${version}-${platform}.tar.gz`);
if (!existsSync(tarball)) {
  console.error(`${tarball} is missing. Make it first: npm run pack -- --platform ${platform}`);
  process.exit(1);
}
const tag = values.tag ?? `localhost/parlance:${version}-${architecture}`;
const context = await mkdtemp(join(tmpdir(), 'parlance-image-'));
try {
  execFileSync('tar', ['-xzf', tarball, '-C', context]);
  await rename(join(context, `parlance-${version}-${platform}`), join(context, 'parlance'));
  execFileSync('chmod', ['-R', 'a+rX,go-w', join(context, 'parlance')]);
  await mkdir(join(context, 'data'), { mode: 0o700 });
  const base = values.base ?? makeBase(context);
  run(engine, [
    'build',
    ...(engine === 'podman' ? ['--format', 'docker'] : []),
    `--platform=linux/${architecture}`,
    `--build-arg=BASE=${base}`,
    `--build-arg=VERSION=${version}`,
    `--file=${join(root, 'scripts/deploy/Containerfile')}`,
    `--tag=${tag}`,
    context,
  ]);
} finally {
  await rm(context, { recursive: true, force: true });
}
const bytes = Number(run(engine, ['image', 'inspect', '--format', '{{.Size}}', tag]));
const megabytes = Math.ceil(bytes / 1e6);
console.log(`Built ${tag}: ${megabytes} MB (bar: ${megabytesMax} MB).`);
if (megabytes > megabytesMax) process.exit(1);
