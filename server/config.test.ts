import { expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

test('an empty configuration gives a usable product', () => {
  const config = parseConfig({});
  expect(config).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:4000',
    adminEmail: 'admin@localhost',
    contactEmail: 'admin@localhost',
    demo: true,
    secureCookies: false,
  });
});

test('with PostgreSQL the demo is off by default', () => {
  const DATABASE_URL = 'postgres://localhost/parlance';
  expect(parseConfig({ DATABASE_URL }).demo).toBe(false);
  expect(parseConfig({ DATABASE_URL, DEMO: '1' }).demo).toBe(true);
});

test('the contact address is the first administrator unless another one is set', () => {
  expect(parseConfig({ ADMIN_EMAIL: 'ada@example.org' }).contactEmail).toBe('ada@example.org');
  expect(parseConfig({ CONTACT_EMAIL: 'sales@example.org' }).contactEmail).toBe('sales@example.org');
});

test('the LAME encoder can be selected for speech', () => {
  expect(parseConfig({}).speechEncoder).toBe('own');
  expect(parseConfig({ SPEECH_ENCODER: 'lame' }).speechEncoder).toBe('lame');
});

test('an empty variable counts as unset', () => {
  expect(parseConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(4000);
});

test('trusted proxies are set by address or by number', () => {
  expect(parseConfig({}).trustProxy).toEqual(['loopback']);
  expect(parseConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::1' }).trustProxy).toEqual([
    'loopback',
    '10.0.0.0/8',
    '2001:db8::1',
  ]);
  const nearest = parseConfig({ TRUST_PROXY: '2' }).trustProxy as (address: string, hop: number) => boolean;
  expect([0, 1, 2].map((hop) => nearest('10.0.0.1', hop))).toEqual([true, true, false]);
});

test.each([
  ['SPEECH_ENCODER', 'mp2'],
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['STORAGE_URL', 'ftp://x'],
  ['JWT_SECRET', 'short'],
  ['ADMIN_EMAIL', 'nobody'],
  ['CONTACT_EMAIL', 'nobody'],
  ['ADMIN_PASSWORD', 'nine char'],
  ['PUBLIC_URL', 'ftp://example.com'],
  ['WORKERS', '0'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/40'],
  ['TRUST_PROXY', ','],
  ['DATABASE_STATEMENT_MS', '0'],
])('%s=%s is refused with an error that names the variable', (name, value) => {
  expect(() => parseConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => parseConfig({ [name]: value })).toThrow(new RegExp(name));
});
