import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { cleanUp } from '../../server/pipeline/cleanup.ts';
import { letDaysPass } from '../support/days-pass.ts';
import { quickHash } from '../support/quick-hash.ts';
import { useServer } from '../support/server.ts';
import { attempt } from '../graphql/mutate.ts';
import { exported, impersonal, named, personal } from './personal-columns.ts';

const server = useServer();
const password = 'correct horse';

/** Every column of the data model that can hold text: `Model.column`. */
function textColumns(): string[] {
  const columns: string[] = [];
  let model: string | undefined;
  for (const line of readFileSync('prisma/schema.prisma', 'utf8').split('\n')) {
    model = /^model (\w+)/.exec(line)?.[1] ?? (line.startsWith('}') ? undefined : model);
    const column = /^ {2}(\w+)\s+(?:String|Json|Bytes)(?:\[\]|\?)?(?=\s|$)(?!.*@db\.Uuid)/.exec(line)?.[1];
    if (model && column) columns.push(`${model}.${column}`);
  }
  return columns;
}

const listsOf = (all: Record<string, Record<string, string>>): string[] => Object.values(all).flatMap(named);

test('each text column is listed as containing personal data or not', () => {
  const listed = [...listsOf(impersonal), ...listsOf(personal)];
  expect(textColumns().filter((column) => !listed.includes(column))).toEqual([]);
  expect(listed.filter((column, place) => listed.indexOf(column) !== place)).toEqual([]);
  const known = listsOf(personal);
  expect(named(exported).filter((column) => !known.includes(column))).toEqual([]);
});

/** What is planted in a column: found nowhere else. */
const markOf = (column: string): string => `planted-${column.replace('.', '-')}-end`.toLowerCase();

type Row = Record<string, unknown>;

/** Makes a row in every table that has personal columns, and plants a mark in each of these. */
async function plant(ids: Row, values: Record<string, Row>): Promise<void> {
  const columns = listsOf(personal).map((column) => column.split('.') as [string, string]);
  await server.app.db.transaction(async (sql) => {
    const run = (text: string, parameters: unknown[] = []): Promise<Row[]> =>
      executeRaw(sql, text, parameters);
    // The rows are made up, so foreign keys and triggers are off.
    await run('SET LOCAL session_replication_role = replica');
    for (const table of new Set(columns.map(([name]) => name))) {
      const described = await run(
        `SELECT column_name AS name, udt_name AS type, is_nullable = 'NO' AND column_default IS NULL AND is_generated = 'NEVER' AS required,
           is_generated <> 'NEVER' AS generated FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`,
        [table],
      );
      if ((await run(`SELECT FROM "${table}" LIMIT 1`)).length === 0) {
        const row: Row = { ...values[table] };
        for (const { name, type, required } of described as {
          name: string;
          type: string;
          required: boolean;
        }[])
          if (!(name in row) && (name in ids || required)) row[name] = ids[name] ?? (await dummy(run, type));
        const names = Object.keys(row);
        await run(
          `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
          Object.values(row),
        );
      }
      const id = { User: ids['userId'], Article: ids['articleId'] }[table];
      const own = id === undefined ? '' : `WHERE "id" = ${Number(id)}`;
      for (const [, column] of columns.filter(([name]) => name === table)) {
        const { type, generated } = described.find(({ name }) => name === column) as Row;
        if (generated) continue;
        const mark = markOf(`${table}.${column}`);
        const planted =
          type === 'jsonb'
            ? `CASE jsonb_typeof("${column}") WHEN 'object' THEN "${column}" || jsonb_build_object('mark', $1::text)
                WHEN 'array' THEN "${column}" || to_jsonb($1::text) ELSE jsonb_build_array($1::text) END`
            : type === '_text'
              ? `array_append("${column}", $1)`
              : '$1';
        await run(`UPDATE "${table}" SET "${column}" = ${planted} ${own}`, [mark]);
      }
    }
  });
}

async function executeRaw(sql: unknown, text: string, parameters: unknown[]): Promise<Row[]> {
  const { execute } = await import('../../server/lib/database/db.ts');
  return (await execute(sql as Parameters<typeof execute>[0], text, parameters as never)).rows as Row[];
}

async function dummy(run: (text: string) => Promise<Row[]>, type: string): Promise<unknown> {
  const [kind] = await run(
    `SELECT enumlabel AS label FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid WHERE t.typname = '${type}' ORDER BY enumsortorder LIMIT 1`,
  );
  if (kind) return kind['label'];
  if (type.startsWith('_')) return [];
  if (/json/.test(type)) return '{}';
  if (/int|float|numeric/.test(type)) return 1;
  if (/timestamp|date/.test(type)) return new Date();
  if (type === 'bool') return false;
  if (type === 'bytea') return Buffer.from('x');
  return type === 'uuid' ? crypto.randomUUID() : 'x';
}

/** Where a text is, in any row of any table: `table: row`. */
async function rowsWith(text: string): Promise<string[]> {
  const { pool } = server.app.db;
  const { rows: tables } = await pool.query(
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname IN ('public', 'pgboss')`,
  );
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await pool.query(
      `SELECT t::text AS row FROM "${schema}"."${name}" t WHERE t::text ILIKE '%' || $1 || '%'`,
      [text],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

test('the export contains all personal data, and of a deleted account nothing is left in any table', async () => {
  const { app, make } = server;
  const { prisma } = app.db;
  await make.admin();
  const user = await make.user({ fullname: 'Zebulon Testament', passwordHash: quickHash(password) });
  const project = await make.project({ ownerId: user.id, organizationId: null });
  const article = await make.article(project.id);
  const { version } = await make.audio(article.id);
  const { id: studioAudioId } = await make.studioAudio(user.id, {
    text: 'Dear diary, I am Zebulon Testament.',
  });
  const gone = await make.studioAudio(user.id, { text: 'Zebulon Testament wrote this, and deleted it.' });
  await prisma.studioAudio.update({ where: { id: gone.id }, data: { deletedAt: new Date() } });
  await prisma.article.update({ where: { id: gone.articleId }, data: { deletedAt: new Date() } });
  const channel = await prisma.channel.findFirstOrThrow({ where: { studioAudio: { id: studioAudioId } } });
  await prisma.channel.update({ where: { id: channel.id }, data: { settings: { cta: 'Dear diary' } } });
  const token = await server.signIn(user);
  const common = { projectId: project.id, articleId: article.id, userId: user.id, version };
  await plant(
    { ...common, segmentKey: 'segment', channelId: channel.id, createdById: user.id, modifiedById: user.id },
    {
      Segment: { key: 'segment', state: 'voiced', voicedAt: new Date() },
      Dictionary: { projectId: project.id, level: 'project' },
      SignUp: { email: 'x', expiresAt: new Date(0) },
      JoinedAudio: { key: 'joined', parts: '[]' },
      CallStep: { call: 'x', position: 0, result: '"x"' },
      DictionaryEntry: { dictionaryId: (await dictionaryOf(project.id)).id },
      DictionaryEntryVersion: { entryId: 1, modifiedById: user.id },
      Playlist: { id: 1, projectId: project.id },
      PlaylistItem: { playlistId: 1 },
      SecondTake: { segmentKey: 'segment', articleId: article.id },
      Mail: { userId: user.id, state: 'sent', key: 'mail' },
    },
  );
  const planted = async (column: string) => (await rowsWith(markOf(column))).length > 0;
  for (const column of listsOf(personal))
    if (!derived.has(column)) expect(await planted(column), column).toBe(true);

  const answer = await attempt(server, 'exportOwnData', null, { token, selection: 'content' });
  const archive = Object.values(unzipSync(Buffer.from(answer.content, 'base64')))
    .map((bytes) => strFromU8(bytes))
    .join('\n');
  expect(named(exported).filter((column) => !archive.includes(markOf(column)))).toEqual([]);
  expect(archive).toContain('Dear diary, I am Zebulon Testament.');
  expect(archive).toContain('Zebulon Testament wrote this, and deleted it.');
  expect(archive).toContain('"milliseconds"');

  expect(await attempt(server, 'deleteOwnAccount', { password }, { token, selection: '__typename' })).toEqual(
    { __typename: 'DeleteOwnAccountSuccess' },
  );
  const beyond = Math.max(...Object.values(app.config.retention), 366) + 2;
  await letDaysPass(app.db, beyond);
  await cleanUp(app);
  await cleanUp(app);
  expect(await rowsWith('planted-')).toEqual([]);
  expect(await rowsWith('Zebulon')).toEqual([]);
  expect(await prisma.project.count({ where: { ownerId: user.id } })).toBe(0);
});

const dictionaryOf = (projectId: number) =>
  server.app.db.prisma.dictionary.findFirstOrThrow({ where: { projectId } });

/** Columns that the database derives from others. */
const derived = new Set([
  'User.searchText',
  'Project.nameOrder',
  'Project.searchText',
  'Article.titleFolded',
  'DictionaryEntry.searchText',
]);
