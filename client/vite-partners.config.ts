import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressBuild } from './build/compress.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Pages for partners' programs: a separate build, so that the dashboard contains no code of the explorer.
export default defineConfig({
  root: here('./partners'),
  base: '/partners/',
  publicDir: here('./dashboard/public'),
  plugins: [
    react(),
    compressBuild(),
    {
      // The explorer's style sheet carries 350 KB of fonts as data, which the content security policy
      // refuses; ours are used instead.
      name: 'without-embedded-fonts',
      enforce: 'pre',
      transform: (code, id) =>
        id.endsWith('graphiql/dist/style.css')
          ? { code: code.replaceAll(/@font-face\s*\{[^}]*\}/g, ''), map: null }
          : null,
    },
  ],
  build: {
    outDir: here('./dist/partners'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    rolldownOptions: { input: [here('./partners/explorer.html'), here('./partners/reference.html')] },
    // The editor is one piece that nothing else loads.
    chunkSizeWarningLimit: 2_000,
  },
});
