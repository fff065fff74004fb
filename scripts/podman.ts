/** Finds the programs that build and run container images, or installs Debian's. */
import { debianPrograms, type DebianProgram } from './debian-program.ts';

const program = (name: string, paths: string[]): DebianProgram => ({
  title: name,
  variable: name.toUpperCase(),
  paths,
  packages: [name],
});

/** @throws Error when one is missing and cannot be installed. */
export function containerPrograms(): { podman: string; runc: string } {
  const [podman, runc] = debianPrograms([
    program('podman', ['/usr/bin/podman']),
    program('runc', ['/usr/sbin/runc', '/usr/bin/runc']),
    program('mmdebstrap', ['/usr/bin/mmdebstrap']),
  ]);
  return { podman: podman!, runc: runc! };
}
