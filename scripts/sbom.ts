/** `npm run sbom`: writes the bill of materials of a release (CycloneDX) to `dist/`. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSbom } from './pack/write-sbom.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
const file = join(root, `dist/parlance-${version}.cdx.json`);
await mkdir(join(root, 'dist'), { recursive: true });
console.log(`Wrote ${file}: ${await writeSbom(file, root)} packages.`);
