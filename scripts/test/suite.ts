/** A part of the suite: a command that answers 0 when all is well. */
export interface Part {
  /** What `npm test -- <name>` asks for it by. */
  name: string;
  title: string;
  command: readonly string[];
  environment?: Readonly<Record<string, string>>;
}

export interface Stage {
  /** Whether a failure here ends the run: what comes later costs much more and would mostly say the same. */
  cheap: boolean;
  /** How many of its parts run at a time. */
  atOnce: number;
  /** Whether what they print is shown as it comes; else when a part has ended. */
  isLive: boolean;
  /** What its parts need of Chromium: the headless shell is enough to look at pages, not to listen. */
  inBrowser?: 'shell' | 'whole';
  parts: readonly Part[];
}

const words = (text: string): string[] => text.split(' ');
const projectsOf = (names: readonly string[]): string[] => names.map((name) => `--project=${name}`);
const vitest = (...projects: string[]): string[] => [
  ...words('vitest run -c tests/vitest.config.ts --reporter=default'),
  '--reporter=./tests/support/times-reporter.ts',
  ...projectsOf(projects),
];
const playwright = (...projects: string[]): string[] => [
  ...words('playwright test -c tests/playwright.config.ts'),
  `--output=test-results/${projects[0]}`,
  ...projectsOf(projects),
];

/** Stages in order: ordinary mistakes are reported within two minutes. */
export const stages: readonly Stage[] = [
  {
    cheap: true,
    atOnce: 2,
    isLive: false,
    parts: [
      {
        name: 'generated',
        title: 'Generated files are fresh',
        command: ['node', 'codegen/check-generated.ts'],
      },
      { name: 'format', title: 'Format', command: ['prettier', '--check', '--cache', '.'] },
    ],
  },
  {
    cheap: true,
    atOnce: 3,
    isLive: false,
    parts: [
      // If one has to be installed, the other parts run in the meantime.
      {
        name: 'programs',
        title: 'There are a browser and a proxy',
        command: ['node', 'scripts/test/programs.ts'],
      },
      { name: 'unit', title: 'Unit tests', command: vitest('unit') },
      { name: 'types', title: 'Types of the server', command: ['tsc', '-p', '.'] },
      { name: 'types-client', title: 'Types of the client', command: ['tsc', '-p', 'client'] },
      { name: 'lint', title: 'Lint', command: ['npm', 'run', '--silent', 'lint'] },
      {
        name: 'build',
        title: 'The dashboard and the player build',
        command: ['node', 'codegen/build.ts', '--pseudo'],
      },
      {
        name: 'workshop',
        title: 'The component workshop builds',
        command: ['npm', 'run', '--silent', 'workshop:build'],
      },
    ],
  },
  {
    cheap: true,
    atOnce: 1,
    isLive: false,
    parts: [{ name: 'size', title: 'Size of the first screen', command: ['node', 'client/build/size.ts'] }],
  },
  {
    cheap: false,
    atOnce: 1,
    isLive: true,
    parts: [
      {
        name: 'database',
        title: 'The server on its databases, its engines, and the dashboard’s components',
        command: vitest('engines', 'components', 'postgres', 'pglite'),
      },
    ],
  },
  {
    cheap: false,
    // The player's tests mostly wait for their pages, with their own timers.
    atOnce: 2,
    isLive: true,
    inBrowser: 'shell',
    parts: [
      { name: 'e2e', title: 'The dashboard in the browser', command: playwright('e2e', 'accessibility') },
      { name: 'player', title: 'The player in the browser', command: playwright('player') },
    ],
  },
  {
    cheap: false,
    // Runs alone: it records audio in real time, in which a busy machine would cause gaps.
    atOnce: 1,
    isLive: true,
    inBrowser: 'whole',
    parts: [{ name: 'player-sound', title: 'The sound of the player', command: playwright('player-sound') }],
  },
];
