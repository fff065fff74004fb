import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

/** A program that tests need and npm does not bring. */
export interface DebianProgram {
  title: string;
  /** The variable that says where it is. */
  variable: string;
  paths: readonly string[];
  packages: readonly string[];
}

/**
 * Finds programs, or installs Debian's, all that are missing at once.
 * @returns their paths
 * @throws Error when one is missing and cannot be installed
 */
export function debianPrograms(programs: readonly DebianProgram[]): string[] {
  const missing = programs.filter((program) => findProgram(program) === undefined);
  if (missing.length > 0) install(missing);
  return programs.map((program) => {
    const found = findProgram(program);
    if (found === undefined)
      throw new Error(`${program.title} was installed but not found. Set ${program.variable} to its path.`);
    return found;
  });
}

/** Where a program is, if it is there. */
export function findProgram({ variable, paths }: DebianProgram): string | undefined {
  return [process.env[variable], ...paths].find((path) => {
    try {
      accessSync(path ?? '', constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function install(programs: readonly DebianProgram[]): void {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  // Debian's tools download as another user, who may not write to a temporary directory of our own.
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', TMPDIR: undefined };
  const packages = programs.flatMap((program) => program.packages);
  try {
    for (const words of [
      ['apt-get', 'update', '-qq'],
      ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages],
    ]) {
      const [command, ...args] = [...sudo, ...words];
      execFileSync(command!, args, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
    }
  } catch (error) {
    const wanted = programs.map(({ title, variable }) => `${title} (or its path in ${variable})`);
    throw new Error(`The tests need ${wanted.join(' and ')}. Install it first.`, { cause: error });
  }
}
