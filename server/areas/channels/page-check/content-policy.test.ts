import { expect, test } from 'vitest';
import { blockedBy } from './content-policy.ts';

const page = 'https://gazette.example/news/harbour';
const server = 'https://audio.example.com';
const everything = ['script-src', 'connect-src', 'media-src', 'img-src'];

const blocked = (policy: string | string[], nonce?: string | null, loader = `${server}/player/loader.js`) =>
  blockedBy([policy].flat(), { page, loader, nonce });

test.each<[string, string | string[], string[]]>([
  ['no policy', [], []],
  ['a policy about something else', "frame-ancestors 'self'; upgrade-insecure-requests", []],
  ['everything from the page alone', "default-src 'self'", everything],
  ['everything from anywhere', 'default-src *', []],
  ['everything over TLS', 'default-src https:', []],
  ['the server, named', `default-src 'self' ${server}`, []],
  ['the server without its scheme', 'default-src audio.example.com', []],
  ['hosts below a domain', 'default-src *.example.com', []],
  ['a domain alone', 'default-src example.com', everything],
  ['a host with the same end', 'default-src *.o.example.com', everything],
  ['another port', 'default-src https://audio.example.com:8443', everything],
  ['a folder of the server', `script-src ${server}/player/`, []],
  ['another folder', `script-src ${server}/admin/`, ['script-src']],
  ['one file', `script-src ${server}/player/loader.js`, []],
  ['nothing at all', "default-src 'none'", everything],
  [
    'scripts, but no audio',
    `default-src 'self'; script-src ${server}; connect-src ${server}; img-src *`,
    ['media-src'],
  ],
  ['script elements, which go before scripts', `script-src 'self'; script-src-elem ${server}`, []],
  ['capitals', 'DEFAULT-SRC HTTPS://AUDIO.EXAMPLE.COM', []],
  ['the first of two directives', `script-src 'self'; script-src ${server}`, ['script-src']],
  ['two policies, one of which blocks', ['script-src https:', "script-src 'self'"], ['script-src']],
  ['two policies in one header', "script-src https:, media-src 'self'", ['media-src']],
  ['a sandbox without scripts', 'sandbox allow-forms', ['script-src']],
  ['a sandbox with scripts', 'sandbox allow-scripts', []],
])('%s', (_, policy, expected) => {
  expect(blocked(policy, null)).toEqual(expected);
});

test('a nonce lets the script run, whatever hosts are listed', () => {
  const policy = `script-src 'nonce-r4nd0m' 'strict-dynamic' ${server}`;
  expect(blocked(policy, 'r4nd0m')).toEqual([]);
  expect(blocked(policy, 'other')).toEqual(['script-src']);
  expect(blocked(policy, null)).toEqual(['script-src']);
  expect(blocked(`script-src 'nonce-r4nd0m' ${server}`, null)).toEqual([]);
});

test('a script that another one adds may have its trust', () => {
  expect(blocked("script-src 'nonce-r4nd0m' 'strict-dynamic'")).toEqual([]);
  expect(blocked("script-src 'self'")).toEqual(['script-src']);
});

test('a page over http allows its own server on this machine', () => {
  const question = {
    page: 'http://localhost:8080/a',
    loader: 'http://localhost:4000/player/loader.js',
    nonce: null,
  };
  expect(blockedBy(['default-src localhost:4000'], question)).toEqual([]);
  expect(blockedBy(['default-src localhost:*'], question)).toEqual([]);
  expect(blockedBy(['default-src localhost'], question)).toEqual(everything);
});
