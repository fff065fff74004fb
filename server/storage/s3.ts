import { storageMessages } from './messages.ts';
import { createReadStream } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { _Object, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { proxyAgentOptions } from '../lib/outbound/environment-proxies.ts';
import { withIdleTimeout } from '../lib/requests/stream-idle-timeout.ts';
import { outboundSignal } from '../lib/threads/job-signal.ts';
import { StorageError } from './storage.ts';
import type { Storage, StorageCall, StorageTrouble } from './storage.ts';

export interface S3Place {
  bucket: string;
  /** Put before each key, with a slash at its end; empty: none. */
  prefix: string;
  region: string;
  /** Of a service other than Amazon's; buckets are then part of the path. */
  endpoint?: string | undefined;
}

/** `s3://bucket/prefix?endpoint=https://…&region=…`. @throws StorageError */
export function parseS3Url(address: string): S3Place {
  const url = new URL(address);
  if (url.protocol !== 's3:' || !url.hostname) throw new StorageError(storageMessages.STORAGE_URL_INVALID());
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'endpoint' && name !== 'region');
  if (unknown.length > 0)
    throw new StorageError(storageMessages.STORAGE_URL_UNKNOWN_PARAMETER({ parameter: unknown[0]! }));
  const endpoint = url.searchParams.get('endpoint') || undefined;
  if (endpoint !== undefined && !/^https?:\/\/[^/]/.test(endpoint))
    throw new StorageError(storageMessages.STORAGE_URL_ENDPOINT_INVALID());
  const prefix = url.pathname.replace(/^\/+|(?<!\/)\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: prefix && `${prefix}/`,
    region: url.searchParams.get('region') || 'us-east-1',
    endpoint,
  };
}

/** Credentials of the bucket, if not those that the SDK detects (role, profile, instance). */
export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/** How long a bucket may take, milliseconds. None limits a transfer that makes progress. */
export interface S3Limits {
  /** Connection timeout. */
  connectMs: number;
  /** Between two bytes of a transfer, in either direction. */
  idleMs: number;
  /** Until the answer to a request without a body begins. */
  answerMs: number;
}

const s3Limits: S3Limits = { connectMs: 5_000, idleMs: 30_000, answerMs: 30_000 };
/**
 * How long the object may take that is written to find out whether objects can be written, and how long the
 * outcome is believed, milliseconds.
 */
const probeMs = { limit: 5_000, written: 30_000, failed: 5_000 } as const;

/** The SDK, and where it reads and writes. */
interface S3Bucket {
  sdk: typeof import('@aws-sdk/client-s3');
  client: S3Client;
  /** For what is passed on: a listener may pause, so only the wait for the bucket is limited. */
  passingOn: S3Client;
  /** Where the object of a key is. */
  place(key: string): { Bucket: string; Key: string };
  limits: S3Limits;
}

/**
 * Objects in a bucket of Amazon S3 or a service that speaks its protocol. Every call ends with its `signal`
 * and with the job that makes it; one that the bucket leaves without an answer fails after `limits`.
 */
export async function s3Storage(
  place: S3Place,
  credentials?: S3Credentials,
  limits: S3Limits = s3Limits,
): Promise<Storage> {
  const bucket = await openBucket(place, credentials, limits);
  const storage = { ...writing(bucket), ...reading(bucket), ...listing(bucket, place) };
  return { ...storage, whyNotWritable: probing(storage, limits) };
}

/** One object for all processes and times: what is left of it is a few bytes. */
const probeKey = 'probe';

/**
 * Writes a small object, at most once in 30 seconds while that works, and in 5 while it does not.
 * @returns what tells whether the last one was written
 */
function probing({ put }: Pick<Storage, 'put'>, { answerMs }: S3Limits): Storage['whyNotWritable'] {
  let last: { why: string | null; until: number } | undefined;
  let trying: Promise<string | null> | undefined;
  const probe = async (): Promise<string | null> => {
    const signal = AbortSignal.timeout(Math.min(probeMs.limit, answerMs));
    let why: string | null = null;
    try {
      await put(probeKey, Buffer.from('Parlance writes this to find out whether it can.\n'), { signal });
    } catch (error) {
      why = signal.aborted
        ? 'The bucket in STORAGE_URL does not respond.'
        : `The bucket in STORAGE_URL cannot be written to. ${(error as Error).message}`;
    }
    last = { why, until: performance.now() + (why === null ? probeMs.written : probeMs.failed) };
    return why;
  };
  return async () => {
    if (last && last.until > performance.now()) return last.why;
    return (trying ??= probe().finally(() => (trying = undefined)));
  };
}

async function openBucket(
  { bucket, prefix, region, endpoint }: S3Place,
  credentials: S3Credentials | undefined,
  limits: S3Limits,
): Promise<S3Bucket> {
  // Loaded only here: without a bucket the SDK is not wanted in memory.
  const sdk = await import('@aws-sdk/client-s3');
  const configuration = {
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Services other than Amazon's often do not know the newer trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // Failures are thrown, and logged by whom they concern.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
  } as S3ClientConfig;
  const agent = { keepAlive: true, maxSockets: 50, ...proxyAgentOptions() };
  const times = {
    connectionTimeout: limits.connectMs,
    throwOnRequestTimeout: true,
    httpAgent: new HttpAgent(agent),
    httpsAgent: new HttpsAgent(agent),
  };
  return {
    sdk,
    client: new sdk.S3Client({
      ...configuration,
      requestHandler: { ...times, socketTimeout: limits.idleMs },
    }),
    passingOn: new sdk.S3Client({ ...configuration, requestHandler: times }),
    place: (key) => ({ Bucket: bucket, Key: prefix + key }),
    limits,
  };
}

const writing = ({
  sdk,
  client,
  place,
  limits: { answerMs },
}: S3Bucket): Pick<Storage, 'put' | 'putFile' | 'delete'> => ({
  async put(key, content, { signal } = {}) {
    await failing(`write ${key}`, signal, (ending) =>
      client.send(
        new sdk.PutObjectCommand({
          ...place(key),
          Body: content,
          ContentLength: content.byteLength,
          ContentType: contentType(key),
        }),
        ending,
      ),
    );
  },

  async putFile(key, path, { signal } = {}) {
    await failing(`write ${key}`, signal, async (ending) => {
      const { size } = await stat(path);
      const body = createReadStream(path);
      try {
        // A stream cannot be sent twice, so a failure is not retried here but by the caller.
        await client.send(
          new sdk.PutObjectCommand({
            ...place(key),
            Body: body,
            ContentLength: size,
            ContentType: contentType(key),
          }),
          ending,
        );
      } finally {
        // The SDK leaves it open when the request fails, and with it the file's descriptor and its space.
        body.destroy();
      }
    });
  },

  async delete(key, { signal } = {}) {
    await failing(`delete ${key}`, signal, (ending) =>
      nullWhenAbsent(
        client.send(new sdk.DeleteObjectCommand(place(key)), { ...ending, requestTimeout: answerMs }),
      ),
    );
  },
});

const reading = ({
  sdk,
  client,
  passingOn,
  place,
  limits: { answerMs, idleMs },
}: S3Bucket): Pick<Storage, 'get' | 'stat' | 'stream'> => ({
  get: (key, { signal } = {}) =>
    failing(`read ${key}`, signal, async (ending) => {
      const answer = await nullWhenAbsent(
        client.send(new sdk.GetObjectCommand(place(key)), { ...ending, requestTimeout: answerMs }),
      );
      return answer ? await answer.Body!.transformToByteArray() : null;
    }),

  stat: (key, { signal } = {}) =>
    failing(`read ${key}`, signal, async (ending) => {
      const answer = await nullWhenAbsent(
        client.send(new sdk.HeadObjectCommand(place(key)), { ...ending, requestTimeout: answerMs }),
      );
      return (
        answer && {
          bytes: answer.ContentLength ?? 0,
          etag: answer.ETag ?? '""',
          modifiedAt: answer.LastModified ?? new Date(0),
        }
      );
    }),

  stream: (key, range, { signal } = {}) =>
    failing(`read ${key}`, signal, async (ending) => {
      const answer = await passingOn.send(
        new sdk.GetObjectCommand({
          ...place(key),
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        }),
        { ...ending, requestTimeout: answerMs },
      );
      return withIdleTimeout(answer.Body as Readable, idleMs);
    }),
});

const listing = (s3: S3Bucket, { prefix }: S3Place): Pick<Storage, 'list' | 'listAll'> => ({
  async *list(folder, call) {
    for await (const { Key, LastModified } of objectsBelow(s3, `${prefix}${folder}/`, folder, call))
      yield { key: Key!.slice(prefix.length), modifiedAt: LastModified ?? new Date() };
  },

  async *listAll(call) {
    for await (const { Key, LastModified, Size } of objectsBelow(s3, prefix, 'the bucket', call)) {
      const key = Key!.slice(prefix.length);
      if (key !== probeKey) yield { key, modifiedAt: LastModified ?? new Date(0), bytes: Size ?? 0 };
    }
  },
});

async function* objectsBelow(
  { sdk, client, place, limits: { answerMs } }: S3Bucket,
  prefix: string,
  what: string,
  { signal }: StorageCall = {},
): AsyncGenerator<_Object> {
  for (let token: string | undefined; ;) {
    const answer = await failing(`read ${what}`, signal, (ending) =>
      client.send(
        new sdk.ListObjectsV2Command({
          Bucket: place('').Bucket,
          ...(prefix && { Prefix: prefix }),
          ...(token && { ContinuationToken: token }),
        }),
        { ...ending, requestTimeout: answerMs },
      ),
    );
    yield* answer.Contents ?? [];
    token = answer.NextContinuationToken;
    if (!token) return;
  }
}

const contentType = (key: string): string =>
  key.endsWith('.mp3') ? 'audio/mpeg' : key.endsWith('.wav') ? 'audio/wav' : 'application/octet-stream';

async function nullWhenAbsent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
    // A bucket that is missing is a fault of the configuration, not an absent file; HEAD has no body to tell
    // them apart.
    if (name === 'NoSuchKey' || (name !== 'NoSuchBucket' && $metadata?.httpStatusCode === 404)) return null;
    throw error;
  }
}

/** Does `work`, which ends with `signal` and the present job. @throws StorageError, the signal's reason */
async function failing<T>(
  what: string,
  own: AbortSignal | undefined,
  work: (ending: { abortSignal?: AbortSignal }) => Promise<T>,
): Promise<T> {
  const signal = outboundSignal(own);
  signal?.throwIfAborted();
  try {
    return await work(signal ? { abortSignal: signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
    throw new StorageError(storageMessages.STORAGE_SERVICE_FAILED({ what, why: `${name}: ${message}` }), {
      trouble: troubleOf(name, $metadata?.httpStatusCode),
      cause: error,
    });
  }
}

function troubleOf(name: string, status: number | undefined): StorageTrouble {
  if (status === 507) return 'full';
  if (status === 401 || status === 403) return 'forbidden';
  if (name === 'NoSuchKey') return 'absent';
  return status === undefined || status >= 500 ? 'unreachable' : 'other';
}
