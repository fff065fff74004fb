// Generating the client needs no schema engine, yet Prisma would download one first: offline, that fails.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= '/bin/true';
const { defineConfig } = await import('prisma/config');

export default defineConfig({ schema: './schema.prisma' });
