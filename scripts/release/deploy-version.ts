import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that name the release's version, and where in them it is. */
const places: readonly [glob: string, version: RegExp][] = [
  ['scripts/deploy/helm/parlance/Chart.yaml', /(?<=^(?:version|appVersion): ).+$/gm],
  ['scripts/deploy/compose/{compose.yaml,example.env}', /(?<=localhost\/parlance:)[\d.]+(?=-)/g],
];

/** Writes the version of a release into the files of `scripts/deploy`. @returns these files */
export function setDeployVersion(version: string, root = '.'): string[] {
  return places.flatMap(([glob, place]) =>
    globSync(glob, { cwd: root }).map((file) => {
      const path = join(root, file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(place, version));
      return file;
    }),
  );
}
