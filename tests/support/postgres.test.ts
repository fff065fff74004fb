import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

test(
  'a process that has started PostgreSQL ends with the code that it was given',
  { timeout: 180_000 },
  async () => {
    const module = new URL('./postgres.ts', import.meta.url).href;
    const script = `const { startPostgres } = await import(${JSON.stringify(module)}); const server = await startPostgres(); await server.stop(); process.exitCode = 3;`;
    const [code] = await once(
      spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' }),
      'exit',
    );
    expect(code).toBe(3);
  },
);
