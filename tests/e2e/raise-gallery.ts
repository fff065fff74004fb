import { addDays } from '../../server/areas/listening/statistics/report-days.ts';
import { HyperLogLog } from '../../server/areas/listening/listening/hyperloglog.ts';
import type { App } from '../../server/kernel/app.ts';
import type { Factories } from '../support/factories.ts';
import type { Gallery } from './stage.ts';

/** Of everything that there can be many of in one project. */
const many = 10_000;
/** Numbers of things that are created by hand: no one has ten thousand of them. */
const handmade = { projects: 200, rules: 40, channels: 12, playlists: 40, playlistItems: 300, members: 120 };
const days = 90;
/** Rows of one statement: the embedded database gives none of them long. */
const batch = 1_000;
const batches = () =>
  Array.from({ length: many / batch }, (_, nth) => [nth * batch + 1, (nth + 1) * batch] as const);

type Database = App['db'];

/** Creates articles, most of them with audio. */
async function makeArticles({ pool }: Database, projectId: number): Promise<void> {
  for (const [first, last] of batches()) {
    await pool.query(
      `INSERT INTO "Article" ("projectId", title, text, url, author, labels, status, step, "audioMs", "qaStatus", "addedAt", "publishedAt", error)
     SELECT $1,
            (ARRAY['The harbour','A market','The council','Our school','Her garden','This winter','That evening','His letter'])[1 + n % 8]
              || ' ' || (ARRAY['opens','closes','returns','grows','moves'])[1 + n % 5]
              || (ARRAY[' again',' after years of argument about who pays for it','',' before the tram'])[1 + n % 4] || ', part ' || n,
            'One sentence. And another one.', 'https://example.com/' || n, 'Author ' || n % 30,
            CASE n % 3 WHEN 0 THEN ARRAY['news'] WHEN 1 THEN ARRAY['culture', 'weekend', 'long reads'] ELSE '{}'::text[] END,
            (CASE WHEN n % 97 = 0 THEN 'errored' WHEN n % 101 = 0 THEN 'rejected' ELSE 'ready' END)::"ArticleStatus",
            'assembled', 20000 + n % 400 * 1000, NULL,
            now() - ($2 - n) * interval '12 minutes', now() - ($2 - n) * interval '12 minutes',
            CASE WHEN n % 97 = 0 THEN 'The page answered 404.' END
       FROM generate_series($3::int, $4::int) AS n`,
      [projectId, many, first, last],
    );
    await pool.query(
      `INSERT INTO "Audio" (version, "articleId", "durationMs", bytes, text, timings)
     SELECT md5('gallery' || id) || md5('audio' || id), id, "audioMs", "audioMs" * 8, text, '[]' FROM "Article"
      WHERE "projectId" = $1 AND status = 'ready' AND version IS NULL`,
      [projectId],
    );
    await pool.query(
      `UPDATE "Article" a SET audio = v.version, version = v.version FROM "Audio" v
      WHERE v."articleId" = a.id AND a."projectId" = $1 AND a.version IS NULL`,
      [projectId],
    );
  }
}

/** Makes entries of the project's dictionary. */
async function makeEntries({ pool }: Database, projectId: number): Promise<void> {
  const { rows } = await pool.query(
    `SELECT id FROM "Dictionary" WHERE "projectId" = $1 ORDER BY id LIMIT 1`,
    [projectId],
  );
  for (const [first, last] of batches())
    await pool.query(
      `INSERT INTO "DictionaryEntry" ("dictionaryId", source, replacement)
     SELECT $1, 'Wordsworth ' || n, 'words worth ' || n FROM generate_series($2::int, $3::int) AS n`,
      [(rows as { id: number }[])[0]!.id, first, last],
    );
}

/** Makes what listeners did on each of the days. */
async function makeListening({ pool, prisma }: Database, projectId: number): Promise<void> {
  for (let ago = 0; ago < days; ago += 10)
    await pool.query(
      `INSERT INTO "ListeningHour" ("projectId", hour, "articleId", views, listens, finishes, "heardMs", listeners, reached)
     SELECT $1, date_trunc('day', now()) - d * interval '1 day' + interval '8 hours', a.id,
            40 + a.id % 30, 10 + (a.id + d) % 17, 4, 600000, 9, '{9,8,7,7,6,5,5,4,4}'
       FROM generate_series($2::int, $2::int + 9) d, (SELECT id FROM "Article" WHERE "projectId" = $1 ORDER BY id DESC LIMIT 40) a`,
      [projectId, ago],
    );
  const sketch = new HyperLogLog();
  for (let listener = 1n; listener <= 900n; listener++)
    sketch.add(BigInt.asIntN(64, listener * 0x9e3779b97f4a7c15n));
  const today = new Date().toISOString().slice(0, 10);
  await prisma.listenerDay.createMany({
    data: Array.from({ length: days }, (_, ago) => ({
      projectId: projectId,
      day: new Date(addDays(today, -ago)),
      listeners: 900,
      teaserListeners: 0,
      wholeListeners: 900,
      bothListeners: 0,
      sketch: Buffer.from(sketch.toBytes()),
    })),
  });
}

/**
 * Creates the data for the dashboard's pictures in addition to a test's stage: a user without any data, an
 * empty organization and an empty project, and a newsroom that has ten thousand of everything.
 */
export async function raiseGallery(
  { db }: App,
  make: Factories,
  { passwordHash }: { passwordHash: string },
): Promise<Gallery> {
  const newcomer = await make.user({ fullname: 'Nora Newcomer', passwordHash, balance: 10_000n });
  const beginner = await make.user({ fullname: 'Bea Beginner', passwordHash, balance: 10_000n });
  const house = await make.organization({ name: 'Blank Pages', timezone: 'Europe/Berlin' });
  await make.member(house.id, 'maintainer', beginner);
  const empty = await make.project({ name: 'Blank', organizationId: house.id, ownerId: beginner.id });

  const press = await make.organization({ name: 'Grand Press', timezone: 'Europe/Berlin' });
  const chief = await make.user({ fullname: 'Charlotte Chief', passwordHash, balance: 0n });
  await make.member(press.id, 'maintainer', chief);
  for (let number = 1; number < handmade.members; number++)
    await make.member(press.id, number % 4 === 0 ? 'viewer' : 'editor', { fullname: `Reporter ${number}` });
  const full = await make.project({ name: 'The Grand Daily', organizationId: press.id, ownerId: chief.id });
  for (let number = 1; number < handmade.projects; number++)
    await make.project({ name: `Local edition ${number}`, organizationId: press.id, ownerId: chief.id });
  await makeArticles(db, full.id);
  await makeEntries(db, full.id);
  await makeListening(db, full.id);
  for (let position = 0; position < handmade.rules; position++)
    await make.rule(full.id, { name: `Rule ${position + 1} of the desk`, position });
  for (let number = 0; number < handmade.channels; number++) await make.channel(full.id);
  const items = await db.prisma.article.findMany({
    where: { projectId: full.id, status: 'ready' },
    orderBy: { id: 'desc' },
    take: handmade.playlistItems,
    select: { id: true },
  });
  const long = await make.playlist(
    full.id,
    items.map(({ id }) => id),
    { name: 'Everything of the week' },
  );
  for (let number = 1; number < handmade.playlists; number++)
    await make.playlist(full.id, [items[number]!.id], { name: `Playlist ${number}` });
  return {
    newcomer: newcomer.email,
    beginner: beginner.email,
    chief: chief.email,
    empty: { organization: house.slug, project: empty.id },
    full: { organization: press.slug, project: full.id, article: items[0]!.id, playlist: long.id },
  };
}
