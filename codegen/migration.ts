/**
 * Writes the SQL of a new migration: what leads from the data model of the last migration to
 * prisma/schema.prisma, and says what of it breaks the rule for migrations. Run as `npm run migration --
 * <name>`, then read the SQL and add by hand what a data model cannot say (trigram indexes, say). The data
 * model that the last migration led to is kept beside the migrations, so that the difference needs no
 * database with that history.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { breachesOf, releasesIn } from '../prisma/migration-rules.ts';
import { modelDifference } from './model-difference.ts';

const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) throw new Error('Usage: npm run migration -- <name in lower case>');

const folder = new URL('../prisma/migrations/', import.meta.url);
const schema = await readFile(new URL('../prisma/schema.prisma', import.meta.url), 'utf8');
const earlier = (await readdir(folder).catch(() => [])).filter((entry) => /^\d{4}b?_/.test(entry)).sort();
const lastModel = new URL('last-migration.prisma', folder);
const before = earlier.length > 0 ? await readFile(lastModel, 'utf8') : undefined;

const number = Number(earlier.at(-1)?.slice(0, 4) ?? 0) + 1;
const sql = await modelDifference(before, schema);
const title = `${String(number).padStart(4, '0')}_${name}`;
const directory = new URL(`${title}/`, folder);
await mkdir(directory, { recursive: true });
await writeFile(new URL('migration.sql', directory), sql);
await writeFile(lastModel, schema);
console.log(`Wrote ${directory.pathname}migration.sql`);
const changelog = await readFile(new URL('../.github/CHANGELOG.md', import.meta.url), 'utf8');
for (const breach of breachesOf(title, sql, releasesIn(changelog)))
  console.log(`\nMust be written differently (prisma/README.md): ${breach}`);
