/**
 * The server under the browser tests, in a process of its own: the whole product on a free port with an empty
 * DATA_DIR, the demo, and besides it people and articles that only tests need. Prints one line of JSON when
 * all is there.
 */
import { startApi } from '../../server/api.ts';
import { parseConfig } from '../../server/config.ts';
import { hashPassword } from '../../server/lib/crypto.ts';
import { factories } from '../support/factories.ts';
import type { Stage } from './stage.ts';

const config = parseConfig({ ...process.env, PORT: '0', DEMO: '1', LOG_LEVEL: 'error' });
const { url, app, close } = await startApi(config, { worker: true });
const make = factories(app.db);
const password = 'a long enough password';
const passwordHash = await hashPassword(password);

const demo = await app.db.prisma.organization.findUniqueOrThrow({ where: { slug: 'demo' } });
const editor = await make.member(
  demo.id,
  'editor',
  await make.user({ email: 'editor@example.com', fullname: 'Edda Editor', passwordHash }),
);
const reader = await make.member(
  demo.id,
  'viewer',
  await make.user({ email: 'reader@example.com', fullname: 'Rita Reader', passwordHash }),
);
const careful = await make.member(
  demo.id,
  'viewer',
  await make.user({ email: 'careful@example.com', fullname: 'Cara Careful', passwordHash }),
);
const penniless = await make.user({
  email: 'penniless@example.com',
  fullname: 'Penny Less',
  passwordHash,
  balance: 0n,
});

const foreign = await make.project({
  name: 'Foreign affairs',
  organizationId: (await make.organization({ name: 'Another House', features: [] })).id,
});
const foreignArticle = await make.article(foreign.id);

// More than two pages, in every state that has nothing to voice.
const archive = await make.project({ name: 'Archive', organizationId: demo.id });
for (let number = 1; number <= 45; number++) {
  await make.article(archive.id, {
    title: `Archived article ${String(number).padStart(2, '0')}`,
    status: number % 9 === 0 ? 'errored' : number % 7 === 0 ? 'limit_reached' : 'rejected',
    error: number % 9 === 0 ? 'The page answered 404.' : null,
    labels: number % 5 === 0 ? ['culture'] : [],
    addedAt: new Date(Date.UTC(2026, 0, number)),
  });
}

// Of which tests may delete some.
const attic = await make.project({ name: 'Attic', organizationId: demo.id });
for (let number = 1; number <= 6; number++)
  await make.article(attic.id, {
    title: `Old article ${number}`,
    status: 'rejected',
    addedAt: new Date(Date.UTC(2026, 0, number)),
  });

// Rules that fit none of the articles that tests write.
const newsroom = await make.project({ name: 'Newsroom', organizationId: demo.id });
await make.rule(newsroom.id, {
  name: 'No live blogs',
  predicates: [
    { operator: 'contains', subject: 'title', value: 'liveblog' },
    { operator: 'is', subject: 'label', value: 'sport, weather' },
  ],
  actions: [{ action: 'set_status', values: ['rejected'] }],
});
await make.rule(newsroom.id, {
  name: 'Louder obituaries',
  position: 1,
  predicates: [{ operator: 'is', subject: 'label', value: 'obituary' }],
  actions: [
    { action: 'volume_boost', values: ['20'] },
    { action: 'say_as', values: ['offline:en-US-Emil', 'offline:en-US-Gone'] },
  ],
});

const stage: Stage = {
  url,
  password,
  users: {
    admin: config.adminEmail,
    editor: editor.email,
    reader: reader.email,
    careful: careful.email,
    penniless: penniless.email,
  },
  adminPassword: config.adminPassword!,
  archive: archive.id,
  attic: attic.id,
  newsroom: newsroom.id,
  foreign: { project: foreign.id, article: foreignArticle.id },
};
console.log(JSON.stringify(stage));
process.on('SIGTERM', () => void close().then(() => process.exit(0)));
