/**
 * Builds the npm package @parlance/player into client/dist/player-package: ES modules of the player's own
 * sources, their types, and what npm needs. The folder is ready for `npm publish`.
 */
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const sources = here('../player');
const outDir = here('../dist/player-package');

const manifest = (version: string): object => ({
  name: '@parlance/player',
  version,
  description: 'Audio player of Parlance: custom element, React component, types.',
  license: 'GPL-3.0-or-later',
  type: 'module',
  exports: {
    '.': { types: './types/package/index.d.ts', default: './index.js' },
    './react': { types: './types/package/react.d.ts', default: './react.js' },
  },
  peerDependencies: { react: '>=18' },
  peerDependenciesMeta: { react: { optional: true } },
});

/** Emits the types of what the package exports, without those of the player's inside. */
async function writeTypes(): Promise<void> {
  const all = await mkdtemp(join(tmpdir(), 'player-types-'));
  try {
    await promisify(execFile)(here('../../node_modules/.bin/tsc'), [
      '-p',
      join(sources, 'package/tsconfig.json'),
      '--outDir',
      all,
      '--rootDir',
      sources,
    ]);
    const waiting = ['package/index.d.ts', 'package/react.d.ts'];
    for (const file of waiting) {
      const text = await readFile(join(all, file), 'utf8');
      for (const [, path] of text.matchAll(/from '(\.[^']+)\.ts'/g)) {
        const needed = join(dirname(file), `${path}.d.ts`);
        if (!waiting.includes(needed)) waiting.push(needed);
      }
      const target = join(outDir, 'types', file);
      await mkdir(dirname(target), { recursive: true });
      // Without its source beside it, a declaration is found by the name of the script.
      await writeFile(target, text.replaceAll(/(from '\.[^']+)\.ts'/g, "$1.js'"));
    }
  } finally {
    await rm(all, { recursive: true });
  }
}

/** Builds the package from scratch. @throws Error with the compiler's words about its types */
export async function buildPlayerPackage(): Promise<void> {
  await build({
    configFile: false,
    root: sources,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      lib: {
        entry: { index: join(sources, 'package/index.ts'), react: join(sources, 'package/react.ts') },
        formats: ['es'],
      },
      rolldownOptions: {
        external: ['react'],
        output: { minify: true, entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
  const react = join(outDir, 'react.js');
  // Frameworks with server components run it in the browser.
  await writeFile(react, `'use client';\n${await readFile(react, 'utf8')}`);
  const { version } = JSON.parse(await readFile(here('../../package.json'), 'utf8')) as { version: string };
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(manifest(version), null, 2)}\n`);
  await copyFile(here('../../LICENSE'), join(outDir, 'LICENSE'));
  await cp(join(sources, 'package/README.md'), join(outDir, 'README.md'));
  await writeTypes();
}

if (import.meta.main) await buildPlayerPackage();
