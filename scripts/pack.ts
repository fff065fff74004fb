/**
 * `npm run pack`: builds a release for this platform, with the built client, generated code, Node and the
 * packages that production needs, and writes it to `dist/` as a tarball with its checksum. It needs neither
 * npm nor a build, and runs in a folder that cannot be written.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { productionPackages, type LockFile } from './pack/production-packages.ts';
import { writeSbom } from './pack/write-sbom.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What a release has of the project, with what is generated in it. */
const parts = [
  'server',
  'prisma',
  'scripts',
  'client/dist/dashboard',
  'client/dist/partners',
  'client/dist/player',
  'client/dist/player-package',
  'client/dist/wordpress',
  'client/dashboard/persisted.json',
  'schema.graphql',
  'LICENSE',
  'README.md',
];
const testFile = /\.(test|spec)\.tsx?$/;
/** Files of packages that only compilers, debuggers and people read. */
const compileTimeFile = /\.(map|ts|mts|cts|flow|md|markdown)$/;
/** Prisma's compilers of queries but the one that the generated client imports. */
const otherCompiler = /query_compiler_(?!fast_bg\.postgresql\.(wasm-base64\.)?mjs$)/;
const testFolder = /\/(test|tests|__tests__|__fixtures__)$/;

const bytesIn = async (folder: string): Promise<number> => {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
};

async function copyParts(target: string): Promise<void> {
  for (const part of parts)
    await cp(join(root, part), join(target, part), {
      recursive: true,
      filter: (source) => !testFile.test(source),
    });
  await copyFile(join(root, 'scripts/pack/parlance.sh'), join(target, 'parlance'));
  await chmod(join(target, 'parlance'), 0o755);
}

async function copyPackages(target: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as LockFile;
  for (const folder of productionPackages(lock, root)) {
    const source = join(root, folder);
    await cp(source, join(target, folder), {
      recursive: true,
      filter: (path) =>
        !compileTimeFile.test(path) &&
        !otherCompiler.test(path) &&
        !testFolder.test(path) &&
        // Packages within packages are listed themselves.
        !(basename(path) === 'node_modules' && path !== source),
    });
  }
}

/** Removes symbols from the Node binary, a seventh of its size. Not on systems that sign it. */
function stripNode(target: string): void {
  if (process.platform !== 'linux') return;
  const { error } = spawnSync('strip', [join(target, 'node_modules/node/bin/node')]);
  if (error) console.warn('Without the program `strip` (package binutils), the release is 18 MB larger.');
}

/** Makes the database that a first start without PostgreSQL unpacks, which spares it all migrations. */
function makeEmbeddedDatabase(target: string): void {
  const file = join(target, 'prisma/embedded-database.tar.br');
  execFileSync(process.execPath, ['scripts/pack/embedded-database.ts', file], {
    cwd: root,
    stdio: 'inherit',
  });
}

/** What Node and the server read of package.json: the version, and that files are modules. */
interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  type: string;
}

async function readManifest(): Promise<Manifest> {
  const file = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
  const { name, version, description, license, type } = file;
  return { name, version, description, license, type };
}

/** Writes a folder as a tarball beside it, with its SHA-256. @returns the tarball */
async function writeTarball(folder: string): Promise<string> {
  const file = `${folder}.tar.gz`;
  const owner = ['--owner=0', '--group=0', '--numeric-owner'];
  execFileSync('tar', [...owner, '--sort=name', '-czf', file, '-C', dirname(folder), basename(folder)]);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  await writeFile(`${file}.sha256`, `${hash.digest('hex')}  ${basename(file)}\n`);
  return file;
}

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'dist') },
    'no-build': { type: 'boolean', default: false },
  },
});
if (!values['no-build'])
  execFileSync(process.execPath, ['codegen/build.ts'], { cwd: root, stdio: 'inherit' });
const manifest = await readManifest();
const folder = join(values.out, `parlance-${manifest.version}-${process.platform}-${process.arch}`);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await copyParts(folder);
await copyPackages(folder);
stripNode(folder);
makeEmbeddedDatabase(folder);
await writeSbom(join(folder, 'sbom.cdx.json'), root);
await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
const megabytes = Math.round((await bytesIn(folder)) / 1e6);
const file = await writeTarball(folder);
await rm(folder, { recursive: true });
console.log(`Wrote ${file}: ${Math.round((await stat(file)).size / 1e6)} MB, unpacked ${megabytes} MB.`);
