import { X509Certificate, type KeyObject } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { Gate, GateFullError } from '../lib/threads/gate.ts';
import { FetchError, expectOk, safeFetch } from '../lib/outbound/safe-fetch.ts';

/** A request that is not Amazon's, or was changed on its way. It is refused. */
export class ForgedRequestError extends Error {
  override name = 'ForgedRequestError';
}

/** Amazon's certificates cannot be had now. */
export class NoCertificateError extends Error {
  override name = 'NoCertificateError';
}

/** Whom a certificate is for that signs requests of Alexa's. */
const signer = 'echo-api.amazon.com';
const hostName = 's3.amazonaws.com';
const folder = '/echo.api/';
const chainMax = 10;
const chainBytes = 100_000;
const fetchMs = 5_000;
/**
 * Milliseconds for which a chain that was verified is not asked for again, and one that could not be had is
 * not.
 */
const keptMs = 86_400_000;
const missingMs = 30_000;
const keptMax = 500;
/**
 * Path that Amazon has used for its certificate chains since skills exist. Other paths are fetched with lower
 * priority.
 */
const usualPath = /^\/echo\.api\/echo-api-cert(?:-\d{1,3})?\.pem$/;
const ranks = { usual: 0, other: 1 } as const;
/**
 * Concurrency limit of chain downloads: a caller with made-up addresses gets few downloads, and none of the
 * slots for the usual ones.
 */
const fetches = {
  atOnce: 8,
  waitingMax: 40,
  perCaller: { share: 0.25, waitingMax: 4 },
  rankShares: [1, 0.5],
  patience: () => 3_000,
};

/** Fetches the text of a chain. @throws FetchError */
export type FetchChain = (url: string) => Promise<string>;

const fetchFromAmazon: FetchChain = async (url) => {
  const { bytes } = expectOk(
    await safeFetch(url, { maxRedirects: 0, maxBytes: chainBytes, timeoutMs: fetchMs }),
  );
  return Buffer.from(bytes).toString('latin1');
};

/**
 * The address of a certificate chain as Amazon would give it (developer.amazon.com, "Host a custom skill as a
 * web service"), in its one normal form: without `..`, and without the port that https has anyway.
 * @throws ForgedRequestError
 */
export function certificateUrl(given: string | undefined): string {
  const url = given === undefined || given.length > 1_000 ? null : URL.parse(given);
  const isTheirs =
    url !== null &&
    url.protocol === 'https:' &&
    url.hostname === hostName &&
    url.port === '' &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.pathname.startsWith(folder);
  if (!isTheirs) throw new ForgedRequestError('The address of the certificate chain is not one of Amazon’s.');
  url.hash = '';
  return url.href;
}

/**
 * The key of a chain's first certificate, when that signs requests of Alexa's and a trusted root vouches for
 * it now.
 * @param roots in PEM
 * @throws ForgedRequestError
 */
export function signingKey(
  chain: string,
  now: Date,
  roots: readonly string[],
): { key: KeyObject; until: Date } {
  const blocks = chain.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0 || blocks.length > chainMax)
    throw new ForgedRequestError('There is no certificate chain at its address.');
  const certificates = blocks.map(parsed);
  const [leaf, ...others] = certificates as [X509Certificate, ...X509Certificate[]];
  if (leaf.checkHost(signer, { subject: 'never', wildcards: false }) === undefined)
    throw new ForgedRequestError(`The certificate is not for ${signer}.`);
  const trusted = roots.map((root) => new X509Certificate(root));
  let until = leaf.validToDate;
  // Each step leads to another of them, so that circles end.
  const left = new Set(others);
  for (let one = leaf; ;) {
    if (now < one.validFromDate || now > one.validToDate)
      throw new ForgedRequestError('A certificate of the chain is not valid now.');
    if (one.validToDate < until) until = one.validToDate;
    const issued = (by: X509Certificate): boolean => by.ca && one.checkIssued(by) && one.verify(by.publicKey);
    if (trusted.some((root) => issued(root) && now >= root.validFromDate && now <= root.validToDate))
      return { key: leaf.publicKey, until };
    const issuer = [...left].find(issued);
    if (!issuer) throw new ForgedRequestError('No trusted root vouches for the certificate.');
    left.delete(issuer);
    one = issuer;
  }
}

function parsed(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new ForgedRequestError('A certificate of the chain cannot be read.', { cause: error });
  }
}

interface Kept {
  key: KeyObject;
  /** Unix time, milliseconds. */
  until: number;
}

/** Signing keys by the address of their chain, each fetched and verified once a day. */
export class SigningKeys {
  readonly #fetch: FetchChain;
  readonly #kept = new LRUCache<string, Kept>({ max: keptMax });
  readonly #missing = new LRUCache<string, number>({ max: keptMax });
  readonly #asked = new Map<string, Promise<Kept>>();
  readonly #gate = new Gate(fetches);

  constructor(fetch: FetchChain = fetchFromAmazon) {
    this.#fetch = fetch;
  }

  /**
   * @param url of `certificateUrl`
   * @param caller the network that the request came from
   * @throws ForgedRequestError, NoCertificateError
   */
  async find(url: string, caller: string): Promise<KeyObject> {
    const kept = this.#kept.get(url);
    if (kept && kept.until > Date.now()) return kept.key;
    if ((this.#missing.get(url) ?? 0) > Date.now())
      throw new NoCertificateError('Amazon’s certificates could not be fetched.');
    let asked = this.#asked.get(url);
    if (!asked) {
      const rank = kept || usualPath.test(new URL(url).pathname) ? ranks.usual : ranks.other;
      asked = this.#gate
        .run(() => this.#ask(url), { caller, rank })
        .catch((error: unknown) => {
          if (!(error instanceof GateFullError)) throw error;
          throw new NoCertificateError('Too many certificate chains are being fetched.');
        })
        .finally(() => this.#asked.delete(url));
      this.#asked.set(url, asked);
    }
    return (await asked).key;
  }

  async #ask(url: string): Promise<Kept> {
    try {
      const { key, until } = signingKey(await this.#fetch(url), new Date(), getCACertificates('default'));
      const kept = { key, until: Math.min(until.getTime(), Date.now() + keptMs) };
      this.#kept.set(url, kept);
      return kept;
    } catch (error) {
      this.#missing.set(url, Date.now() + missingMs);
      // Amazon has nothing at this address: it is made up.
      if (error instanceof FetchError && error.status !== undefined && error.status < 500)
        throw new ForgedRequestError('There is no certificate chain at its address.', { cause: error });
      if (error instanceof FetchError) throw new NoCertificateError(error.message, { cause: error });
      throw error;
    }
  }
}
