import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Whose signatures the server accepts. */
export const account = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
export const region = 'eu-central-1';

export interface S3Server {
  endpoint: string;
  /** What is in the bucket `sounds`, by key. */
  objects: Map<string, { body: Buffer; type: string }>;
  seen: { method: string; path: string; headers: IncomingMessage['headers'] }[];
  /** Statuses that the next requests are answered with instead. */
  failures: number[];
  close(): Promise<void>;
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer | string, content: string): Buffer =>
  createHmac('sha256', key).update(content).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Why a request's AWS Signature Version 4 is not valid, or null. */
function signatureProblem(request: IncomingMessage, body: Buffer): string | null {
  const { headers, method = '' } = request;
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!match) return 'AccessDenied';
  const [, keyId, date, signedRegion, signedHeaders, signature] = match as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  if (keyId !== account.accessKeyId) return 'InvalidAccessKeyId';
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed';
  const payload = headers['x-amz-content-sha256'];
  // A stream's hash is known only once it is sent: S3 takes it unsigned.
  if (payload !== sha256(body) && payload !== 'UNSIGNED-PAYLOAD') return 'XAmzContentSHA256Mismatch';
  const names = signedHeaders.split(';');
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.includes(name)))
    return 'AccessDenied';
  const url = new URL(request.url ?? '/', 'http://localhost');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const canonical = [
    method,
    url.pathname,
    query,
    ...names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    payload,
  ].join('\n');
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${date}/${region}/s3/aws4_request`,
    sha256(canonical),
  ].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${account.secretAccessKey}`, date), region), 's3'), 'aws4_request');
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

/** The answer to ListObjectsV2. */
function listed(objects: S3Server['objects'], query: URLSearchParams, pageSize: number): string {
  const start = Number(query.get('continuation-token') ?? 0);
  const end = start + pageSize;
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
  const contents = keys
    .slice(start, end)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>2026-11-20T10:00:00.000Z</LastModified><Size>${objects.get(key)!.body.length}</Size></Contents>`,
    )
    .join('');
  const more =
    keys.length > end
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${end}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>';
  return `<?xml version="1.0"?><ListBucketResult>${more}${contents}</ListBucketResult>`;
}

/**
 * Starts a server that speaks S3's REST protocol and checks each signature, written from Amazon's
 * description.
 * @param pageSize objects in one answer to a request for a list
 */
export async function startS3Server(pageSize = 2): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const seen: S3Server['seen'] = [];
  const failures: number[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const url = new URL(request.url ?? '/', 'http://localhost');
      const method = request.method ?? '';
      seen.push({ method, path: url.pathname, headers: request.headers });
      const refuse = (status: number, code: string) =>
        response
          .writeHead(status, { 'content-type': 'application/xml' })
          .end(
            method === 'HEAD'
              ? undefined
              : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
          );
      const failure = failures.shift();
      if (failure) return refuse(failure, failure === 507 ? 'InsufficientStorage' : 'InternalError');
      const problem = signatureProblem(request, body);
      if (problem) return refuse(403, problem);
      const [, bucket, ...rest] = url.pathname.split('/');
      if (bucket !== 'sounds') return refuse(404, 'NoSuchBucket');
      const key = decodeURIComponent(rest.join('/'));
      if (method === 'PUT') {
        if (Number(request.headers['content-length']) !== body.length)
          return refuse(411, 'MissingContentLength');
        objects.set(key, { body, type: request.headers['content-type'] ?? '' });
        return response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
      }
      if (method === 'DELETE') {
        objects.delete(key);
        return response.writeHead(204).end();
      }
      if (key === '' && url.searchParams.get('list-type') === '2')
        return response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end(listed(objects, url.searchParams, pageSize));
      const found = objects.get(key);
      if (!found) return refuse(404, 'NoSuchKey');
      const headers = {
        'content-type': found.type,
        etag: `"${createHash('md5').update(found.body).digest('hex')}"`,
        'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT',
      };
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      if (!range)
        return response
          .writeHead(200, { ...headers, 'content-length': found.body.length })
          .end(method === 'HEAD' ? undefined : found.body);
      const part = found.body.subarray(Number(range[1]), Number(range[2]) + 1);
      return response
        .writeHead(206, {
          ...headers,
          'content-length': part.length,
          'content-range': `bytes ${range[1]}-${range[2]}/${found.body.length}`,
        })
        .end(part);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    seen,
    failures,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
