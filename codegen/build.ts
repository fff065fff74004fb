/**
 * Makes what is missing or older than what it is made from: the database client, Relay's artefacts, the
 * dashboard, the pages for partners, the player, the WordPress plugin. `node codegen/build.ts` all of it;
 * `--server` only what the server needs; `--pseudo` also the dashboard that tests look at in the
 * pseudo-language.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface Step {
  title: string;
  /** Files and folders that the result depends on. */
  inputs: string[];
  /** What there is afterwards; the step runs when it is missing. */
  output: string;
  commands: string[][];
  /** Programs of development dependencies that the commands start themselves. */
  programs?: string[];
}

const databaseClient: Step = {
  title: 'Generating the database client',
  inputs: [
    'prisma/schema.prisma',
    'prisma/prisma.config.ts',
    'codegen/exact-arguments.ts',
    'package-lock.json',
  ],
  output: 'prisma/generated/client/client.ts',
  commands: [
    ['prisma', 'generate', '--config', 'prisma/prisma.config.ts'],
    ['node', 'codegen/exact-arguments.ts'],
  ],
  // Prisma itself is there without development dependencies, as a peer of its client.
  programs: ['prisma-kysely'],
};

const settings: Step = {
  title: 'Generating what the doors know of settings',
  inputs: [
    'server/areas/library/settings/groups',
    'server/areas/channels/channels/kinds',
    'server/kernel/settings.ts',
    'server/product.ts',
    'codegen/setting-limits.ts',
    'codegen/channel-forms.ts',
  ],
  output: 'server/rest/generated/project-settings.ts',
  commands: [
    ['node', 'codegen/setting-limits.ts'],
    ['node', 'codegen/channel-forms.ts'],
  ],
};

const words: Step = {
  title: 'Generating the words of each language',
  inputs: ['catalogues', 'codegen/catalogues', 'server', 'package-lock.json'],
  output: 'client/dashboard/generated/words/languages.ts',
  commands: [['node', 'codegen/catalogues/write-words.ts']],
};

const schema: Step = {
  title: 'Printing the GraphQL schema',
  inputs: [
    'server/schema.ts',
    'server/product.ts',
    'server/areas',
    'server/graphql',
    'server/kernel',
    'server/lib',
    'server/speech',
    'server/text',
    'prisma/schema.prisma',
    'codegen/print-schema.ts',
  ],
  output: 'schema.graphql',
  commands: [['node', 'codegen/print-schema.ts']],
};

const restDocuments: Step = {
  title: 'Typing the documents of REST',
  inputs: [
    'server/rest/routes',
    'server/areas/library/settings/groups',
    'server/kernel/settings.ts',
    'schema.graphql',
    'codegen/rest-documents.ts',
  ],
  output: 'server/rest/generated/documents.ts',
  commands: [['node', 'codegen/rest-documents.ts']],
};

const openapi: Step = {
  title: 'Describing REST',
  inputs: ['server/rest', 'schema.graphql', 'codegen/openapi'],
  output: 'server/rest/generated/openapi.json',
  commands: [['node', 'codegen/openapi/print-openapi.ts']],
};

const dashboard: Step = {
  title: 'Building the dashboard',
  inputs: [
    'client/dashboard',
    'client/build/chunks.ts',
    'client/build/compress.ts',
    'client/build/preload-queries.ts',
    'client/build/first-paint.ts',
    'client/build/resolver-stub.ts',
    'client/build/module-graph.ts',
    'client/build/unused-stub.ts',
    'client/vite.config.ts',
    'client/build/relay-plugin.ts',
    'schema.graphql',
    'relay.config.js',
    'package-lock.json',
  ],
  output: 'client/dist/dashboard/index.html',
  commands: [['relay-compiler'], ['vite', 'build', '-c', 'client/vite.config.ts', '--logLevel', 'warn']],
};

/** The dashboard with the pseudo-language (client/build/pseudo-language.ts), for tests and screenshots. */
export const pseudoDashboard: Step = {
  title: 'Building the dashboard in the pseudo-language',
  inputs: [...dashboard.inputs, 'client/build/pseudo-language.ts', 'codegen/catalogues'],
  output: 'client/dist/pseudo/index.html',
  commands: [
    'vite build -c client/vite.config.ts --logLevel warn --mode pseudo --outDir ../dist/pseudo'.split(' '),
  ],
};

const partners: Step = {
  title: 'Building the pages for partners',
  inputs: [
    'client/partners',
    'client/vite-partners.config.ts',
    'client/dashboard/public',
    'client/build/compress.ts',
    'client/dashboard/ui/base.css',
    'client/dashboard/ui/fonts/fonts.css',
    'client/dashboard/ui/fonts/stand-in-fonts.css',
    'client/dashboard/ui/LanguageSwitch.tsx',
    'client/dashboard/ui/LanguageSwitch.module.css',
    'client/dashboard/ui/Logo.tsx',
    'client/dashboard/words',
    'catalogues',
    'package-lock.json',
  ],
  output: 'client/dist/partners/explorer.html',
  commands: [['vite', 'build', '-c', 'client/vite-partners.config.ts', '--logLevel', 'warn']],
};

const player: Step = {
  title: 'Building the player',
  inputs: ['client/player', 'client/build/build-player.ts', 'package-lock.json'],
  output: 'client/dist/player/loader.js',
  commands: [['node', 'client/build/build-player.ts']],
};

const playerPackage: Step = {
  title: 'Building the npm package of the player',
  inputs: ['client/player', 'client/build/build-player-package.ts', 'package-lock.json'],
  output: 'client/dist/player-package/package.json',
  commands: [['node', 'client/build/build-player-package.ts']],
};

const wordpress: Step = {
  title: 'Packing the WordPress plugin',
  inputs: [
    'client/wordpress',
    'client/build/build-wordpress.ts',
    'client/build/wordpress-texts.ts',
    'package.json',
    'package-lock.json',
  ],
  output: 'client/dist/wordpress/parlance.zip',
  commands: [['node', 'client/build/build-wordpress.ts']],
};

/** What the server needs to start from a clean clone. */
const serverSteps: readonly Step[] = [databaseClient, settings, words, restDocuments, openapi];
/** What `npm run generate` makes, too. */
export const generatedSteps: readonly Step[] = [
  databaseClient,
  settings,
  words,
  schema,
  restDocuments,
  openapi,
];
/**
 * What it needs while its GraphQL types change, except for the dashboard, which is served from its sources.
 */
export const workshopSteps: readonly Step[] = [...generatedSteps, partners, player];

/**
 * Runs the steps whose inputs changed since they last ran, saying which.
 * @throws Error when a program that a step starts is not installed
 */
export async function build(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const hash = await hashOf(step.inputs);
    if (
      existsSync(join(root, step.output)) &&
      (await readFile(stampOf(step), 'utf8').catch(() => '')) === hash
    )
      continue;
    for (const program of step.programs ?? [])
      if (!existsSync(join(root, 'node_modules/.bin', program))) throw new Error(notInstalled(program));
    console.log(`${step.title}…`);
    for (const command of step.commands) await run(command);
    // The dashboard's own artefacts lie among its inputs, so it is hashed again.
    await rememberAsRun([step]);
  }
}

/** Keeps what the inputs of steps are that have just been run: they do not run again until these change. */
export async function rememberAsRun(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await mkdir(dirname(stampOf(step)), { recursive: true });
    await writeFile(stampOf(step), await hashOf(step.inputs));
  }
}

function stampOf({ output }: Step): string {
  const name = createHash('sha256').update(output).digest('hex').slice(0, 16);
  return join(root, 'node_modules/.cache/parlance', name);
}

async function hashOf(inputs: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of await filesOf(join(root, input)))
      hash.update(relative(root, file)).update(await readFile(file));
  }
  return hash.digest('hex');
}

const generated = new Set(['node_modules', 'dist', '__generated__']);

async function filesOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (!entries) return existsSync(path) ? [path] : [];
  const nested = entries
    .filter((entry) => !generated.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]));
  return (await Promise.all(nested)).flat();
}

const notInstalled = (command: string): string =>
  `Building needs ${command}, which is a development dependency. Run npm ci && npm run build, and only then ` +
  'npm prune --omit=dev.';

/** @throws Error with all that the command printed when it fails; prints nothing otherwise. */
function run([command, ...args]: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules/.bin', command!), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new Error(notInstalled(command!), { cause: error }) : error),
    );
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} failed:\n${Buffer.concat(output).toString()}`)),
    );
  });
}

if (import.meta.main) {
  const { argv } = process;
  const clientSteps = [
    dashboard,
    partners,
    player,
    playerPackage,
    wordpress,
    ...(argv.includes('--pseudo') ? [pseudoDashboard] : []),
  ];
  await build(argv.includes('--server') ? serverSteps : [...serverSteps, ...clientSteps]);
}
