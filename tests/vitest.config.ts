import { defineConfig } from 'vitest/config';

// Unit tests sit beside their source and need no database, HTTP or browser; what does lives under tests/.
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['server/**/*.test.ts', 'client/**/*.test.{ts,tsx}', 'prisma/**/*.test.ts', 'codegen/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 30_000,
  },
});
