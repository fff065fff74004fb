import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { relay } from './relay-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env['SERVER'] ?? 'http://localhost:4000';

export default defineConfig({
  root: here('./dashboard'),
  plugins: [
    relay({ root: here('..'), artifacts: here('./dashboard/__generated__'), config: process.env['RELAY_CONFIG'] ?? 'relay.config.js' }),
    react(),
  ],
  // The hooks alone, without the containers that came before them.
  resolve: { alias: [{ find: /^react-relay$/, replacement: 'react-relay/hooks' }] },
  build: {
    outDir: here('./dist/dashboard'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // A font must not hide in the style sheet, where it would delay the first paint.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/graphql': { target: server, ws: true }, '/download': server, '/healthz': server } },
});
