/**
 * Packs the WordPress plugin (client/wordpress) into client/dist/wordpress/parlance.zip: with the product's
 * version, the template for translators, and compiled translations.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync, type Zippable } from 'fflate';
import { mo, po } from 'gettext-parser';
import { pluginTexts, potFile } from './wordpress-texts.ts';

const source = fileURLToPath(new URL('../wordpress', import.meta.url));
const target = fileURLToPath(new URL('../dist/wordpress/parlance.zip', import.meta.url));
/** WordPress unpacks a plugin into the folder that its archive holds. */
const folder = 'parlance';
/** The same sources make the same archive: the first day that ZIP knows. */
const mtime = '1980-01-01T12:00:00';

/** Builds the archive. */
export async function packPlugin(): Promise<Uint8Array> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const files: Zippable = {};
  for (const entry of (await readdir(source, { recursive: true, withFileTypes: true })).sort((a, b) =>
    join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1,
  )) {
    if (!entry.isFile()) continue;
    const path = relative(source, join(entry.parentPath, entry.name));
    const content = await readFile(join(source, path));
    files[`${folder}/${path}`] = Buffer.from(content.toString().replaceAll('{{version}}', version));
    if (path.endsWith('.po')) files[`${folder}/${path.replace(/po$/, 'mo')}`] = mo.compile(po.parse(content));
  }
  files[`${folder}/languages/parlance.pot`] = po.compile(potFile(await pluginTexts(source), version));
  files[`${folder}/LICENSE`] = await readFile(new URL('../../LICENSE', import.meta.url));
  return zipSync(files, { level: 9, mtime, os: 3 });
}

if (import.meta.main) {
  await mkdir(join(target, '..'), { recursive: true });
  await writeFile(target, await packPlugin());
}
