import { describe, expect, test } from 'vitest';
import { explainStartError } from './explain-start-error.ts';

const errors: [code: string, message: string, advice: RegExp][] = [
  ['28P01', 'password authentication failed for user "parlance"', /password/],
  ['28000', 'no pg_hba.conf entry for host "10.0.0.1"', /pg_hba/],
  ['3D000', 'database "parlance" does not exist', /Create the database/],
  ['53300', 'too many connections for role "parlance"', /max_connections/],
  ['57P03', 'the database system is starting up', /when it is ready/],
  ['57P01', 'terminating connection due to administrator command', /when it is ready/],
  ['42501', 'permission denied for schema public', /lacks a permission/],
  ['25006', 'cannot execute CREATE TABLE in a read-only transaction', /read-only/],
  ['08P01', 'unsupported startup parameter: statement_timeout', /pooler/],
  ['0A000', 'extension "btree_gin" is not available', /extensions/],
  ['53100', 'could not extend file', /disk/],
  ['ECONNREFUSED', '', /Nothing accepts connections/],
  ['ECONNRESET', 'read ECONNRESET', /Nothing accepts connections/],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND database', /DNS/],
  ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN database', /DNS/],
  ['ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:5432', /any firewall/],
  ['EHOSTUNREACH', 'connect EHOSTUNREACH 10.0.0.1:5432', /any firewall/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /NODE_EXTRA_CA_CERTS/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname/IP does not match', /NODE_EXTRA_CA_CERTS/],
  ['CERT_HAS_EXPIRED', 'certificate has expired', /NODE_EXTRA_CA_CERTS/],
  ['', 'The server does not support SSL connections', /sslmode/],
  ['', 'timeout expired', /any firewall/],
  ['', 'Connection terminated due to connection timeout', /any firewall/],
  ['', 'Connection terminated unexpectedly', /log of the server/],
];

describe('a database error at the start is explained', () => {
  test.each(errors)('%s %s', (code, message, advice) => {
    const text = explainStartError(Object.assign(new Error(message), code && { code }));
    expect(text).toMatch(/^The database cannot be reached at DATABASE_URL: ./);
    expect(text).toMatch(advice);
    expect(text).not.toMatch(/\n\s+at /);
  });
});

test('a program error is shown with its stack', () => {
  expect(explainStartError(new TypeError('x is not a function'))).toMatch(/\n\s+at /);
});
