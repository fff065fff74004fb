import { expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

test('nothing configured is a usable product', () => {
  const config = parseConfig({});
  expect(config).toMatchObject({ port: 4000, host: '127.0.0.1', publicUrl: 'http://localhost:4000', adminEmail: 'admin@localhost', demo: true, secureCookies: false });
});

test('with PostgreSQL there is no demo unless it is asked for', () => {
  const DATABASE_URL = 'postgres://localhost/parlance';
  expect(parseConfig({ DATABASE_URL }).demo).toBe(false);
  expect(parseConfig({ DATABASE_URL, DEMO: '1' }).demo).toBe(true);
});

test('an empty variable counts as unset', () => {
  expect(parseConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(4000);
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['STORAGE_URL', 'ftp://x'],
  ['JWT_SECRET', 'short'],
  ['ADMIN_EMAIL', 'nobody'],
  ['ADMIN_PASSWORD', 'short'],
  ['PUBLIC_URL', 'ftp://example.com'],
  ['WORKERS', '0'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => parseConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => parseConfig({ [name]: value })).toThrow(new RegExp(name));
});
