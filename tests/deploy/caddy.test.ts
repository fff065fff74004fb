/** The proxy of the compose file: Debian's Caddy accepts its configuration. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { debianPrograms } from '../../scripts/debian-program.ts';

test('the configuration of Caddy is valid', () => {
  const [caddy] = debianPrograms([
    { title: 'Caddy', variable: 'CADDY', paths: ['/usr/bin/caddy'], packages: ['caddy'] },
  ]);
  const words = ['validate', '--adapter', 'caddyfile', '--config', 'scripts/deploy/compose/Caddyfile'];
  const { status, stdout } = spawnSync(caddy!, words, {
    env: { ...process.env, DOMAIN: 'audio.example.com' },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, expect.stringContaining('Valid configuration')]);
});
