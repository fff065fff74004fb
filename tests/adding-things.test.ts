import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'parlance-adding-'));
const leftOut = /^(node_modules|\.git|data|dist|test-results|screenshots|playwright-report)$/;

/** The scratch copy while one thing is added to it, and the files that this touched. */
class Addition {
  readonly files = new Set<string>();

  /** Puts a text in front of another that a file has once. */
  before(file: string, marker: string, text: string): void {
    const content = readFileSync(join(copy, file), 'utf8');
    expect(content.split(marker), `${file} has ${marker} once`).toHaveLength(2);
    this.#write(
      file,
      content.replace(marker, () => text + marker),
    );
  }

  create(file: string, text: string): void {
    expect(existsSync(join(copy, file)), `${file} is new`).toBe(false);
    this.#write(file, text);
  }

  /** Adds texts to each catalogue under a path such as `channels.kinds.label`. */
  texts(path: string, texts: Readonly<Record<string, unknown>>, languages = ['en', 'de', 'fr']): void {
    for (const language of languages) {
      const file = `catalogues/${language}.json`;
      const catalogue = JSON.parse(readFileSync(join(copy, file), 'utf8')) as Record<string, any>;
      let part = catalogue;
      for (const key of path.split('.')) part = part[key] as Record<string, any>;
      Object.assign(part, texts);
      this.#write(file, JSON.stringify(catalogue));
    }
  }

  #write(file: string, content: string): void {
    writeFileSync(join(copy, file), content);
    this.files.add(file);
  }
}

/** Each thing as CONTRIBUTING says that it is added, by its name there. */
const additions: Record<string, (to: Addition) => void> = {
  'A project setting'(to) {
    to.before(
      'server/areas/library/settings/groups/review-settings.ts',
      '  qaListening: flag({',
      "  qaMotto: flag({ as: 'motto', description: 'Whether reviewers see the motto.', graphqlOnly: true }),\n",
    );
    to.before(
      'prisma/schema.prisma',
      '  limitEnabled              Boolean',
      '  qaMotto                   Boolean   @default(false)\n',
    );
    to.texts('settingNames', { qaMotto: { label: 'Motto' } });
  },
  'A kind of channel'(to) {
    const kinds = 'server/areas/channels/channels/kinds';
    to.create(
      `${kinds}/bulletin-channel.ts`,
      `import { settingGroup, settingsSchema, text } from '../../../../kernel/settings.ts';
import { channelKind } from './kind.ts';

export const bulletin = channelKind({
  type: 'bulletin',
  rank: 8,
  description: 'A bulletin of the articles.',
  path: 'bulletin',
  feature: null,
  publishes: 'articles',
  publicPath: null,
  settings: settingsSchema(
    settingGroup({ title: text({ description: 'Title of the bulletin.', default: null, max: 200 }) }),
  ),
  nameSetting: 'title',
});
`,
    );
    to.before(
      `${kinds}/registry.ts`,
      "import { googleAction } from './google",
      "import { bulletin } from './bulletin-channel.ts';\n",
    );
    to.before(`${kinds}/registry.ts`, '  player,\n]', '  bulletin,\n');
    to.before(
      'server/areas/channels/publications/publications.ts',
      '  player: inPlayer,',
      '  bulletin: async (_, __, channels) => channels.map(() => leftOut(told.PUBLICATION_EXPORT_ONLY())),\n',
    );
    const screens = 'client/dashboard/screens/channels';
    to.before(`${screens}/list/ChannelIcon.tsx`, '  PLAYER: IconPlayerPlay,', '  BULLETIN: IconRss,\n');
    to.before(`${screens}/bodies/channel-bodies.ts`, '  JSON: declared,', '  BULLETIN: declared,\n');
    to.texts('channels.kinds.label', { BULLETIN: 'Bulletin' });
    to.texts('channelsPart.new', { BULLETIN: 'New bulletin' });
    to.texts('channels.kinds.text', { BULLETIN: 'A bulletin.' });
  },
  'A report'(to) {
    const statistics = 'server/areas/listening/statistics';
    to.create(
      `${statistics}/reports/bulletins.ts`,
      `import { statisticsMessages as say } from '../messages.ts';
import { declareReport } from '../report.ts';

export const bulletinsReport = declareReport({
  name: 'Bulletins',
  title: say.STATISTICS_BULLETINS(),
  definition: say.STATISTICS_BULLETINS_MEANING(),
  columns: ['date', 'bulletins'],
  graph: { kind: 'bar', labels: 'date', datasets: ['bulletins'] },
  read: async () => [],
});
`,
    );
    to.before(
      `${statistics}/report-registry.ts`,
      "import { completionReport } from './reports",
      "import { bulletinsReport } from './reports/bulletins.ts';\n",
    );
    to.before(`${statistics}/report-registry.ts`, '  teasersReport,\n', '  bulletinsReport,\n');
    to.before(
      `${statistics}/columns.ts`,
      '  week: named(',
      '  bulletins: figure(say.STATISTICS_BULLETINS(), say.STATISTICS_BULLETINS_MEANING()),\n',
    );
    const texts = { STATISTICS_BULLETINS: 'Bulletins', STATISTICS_BULLETINS_MEANING: 'How many there were.' };
    to.before(
      `${statistics}/messages.ts`,
      "  STATISTICS_COMPLETION: 'Completion',",
      Object.entries(texts)
        .map(([code, text]) => `  ${code}: '${text}',\n`)
        .join(''),
    );
    to.texts('server', texts, ['de', 'fr']);
  },
  'A speech service'(to) {
    to.create(
      'server/speech/chime.ts',
      `import { ibm } from './ibm.ts';
import { optional, speechService } from './speech-service.ts';
import { z } from 'zod';

export const chime = speechService({
  id: 'chime',
  limits: 'CHIME',
  environment: z.object({ CHIME_KEY: optional }),
  credentialsPage: 'https://chime.example/keys',
  prices: [{ eurPerMillion: 1, weight: 1 }],
  open: ({ CHIME_KEY }, patience) => ibm.open({ IBM_TTS_API_KEY: CHIME_KEY }, patience),
});
`,
    );
    to.before(
      'server/speech/services.ts',
      "import { elevenlabs } from './elevenlabs",
      "import { chime } from './chime.ts';\n",
    );
    to.before('server/speech/services.ts', '  ibm,\n];', '  chime,\n');
    to.create('tests/speech/servers/chime.ts', "export { startIbm as startChime } from './ibm.ts';\n");
  },
  'A mail'(to) {
    to.create(
      'server/areas/access/mail/welcome-mail.ts',
      `import { z } from 'zod';
import { declareMail, mailTitles } from '../../../kernel/declare-mail.ts';

export const welcomeMail = declareMail({
  kind: 'welcome',
  facts: z.object({ name: z.string() }),
  content: ({ name }, { w: { welcome: w } }) => {
    const text = w.text({ name });
    return { ...mailTitles({ ...w, text }), blocks: [{ kind: 'text', text }] };
  },
});
`,
    );
    to.before(
      'server/mails.ts',
      "import { invitationMail } from './areas",
      "import { welcomeMail } from './areas/access/mail/welcome-mail.ts';\n",
    );
    to.before('server/mails.ts', '  testMail,\n', '  welcomeMail,\n');
    to.texts('mail', {
      welcome: { subject: 'Welcome', heading: 'Welcome', text: 'Welcome, {name}.', why: 'You are new.' },
    });
  },
  // Last: a catalogue has the texts of all that was added before.
  'A language'(to) {
    const german = JSON.parse(readFileSync(join(copy, 'catalogues/de.json'), 'utf8')) as object;
    to.create('catalogues/lb.json', JSON.stringify({ ...german, language: 'Lëtzebuergesch' }));
  },
};

/** Runs a command in the copy. @returns what it printed where it failed, else nothing */
function failureOf(command: string, ...args: string[]): string {
  try {
    execFileSync(command, args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });
    return '';
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}\n${stderr}`.trim();
  }
}

/**
 * Errors of types in what ships. Tests have examples for each language and setting, which do not compile
 * until they have one for what was added: those count as tests of it.
 */
const errorsOf = (project: string): string[] =>
  failureOf('node_modules/.bin/tsc', '-p', project, '--noEmit')
    .split('\n')
    .filter((line) => line.includes('error TS') && !/^tests\/|\.test\.tsx?\(/.test(line));

const touched = new Map<string, number>();
beforeAll(() => {
  cpSync(root, copy, { recursive: true, filter: (path) => !leftOut.test(basename(path)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const [thing, add] of Object.entries(additions)) {
    const addition = new Addition();
    add(addition);
    touched.set(thing, addition.files.size);
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('additions to the code', () => {
  test.each(Object.keys(additions))('%s touches as many files as CONTRIBUTING says', (thing) => {
    const contributing = readFileSync(join(root, '.github/CONTRIBUTING.md'), 'utf8');
    const [, files] = new RegExp(`^\\| ${thing} \\| (\\d+) \\|`, 'm').exec(contributing) ?? [];
    expect(touched.get(thing)).toBe(Number(files));
  });

  test('generate and the type checks succeed after every addition', () => {
    expect(failureOf('npm', 'run', '--silent', 'generate')).toBe('');
    for (const project of ['tsconfig.json', 'client/tsconfig.json']) expect(errorsOf(project)).toEqual([]);
  });

  test('a channel kind without icon or form, and a feature without group, do not compile', () => {
    const mirrors = {
      'client/dashboard/screens/channels/list/ChannelIcon.tsx': /^ {2}BULLETIN: .*\n/m,
      'client/dashboard/screens/channels/bodies/channel-bodies.ts': /^ {2}BULLETIN: .*\n/m,
      'client/dashboard/screens/administration/feature-groups.ts': /^ {2}QA: .*\n/m,
    };
    for (const [file, entry] of Object.entries(mirrors))
      writeFileSync(join(copy, file), readFileSync(join(copy, file), 'utf8').replace(entry, ''));
    const errors = errorsOf('client/tsconfig.json').join('\n');
    for (const file of Object.keys(mirrors)) expect(errors).toContain(file);
  });
});
