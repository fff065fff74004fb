import { verify } from 'node:crypto';
import { z } from 'zod';
import { certificateUrl, ForgedRequestError, type SigningKeys } from './signing-certificate.ts';

/** Milliseconds by which the time of a request may differ from ours (Amazon's tolerance). */
const toleranceMs = 150_000;

/** What came to the skill's endpoint. */
export interface ReceivedRequest {
  /** Header `Signature-256`: base64 of RSA-SHA256 of the body. */
  signature: string | undefined;
  /** Header `SignatureCertChainUrl`. */
  chainUrl: string | undefined;
  /** As it came, byte by byte. */
  body: Buffer;
  /** The network that it came from. */
  caller: string;
}

const dated = z.looseObject({ request: z.looseObject({ timestamp: z.string() }) });

/**
 * Reads a request that Amazon signed, not longer ago than it may be.
 * @throws ForgedRequestError, NoCertificateError
 */
export async function verifiedRequest(
  keys: SigningKeys,
  { signature, chainUrl, body, caller }: ReceivedRequest,
): Promise<unknown> {
  const url = certificateUrl(chainUrl);
  if (signature === undefined || !/^[A-Za-z0-9+/]{300,1000}={0,2}$/.test(signature))
    throw new ForgedRequestError('The request is not signed.');
  const read = dated.safeParse(parsed(body));
  // Before anything is fetched for it.
  const time = read.success ? Date.parse(read.data.request.timestamp) : NaN;
  if (!(Math.abs(Date.now() - time) <= toleranceMs))
    throw new ForgedRequestError('The request is too old, or has no time.');
  const key = await keys.find(url, caller);
  if (!verify('RSA-SHA256', body, key, Buffer.from(signature, 'base64')))
    throw new ForgedRequestError('The signature does not match the request.');
  return read.data;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ForgedRequestError('The request cannot be read.');
  }
}
