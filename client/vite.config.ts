import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkNames } from './build/chunks.ts';
import { compressBuild } from './build/compress.ts';
import { preloadQueries } from './build/preload-queries.ts';
import { inlineFirstPaint } from './build/first-paint.ts';
import { pseudoLanguagePlugin } from './build/pseudo-language.ts';
import { relay } from './build/relay-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const nameOf = chunkNames(here('./dashboard'));

/** Modules of packages that a build replaces by smaller ones, or leaves out because nothing uses them. */
const buildAliases = [
  // Its package names the build with warnings for developers alone.
  { find: /^react-router$/, replacement: here('../node_modules/react-router/dist/production/index.mjs') },
  {
    find: /^react-router\/dom$/,
    replacement: here('../node_modules/react-router/dist/production/dom-export.mjs'),
  },
  // Hooks that are never called here.
  {
    find: /^\.\/relay-hooks\/(?:EntryPointContainer\.react|loadEntryPoint|use(?:EntryPointLoader|Mutation|MutationAction_EXPERIMENTAL|QueryLoader))$/,
    replacement: here('./build/unused-stub.ts'),
  },
  // What relay has for containers, a cache that we have no need of, and what it tries out.
  {
    find: /^\.\/(?:store\/createFragmentSpecResolver|network\/RelayQueryResponseCache|experimental)$/,
    replacement: here('./build/unused-stub.ts'),
  },
  // Documents that are written to, and changes that mutations declare: ours do by directives.
  {
    find: /^\.{1,2}\/(?:readUpdatable(?:Fragment|Query)|(?:mutations\/)?RelayDeclarativeMutationConfig)$/,
    replacement: here('./build/unused-stub.ts'),
  },
  { find: /^\.\/live-resolvers\/LiveResolverCache$/, replacement: here('./build/resolver-stub.ts') },
  // Of the two ways in which these work, the one that relay's flag of today does not take.
  { find: /^\.\/useFragmentInternal_CURRENT$/, replacement: here('./build/unused-stub.ts') },
  ...['useLoadMoreFunction', 'useQueryLoader'].map((hook) => ({
    find: new RegExp(`^\\./${hook}$`),
    replacement: here(`../node_modules/react-relay/lib/relay-hooks/${hook}_EXPERIMENTAL.js`),
  })),
];

export default defineConfig(({ command }) => ({
  root: here('./dashboard'),
  plugins: [
    relay({
      root: here('..'),
      artifacts: here('./dashboard/__generated__'),
      config: process.env['RELAY_CONFIG'] ?? 'relay.config.js',
    }),
    pseudoLanguagePlugin(),
    preloadQueries(here('./dashboard/__generated__')),
    react(),
    {
      // Of Mantine's fourteen palettes, those that screens use, and what it compares a theme with.
      name: 'used-palettes',
      transform: (code, id) =>
        id.endsWith('MantineProvider/default-colors.mjs')
          ? { code: code.replaceAll(/^\s(?!blue|dark|gray|red|yellow)\w+: \[[^\]]*\],?\n/gm, ''), map: null }
          : null,
    },
    inlineFirstPaint(here('./dashboard/public')),
    compressBuild(),
  ],
  resolve: {
    alias: [
      // The hooks alone, without the containers that came before them.
      { find: /^react-relay$/, replacement: 'react-relay/hooks' },
      ...(command === 'serve' ? [] : buildAliases),
    ],
  },
  build: {
    outDir: here('./dist/dashboard'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // The words of a part need nothing else that would have to be fetched beside them.
    modulePreload: { resolveDependencies: (file, needed) => (file.includes('/words-') ? [] : needed) },
    // A font must not hide in the style sheet, where it would delay the first paint.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The page's own script names all that is loaded later: each letter counts, two hundred times.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          // Dependencies of a grouped module are grouped separately.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', tags: ['$initial'], priority: 1 },
            { test: /\/generated\/words\/[^/]+\/[^/]+$/, name: nameOf, priority: 2 },
            { name: nameOf, minShareCount: 2 },
          ],
        },
      },
    },
  },
}));
