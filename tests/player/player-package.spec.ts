/**
 * The npm package in real projects: installed by npm, rendered on the server, bundled, taken over in the
 * browser, and played, with React 18 and 19 and with Vue.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { build } from 'vite';
import { registerPlayerPackage } from '../../server/http/player-package.ts';
import { isFull } from '../support/full.ts';
import type { Stage } from './publisher-pages.ts';
import { expect, players, plays, test } from './player-page.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));
const packageFolder = join(repository, 'client/dist/player-package');
const open = { 'content-security-policy': "default-src * 'unsafe-inline'" };

const reactApp = `
import { createElement as h, StrictMode, useState } from 'react';
import { ParlancePlayer } from '@parlance/player/react';
export function App() {
  const [turn, setTurn] = useState(0);
  return h(StrictMode, null, h('h1', null, 'Harbour'),
    h(ParlancePlayer, { key: turn, channel: 'package', article: 1, className: 'place', style: { minHeight: 64 },
      onPlay: ({ article }) => window.told.push('play ' + article.title),
      onPause: () => window.told.push('pause') }),
    h('button', { id: 'again', onClick: () => setTurn(turn + 1) }, 'Again'));
}`;
const reactClient = `
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.mjs';
window.told = [];
window.recovered = [];
hydrateRoot(document.querySelector('#root'), createElement(App), {
  onRecoverableError: (error) => window.recovered.push(String(error)) });`;
const reactServer = `
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './app.mjs';
export const html = renderToString(createElement(App));`;

const vueApp = `
import { createSSRApp, h, ref } from 'vue';
import { setServer } from '@parlance/player';
export const app = () => createSSRApp({ setup() {
  const turn = ref(0);
  return () => h('main', [h('h1', 'Harbour'),
    h('parlance-player', { key: turn.value, channel: 'package', article: '1', class: 'place',
      'onParlance:play': ({ detail }) => window.told.push('play ' + detail.article.title),
      'onParlance:pause': () => window.told.push('pause') }),
    h('button', { id: 'again', onClick: () => turn.value++ }, 'Again')]);
} });
if (typeof window !== 'undefined') setServer(window.server);`;
const vueClient = `
import { app } from './app.mjs';
window.told = [];
window.recovered = [];
app().mount('#root');`;
const vueServer = `
import { renderToString } from 'vue/server-renderer';
import { app } from './app.mjs';
export const html = await renderToString(app());`;

const typed = `
import { mount, setServer, type PageEventDetail } from '@parlance/player';
import { ParlancePlayer, type ParlancePlayerProps } from '@parlance/player/react';
setServer('https://audio.example.com');
const handle = mount(document.createElement('div'), { channel: 'news', externalId: 'a' });
handle.unmount();
const props: ParlancePlayerProps = { channel: 'news', onProgress: ({ percent }: PageEventDetail) => void percent };
export const element = ParlancePlayer(props);
// @ts-expect-error there is no such option
mount(document.body, { chanel: 'news' });
`;

/** Makes a project with the package, installed by npm, and frameworks from the repository's. */
async function makeProject(
  source: string,
  frameworks: Record<string, string>,
  files: Record<string, string>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'player-package-'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  await run('npm', ['install', ...quiet, source], { cwd: folder });
  const copied = new Set<string>();
  const copy = async (name: string, from = name): Promise<void> => {
    if (copied.has(name)) return;
    copied.add(name);
    const installed = join(repository, 'node_modules', from);
    await cp(installed, join(folder, 'node_modules', name), { recursive: true });
    const { dependencies = {} } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    for (const dependency of Object.keys(dependencies)) await copy(dependency);
  };
  for (const [name, from] of Object.entries(frameworks)) await copy(name, from);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** Renders the page on the server and serves it with its bundle. @returns its address */
async function servePage(stage: Stage, folder: string, path: string): Promise<string> {
  const { html } = (await import(pathToFileURL(join(folder, 'server.mjs')).href)) as { html: string };
  await build({
    configFile: false,
    root: folder,
    base: `${path}/`,
    logLevel: 'warn',
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
    build: {
      outDir: 'out',
      minify: false,
      rolldownOptions: { input: join(folder, 'client.mjs'), output: { entryFileNames: 'client.js' } },
    },
  });
  for (const name of await readdir(join(folder, 'out'), { recursive: true }))
    if (name.endsWith('.js')) {
      const body = await readFile(join(folder, 'out', name), 'utf8');
      stage.publisher.set(`${path}/${name}`, { headers: { 'content-type': 'text/javascript' }, body });
    }
  const server = `<script>window.server = '${stage.service.url}'</script>`;
  const entry = `<script type="module" src="${path}/client.js"></script>`;
  return stage.page(path, `${server}<div id="root">${html}</div>${entry}`, { headers: open });
}

interface Case {
  /** Names in the project, and here. */
  frameworks: Record<string, string>;
  /** Whether it is installed from the server, else from the folder that is published. */
  isServed: boolean;
  files: Record<string, string>;
}
const reactFiles = { 'app.mjs': reactApp, 'client.mjs': reactClient, 'server.mjs': reactServer };
const cases: Record<string, Case> = {
  'React 19': {
    frameworks: { react: 'react', 'react-dom': 'react-dom', '@types/react': '@types/react' },
    isServed: true,
    files: { ...reactFiles, 'typed.ts': typed },
  },
  'React 18': {
    frameworks: { react: 'react-18', 'react-dom': 'react-dom-18' },
    isServed: true,
    files: reactFiles,
  },
  'Vue 3': {
    frameworks: { vue: 'vue' },
    isServed: false,
    files: { 'app.mjs': vueApp, 'client.mjs': vueClient, 'server.mjs': vueServer },
  },
};

// Installing, bundling and compiling takes about eight seconds each.
for (const [name, { frameworks, isServed, files }] of Object.entries(isFull ? cases : {}))
  test(`${name}: the installed package renders on the server, hydrates and plays`, async ({
    page,
    stage,
  }) => {
    const door = Fastify();
    registerPlayerPackage(door, stage.service.url);
    const scratch: string[] = [];
    try {
      const served = await door.listen({ port: 0, host: '127.0.0.1' });
      // From the server, which writes its address into it; else as it would be published.
      const folder = await makeProject(
        isServed ? `${served}/player/package.tgz` : packageFolder,
        frameworks,
        files,
      );
      scratch.push(folder);
      stage.configure('package', stage.config({ channel: { slug: 'package' } }));
      const warnings: string[] = [];
      page.on('console', (message) => {
        const isOfFile = message.text().startsWith('Failed to load resource');
        if (/^(?:error|warning)$/.test(message.type()) && !isOfFile) warnings.push(message.text());
      });
      const address = await servePage(stage, folder, `/package-${name.replace(/\W/g, '')}`);
      const configs: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/config?')) configs.push(request.url());
      });
      await page.goto(address);
      const place = page.locator('parlance-player.place');
      await expect(place).toHaveAttribute('channel', 'package');
      const player = players(page);
      await player.getByRole('button', { name: /^Play:/ }).click();
      await plays(page, 'first');
      // The next page of an application: playback continues in the new place.
      await page.locator('#again').click();
      await expect(place.locator('parlance-audio')).toHaveCount(1);
      await plays(page, 'first');
      await player.getByRole('button', { name: /^Pause:/ }).click();
      const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
      await expect.poll(told).toEqual(['play The harbour wakes before the city does', 'pause']);
      expect(configs).toHaveLength(1);
      expect(await page.evaluate(() => (window as unknown as { recovered: string[] }).recovered)).toEqual([]);
      expect(warnings).toEqual([]);
      if (files['typed.ts'])
        await run(
          join(repository, 'node_modules/.bin/tsc'),
          ['--noEmit', '--strict', '--module', 'nodenext', '--lib', 'es2024,dom', '--types', '', 'typed.ts'],
          { cwd: folder },
        );
    } finally {
      await door.close();
      for (const folder of scratch) await rm(folder, { recursive: true });
    }
  });
