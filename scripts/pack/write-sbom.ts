import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productionPackages, type LockFile } from './production-packages.ts';

/** The parts of a CycloneDX document that are read and changed. */
interface Sbom {
  metadata: { timestamp?: string; component: { name: string } };
  serialNumber?: string;
  components: unknown[];
}

interface Manifest {
  name: string;
  version: string;
  license: string;
  dependencies: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/**
 * Writes the bill of materials (CycloneDX) of the packages that a release contains. npm describes a project
 * that has no others: its own `--omit=dev` leaves out packages that a development dependency needs, too.
 * @returns the number of packages
 */
export async function writeSbom(file: string, root: string): Promise<number> {
  const read = async <Content>(name: string): Promise<Content> =>
    JSON.parse(await readFile(join(root, name), 'utf8')) as Content;
  const lock = await read<LockFile>('package-lock.json');
  const { name, version, license, dependencies, optionalDependencies } = await read<Manifest>('package.json');
  const contained = new Set(productionPackages(lock, root));
  const installed = Object.keys(optionalDependencies ?? {}).filter((optional) =>
    contained.has(`node_modules/${optional}`),
  );
  const optional = Object.fromEntries(installed.map((key) => [key, optionalDependencies![key]!]));
  const project = { name, version, license, dependencies, optionalDependencies: optional };
  const packages = Object.fromEntries(
    [...contained].map((folder) => {
      // Peers of development dependencies are not there, and what is there was found without them.
      const { peerDependencies: _, dev: _dev, devOptional: _devOptional, ...entry } = lock.packages[folder]!;
      return [folder, entry];
    }),
  );
  const place = await mkdtemp(join(tmpdir(), 'parlance-sbom-'));
  try {
    await writeFile(join(place, 'package.json'), JSON.stringify(project));
    await writeFile(
      join(place, 'package-lock.json'),
      JSON.stringify({ name, version, lockfileVersion: 3, packages: { '': project, ...packages } }),
    );
    const words = 'sbom --sbom-format=cyclonedx --sbom-type=application --package-lock-only';
    const text = execFileSync('npm', words.split(' '), { cwd: place, encoding: 'utf8', maxBuffer: 64e6 });
    const sbom = JSON.parse(text) as Sbom;
    // npm takes the folder's name; and with a time, the same packages would make another file.
    sbom.metadata.component.name = name;
    delete sbom.metadata.timestamp;
    delete sbom.serialNumber;
    await writeFile(file, `${JSON.stringify(sbom, null, 2)}\n`);
    return sbom.components.length;
  } finally {
    await rm(place, { recursive: true });
  }
}
