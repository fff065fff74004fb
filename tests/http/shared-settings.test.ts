/** What all processes of an installation must have in common is compared when one starts. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../server/lib/logger.ts';
import { parseConfig } from '../../server/config.ts';
import { openApp } from '../../server/open-app.ts';
import { databaseKind, prepareConfig } from '../support/databases.ts';

const secrets = ['first', 'second', 'third'].map((name) => `the ${name} secret that signs sessions`);
const [first, second, third] = secrets as [string, string, string];

async function installation() {
  const prepared = await prepareConfig();
  onTestFinished(() => prepared.remove());
  /** Starts a process with other variables and stops it. @returns what it logged */
  const start = async (env: Record<string, string>): Promise<any[]> => {
    const lines: any[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
    const { close } = await openApp({ config: parseConfig({ ...prepared.env, ...env }), log, worker: false });
    await close();
    return lines;
  };
  return { prepared, start };
}

describe.runIf(databaseKind() === 'postgres')('a process that joins an installation', () => {
  test('is refused with a different storage, until that is accepted', async () => {
    const { prepared, start } = await installation();
    await start({});
    const other = `file:${prepared.config.dataDir}/other`;
    await expect(start({ STORAGE_URL: other })).rejects.toThrow(
      /^STORAGE_URL differs from that of the other processes[^]*accept-settings/,
    );
    // Nothing of it was kept.
    await start({});
    const accepted = spawnSync(process.execPath, ['scripts/accept-settings.ts'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { PATH: process.env['PATH'], ...prepared.env },
      encoding: 'utf8',
    });
    expect([accepted.status, accepted.stdout]).toEqual([
      0,
      expect.stringContaining('become those of the installation'),
    ]);
    await start({ STORAGE_URL: other });
    await expect(start({})).rejects.toThrow(/^STORAGE_URL differs/);
  });

  test('is refused with a different secret, except during a rotation', async () => {
    const { start } = await installation();
    await start({ JWT_SECRET: first });
    const refused = start({ JWT_SECRET: third });
    await expect(refused).rejects.toThrow(/^JWT_SECRET differs/);
    await refused.catch(({ message }: Error) => secrets.forEach((one) => expect(message).not.toContain(one)));
    await start({ JWT_SECRET: `${second},${first}` });
    await start({ JWT_SECRET: first });
    await start({ JWT_SECRET: `${second},${first}` });
    await start({ JWT_SECRET: second });
    await expect(start({ JWT_SECRET: first })).rejects.toThrow(/^JWT_SECRET differs/);
  });

  test('logs a warning for a different public URL, with how to set it', async () => {
    const { start } = await installation();
    await start({ PUBLIC_URL: 'https://audio.example.com' });
    const lines = await start({ PUBLIC_URL: 'https://sound.example.com', JWT_SECRT: first });
    expect(lines.find(({ msg }) => msg === 'Parlance is starting')).toMatchObject({
      release: expect.any(String),
      settings: { PUBLIC_URL: 'https://sound.example.com/' },
    });
    expect(lines.filter(({ level }) => level === 40)).toMatchObject([
      { name: 'JWT_SECRT', msg: expect.stringContaining('Did you mean JWT_SECRET?') },
      { name: 'PUBLIC_URL', value: 'https://sound.example.com', before: 'https://audio.example.com' },
    ]);
    expect(JSON.stringify(lines)).not.toContain(first);
    // From now on it is what all have.
    expect(
      (await start({ PUBLIC_URL: 'https://sound.example.com' })).filter(({ level }) => level === 40),
    ).toEqual([]);
  });
});
