/** The public address and its certificate, against HTTPS servers with certificates that are about to end. */
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { issue, type CertificateRequest, type IssuedCertificate } from '../../tests/support/certificates.ts';
import { tokenKeys } from '../lib/security/signed-token.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkPublicUrl } from './check-public-url.ts';
import type { Finding } from './check-finding.ts';

const keys = tokenKeys(['the secret of this installation, long enough']);
const others = tokenKeys(['the secret of another installation, as long']);
let authority: IssuedCertificate;
const usual = getCACertificates('default');
beforeAll(() => {
  authority = issue({ name: 'Test authority', ca: true, to: 30 });
  setDefaultCACertificates([...usual, authority.pem]);
});
afterAll(() => setDefaultCACertificates(usual));

/** Answers as `/healthz` of an installation with some keys. */
const installation =
  (own = keys, headers: Record<string, string> = {}): RequestListener =>
  ({ headers: { 'x-parlance-challenge': challenge } }, response) => {
    response.writeHead(200, { 'x-parlance-answer': own.answer(String(challenge)), ...headers });
    response.end('{"status":"ok"}');
  };

/** Starts a server for localhost. @returns its address */
async function serve(
  { isTrusted = true, ...request }: Partial<CertificateRequest> & { isTrusted?: boolean } = {},
  listener: RequestListener = installation(),
): Promise<{ publicUrl: string }> {
  const { pem, key } = issue({
    name: 'localhost',
    hosts: ['localhost'],
    to: 20,
    ...(isTrusted && { by: authority }),
    ...request,
  });
  const server = createServer({ cert: pem, key: key.export({ type: 'pkcs8', format: 'pem' }) }, listener);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server.listen(0, 'localhost'), 'listening');
  return { publicUrl: `https://localhost:${(server.address() as AddressInfo).port}` };
}

const failed = ['WRONG', 'CHECK_PUBLIC_URL_FAILED', { why: expect.any(Object) }];
const brief = (findings: readonly Finding[]) =>
  findings.map(({ state, message: { code, parameters } }) => [state, code, parameters]);

test.each<[Parameters<typeof serve>[0], string, string, object]>([
  [{ to: 20.5 }, 'FINE', 'CHECK_CERTIFICATE_FINE', { days: 20 }],
  [{ to: 7.5 }, 'WARNING', 'CHECK_CERTIFICATE_SOON', { days: 7 }],
  [{ to: 1.5 }, 'WRONG', 'CHECK_CERTIFICATE_SOON', { days: 1 }],
  [{ from: -9, to: -1 }, 'WRONG', 'CHECK_CERTIFICATE_OVER', {}],
  [{ hosts: ['other.example.com'] }, 'WRONG', 'CHECK_CERTIFICATE_UNTRUSTED', { why: expect.any(String) }],
  [{ isTrusted: false }, 'WRONG', 'CHECK_CERTIFICATE_UNTRUSTED', { why: expect.any(String) }],
])('a certificate %j: %s, %s', async (request, state, code, parameters) => {
  const place = await serve(request);
  expect(brief(await checkCertificate(place))).toEqual([[state, code, parameters]]);
});

test('a server that is not there, and one without TLS', async () => {
  const { publicUrl } = await serve();
  expect(await checkCertificate({ publicUrl: publicUrl.replace('https:', 'http:') })).toEqual([]);
  const closed = { publicUrl: 'https://127.0.0.1:1' };
  expect(brief(await checkCertificate(closed))).toEqual([
    ['WRONG', 'CHECK_CERTIFICATE_FAILED', { why: expect.stringContaining('ECONNREFUSED') }],
  ]);
  expect(brief(await checkPublicUrl(closed, keys))).toEqual([failed]);
});

test('this installation is known by its keys, and another one is reported', async () => {
  // Whether others reach localhost is not known.
  const reached = ['WARNING', 'CHECK_PUBLIC_URL_LOCAL', {}];
  expect(brief(await checkPublicUrl(await serve(), keys))).toEqual([reached]);
  expect(brief(await checkPublicUrl(await serve({}, installation(others)), keys))).toEqual([
    ['WRONG', 'CHECK_PUBLIC_URL_OTHER', {}],
  ]);
  expect(brief(await checkPublicUrl(await serve({}, (_, response) => response.end('hello')), keys))).toEqual([
    ['WRONG', 'CHECK_PUBLIC_URL_OTHER', {}],
  ]);
  const missing = await serve({}, (_, response) => response.writeHead(404).end());
  expect(brief(await checkPublicUrl(missing, keys))).toEqual([
    ['WRONG', 'CHECK_PUBLIC_URL_STATUS', { status: 404 }],
  ]);
  const untrusted = await serve({ isTrusted: false });
  expect(brief(await checkPublicUrl(untrusted, keys))).toEqual([failed]);
});
