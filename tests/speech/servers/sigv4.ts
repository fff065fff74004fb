import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ReceivedRequest } from './service.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Whether a request carries a valid AWS Signature Version 4 of this account for this region and service.
 * Written from Amazon's description ("Create a signed AWS API request"), not from its SDK.
 */
export function isSigned(
  request: ReceivedRequest,
  expected: { accessKeyId: string; secretAccessKey: string; region: string; service: string },
): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const match = pattern.exec(request.headers.authorization ?? '');
  const time = request.headers['x-amz-date'];
  if (!match || typeof time !== 'string') return false;
  const [, keyId, date, region, service, signedHeaders, signature] = match as unknown as string[];
  const names = signedHeaders!.split(';');
  if (
    keyId !== expected.accessKeyId ||
    region !== expected.region ||
    service !== expected.service ||
    !time.startsWith(date!) ||
    !names.includes('host')
  )
    return false;
  const canonical = [
    request.method,
    request.path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...request.query]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...names.map(
      (name) =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signedHeaders,
    sha256(request.body),
  ].join('\n');
  const scope = `${date}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = hmac(
    hmac(hmac(hmac(`AWS4${expected.secretAccessKey}`, date!), region!), service!),
    'aws4_request',
  );
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature!, 'hex'));
}
