/**
 * Writes the SQL of a new migration: what leads from the data model of the last migration to prisma/schema.prisma.
 * Run as `npm run migration -- <name>`, then read the SQL and add by hand what a data model cannot say (trigram indexes, say).
 * Each migration keeps the data model it leads to beside its SQL, so that the difference needs no database with that history.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) throw new Error('Usage: npm run migration -- <name in lower case>');

const folder = new URL('../prisma/migrations/', import.meta.url);
const schema = await readFile(new URL('../prisma/schema.prisma', import.meta.url), 'utf8');
const earlier = (await readdir(folder).catch(() => [])).filter((entry) => /^\d{4}_/.test(entry)).sort();
const last = earlier.at(-1);
const before = last ? await readFile(new URL(`${last}/schema.prisma`, folder), 'utf8') : undefined;

const sql = await difference(before, schema);
const directory = new URL(`${String(earlier.length + 1).padStart(4, '0')}_${name}/`, folder);
await mkdir(directory, { recursive: true });
await writeFile(new URL('migration.sql', directory), sql);
await writeFile(new URL('schema.prisma', directory), schema);
console.log(`Wrote ${directory.pathname}migration.sql`);

async function difference(from: string | undefined, to: string): Promise<string> {
  // The package exports its bindings, but not the WebAssembly that they are to be bound to.
  const engine = (await import('@prisma/schema-engine-wasm/schema_engine_bg' as string)) as Record<string, any>;
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const module = await WebAssembly.compile(await readFile(new URL('schema_engine_bg.wasm', pathToFileURL(entry))));
  const instance = await WebAssembly.instantiate(module, { './schema_engine_bg.js': engine as never });
  engine['__wbg_set_wasm'](instance.exports);
  (instance.exports['__wbindgen_start'] as (() => void) | undefined)?.();

  const { bindMigrationAwareSqlAdapterFactory } = await import('@prisma/driver-adapter-utils');
  const { PrismaPg } = await import('@prisma/adapter-pg');
  const { openPglite } = await import('../server/lib/pglite.ts');
  const { pglite, pool } = await openPglite();
  const schemaEngine = await engine['SchemaEngine'].new(
    { datamodels: [['schema.prisma', to]] },
    () => {},
    // The engine asks a database for its version even to compare two data models.
    bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool)),
  );
  const model = (content: string) => ({ tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content }] });
  const result = await schemaEngine.diff({
    from: from ? model(from) : { tag: 'empty' },
    to: model(to),
    script: true,
    exitCode: null,
    shadowDatabaseUrl: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  await pool.end();
  await pglite.close();
  return result.stdout ?? '';
}
