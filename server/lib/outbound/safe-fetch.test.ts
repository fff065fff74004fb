import { describe, expect, it } from 'vitest';
import { isAllowedHost, isPublicAddress } from './safe-fetch-address.ts';
import { fetchMessages } from '../messages.ts';
import { asFetchError } from './safe-fetch-error.ts';
import { FetchError, parseFetchUrl, safeFetch } from './safe-fetch.ts';

/** The kind of FetchError that a promise ends with. */
async function kindOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'answered';
  } catch (error) {
    return error instanceof FetchError ? error.kind : String(error);
  }
}

describe('IP addresses', () => {
  it.each(['93.184.215.14', '8.8.8.8', '2606:4700::6810:85e5', '2a00:1450:4001::200e'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '100::1',
    'not an address',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('literals in URLs, in all notations', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://0.0.0.0:80/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:ffff:10.1.2.3]/',
    'http://[fe80::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://１２７.０.０.１/',
    'http://127。0。0。1/',
    'http://10.0.0.1:8080/',
    'http://[64:ff9b::7f00:1]/',
    'https://192.168.0.1/',
  ])('%s is refused', async (url) => {
    expect(await kindOf(safeFetch(url))).toBe('private-address');
  });

  it.each(['http://localhost/', 'http://LOCALHOST:9/'])('%s is refused after DNS resolution', async (url) => {
    expect(await kindOf(safeFetch(url))).toBe('private-address');
  });
});

describe('URL rules', () => {
  it.each([
    ['', 'invalid-url'],
    ['example.org', 'invalid-url'],
    ['http://', 'invalid-url'],
    ['http://a b/', 'invalid-url'],
    ['http://256.1.1.1/', 'invalid-url'],
    [`https://example.org/${'a'.repeat(9000)}`, 'invalid-url'],
    ['ftp://example.org/', 'forbidden-scheme'],
    ['file:///etc/passwd', 'forbidden-scheme'],
    ['data:text/html,hi', 'forbidden-scheme'],
    ['javascript:alert(1)', 'forbidden-scheme'],
    ['gopher://example.org/', 'forbidden-scheme'],
    ['http://user@example.org/', 'credentials'],
    ['http://user:secret@example.org/', 'credentials'],
  ])('%s is refused as %s', async (url, kind) => {
    expect(await kindOf(safeFetch(url))).toBe(kind);
  });

  it('removes the fragment', () => {
    expect(parseFetchUrl(' https://example.org/a#b ').href).toBe('https://example.org/a');
  });
});

describe('exempt hosts', () => {
  it.each([
    ['http://127.0.0.1:8080/', '127.0.0.1:8080', true],
    ['http://127.0.0.1:8081/', '127.0.0.1:8080', false],
    ['http://127.0.0.1:8081/', '127.0.0.1', true],
    ['https://cms.intern/', 'CMS.intern:443', true],
    ['http://cms.intern/', 'cms.intern:443', false],
    ['http://[::1]:3000/', '[::1]:3000', true],
    ['http://[::1]:3001/', '[::1]:3000', false],
    ['http://x.cms.intern/', 'cms.intern', false],
  ])('%s by %s: %s', (url, entry, allowed) => {
    expect(isAllowedHost(new URL(url), [entry])).toBe(allowed);
  });
});

describe('errors of safe-fetch', () => {
  it('indicates which errors are transient', () => {
    expect(new FetchError('timeout', fetchMessages.FETCH_CANCELLED()).retryable).toBe(true);
    expect(new FetchError('status', fetchMessages.FETCH_CANCELLED(), { status: 503 }).retryable).toBe(true);
    expect(new FetchError('status', fetchMessages.FETCH_CANCELLED(), { status: 404 }).retryable).toBe(false);
    expect(new FetchError('private-address', fetchMessages.FETCH_CANCELLED()).retryable).toBe(false);
  });

  it.each([
    ['ENOTFOUND', 'unknown-host'],
    ['ECONNREFUSED', 'unreachable'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout'],
    ['UND_ERR_HEADERS_OVERFLOW', 'too-large'],
    ['HPE_INVALID_CONSTANT', 'bad-response'],
  ])('%s is %s', (code, kind) => {
    expect(asFetchError(Object.assign(new Error('x'), { code }), new URL('https://example.org')).kind).toBe(
      kind,
    );
  });
});

it.each([
  ['http://127.0.0.1:4000/demo/gazette/feed.xml', true],
  ['http://127.0.0.1:4000/demo/../metrics', false],
  ['http://127.0.0.1:4000/demo/%2e%2e/metrics', false],
  ['http://127.0.0.1:4000/demo\\..\\metrics', false],
  ['http://127.0.0.1:4000/demo', false],
  ['http://127.0.0.1:4000/graphql', false],
  ['http://127.0.0.1:4001/demo/gazette/feed.xml', false],
  ['http://localhost:4000/demo/gazette/feed.xml', false],
])('an exempt path exempts no sibling path: %s', (address, allowed) => {
  expect(isAllowedHost(new URL(address), ['127.0.0.1:4000/demo/'])).toBe(allowed);
});
