import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * The SQL that leads a database from one data model (none: an empty database) to another; a comment alone
 * where they are the same.
 */
export async function modelDifference(from: string | undefined, to: string): Promise<string> {
  // The package exports its bindings, but not the WebAssembly that they are to be bound to.
  const engine = (await import('@prisma/schema-engine-wasm/schema_engine_bg' as string)) as Record<
    string,
    any
  >;
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const module = await WebAssembly.compile(
    await readFile(new URL('schema_engine_bg.wasm', pathToFileURL(entry))),
  );
  const instance = await WebAssembly.instantiate(module, { './schema_engine_bg.js': engine });
  engine['__wbg_set_wasm'](instance.exports);
  (instance.exports['__wbindgen_start'] as (() => void) | undefined)?.();

  const { bindMigrationAwareSqlAdapterFactory } = await import('@prisma/driver-adapter-utils');
  const { PrismaPg } = await import('@prisma/adapter-pg');
  const { openPglite } = await import('../server/lib/database/pglite.ts');
  const { pglite, pool } = await openPglite();
  const schemaEngine = await engine['SchemaEngine'].new(
    { datamodels: [['schema.prisma', to]] },
    () => {},
    // The engine asks a database for its version even to compare two data models.
    bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool)),
  );
  const model = (content: string) => ({
    tag: 'schemaDatamodel',
    files: [{ path: 'schema.prisma', content }],
  });
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
