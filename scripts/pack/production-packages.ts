import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What a lock file says of a package, by its folder. */
interface LockedPackage {
  version?: string;
  dev?: boolean;
  devOptional?: boolean;
  peerDependencies?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The part of npm's lock file (version 3) that is read. */
export interface LockFile {
  packages: Record<string, LockedPackage>;
}

/**
 * Folders of the packages that production needs and that are installed: the dependencies of the project, and
 * theirs. Peers are not followed: what the server imports is a dependency of the project itself.
 * @param root the project's folder
 * @throws Error when one is missing that is not optional
 */
export function productionPackages({ packages }: LockFile, root: string): string[] {
  const found = new Set<string>();
  const visit = (folder: string): void => {
    const { dependencies = {}, optionalDependencies = {} } = packages[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const dependency = folderOf(packages, folder, name);
      const isInstalled = dependency !== undefined && existsSync(join(root, dependency));
      if (!isInstalled && !(name in optionalDependencies))
        throw new Error(`The package ${name} is not installed: run npm ci.`);
      if (!isInstalled || found.has(dependency)) continue;
      found.add(dependency);
      visit(dependency);
    }
  };
  visit('');
  return [...found].sort();
}

/** Where Node finds a package that another one imports: in its own folder, or in one above. */
function folderOf(packages: LockFile['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ;) {
    const candidate = join(folder, 'node_modules', name);
    if (candidate in packages) return candidate;
    if (folder === '') return undefined;
    const end = folder.lastIndexOf('/node_modules/');
    folder = end < 0 ? '' : folder.slice(0, end);
  }
}
