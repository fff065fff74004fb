import { fetchMessages } from '../messages.ts';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { Agent, EnvHttpProxyAgent, request } from 'undici';
import { product } from '../../product.ts';
import { currentProxies, type Proxies } from './environment-proxies.ts';
import {
  isAllowedHost,
  lookupPublic,
  refusePrivateLiteral,
  refusePrivateName,
} from './safe-fetch-address.ts';
import { readBody, tooLargeError } from './safe-fetch-body.ts';
import { outboundSignal } from '../threads/job-signal.ts';
import { FetchError, asFetchError } from './safe-fetch-error.ts';

export { FetchError } from './safe-fetch-error.ts';

export interface FetchOptions {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /**
   * host[:port] whose addresses may be private (FETCH_ALLOW_HOSTS). Without a port, every port of the host.
   */
  allowHosts?: readonly string[];
  /** Bytes of the body, on the wire and after decompression. Default 10 MB. */
  maxBytes?: number;
  /** Milliseconds for everything, redirects and body included. Default 30,000. */
  timeoutMs?: number;
  /** Milliseconds without a byte from the other side. Default 10,000. */
  idleTimeoutMs?: number;
  /** Default 10; 0 answers `too-many-redirects` on the first. */
  maxRedirects?: number;
  /** Validators of the copy at hand: the answer is then a 304 without a body when nothing changed. */
  etag?: string | null;
  lastModified?: string | null;
  /** The local IP address to connect from, for publishers who admit certain addresses only. */
  localAddress?: string;
  /** Ends it; within a job that job does, too. */
  signal?: AbortSignal;
}

export interface FetchResponse {
  status: number;
  /** Where the answer came from, after redirects. */
  url: string;
  /** Names in lower case; a header sent several times is joined by commas. */
  headers: Record<string, string>;
  bytes: Uint8Array<ArrayBuffer>;
}

export type Fetch = (url: string, options?: FetchOptions) => Promise<FetchResponse>;

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const maxUrlCharacters = 8192;

/**
 * Fetches a URL that a user gave, without letting it reach this machine's own network: http and https only,
 * private addresses refused as literals and at connect time (so that a name cannot be rebound between check
 * and use), again on every redirect; limits on size (wire, decompressed, headers), time (whole, idle) and
 * redirects. Any status is an answer: see `expectOk`.
 * @throws FetchError
 */
export async function safeFetch(url: string, options: FetchOptions = {}): Promise<FetchResponse> {
  const { maxBytes = 10e6, timeoutMs = 30_000, maxRedirects = 10, allowHosts = [] } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  const ending = outboundSignal(options.signal);
  const signal = ending ? AbortSignal.any([deadline, ending]) : deadline;
  if (options.localAddress !== undefined && isIP(options.localAddress) === 0)
    throw new FetchError(
      'invalid-url',
      fetchMessages.FETCH_NOT_FROM_ADDRESS({ address: options.localAddress }),
    );
  let current = parseFetchUrl(url);
  let next: Pick<FetchOptions, 'method' | 'body'> & { headers: Record<string, string> } = {
    ...bodyOf(options),
    headers: requestHeaders(options),
  };
  const cookies = new Map<string, string>();
  const visited = new Set<string>();
  try {
    for (let redirects = 0; ; redirects++) {
      const allowed = isAllowedHost(current, allowHosts);
      if (!allowed) refusePrivateLiteral(current);
      const response = await send(current, next, cookies, {
        allowed,
        signal,
        maxBytes,
        idleTimeoutMs: options.idleTimeoutMs ?? 10_000,
        localAddress: options.localAddress,
      });
      const location = response.headers['location'];
      if (!redirectStatuses.has(response.status) || location === undefined) return response;
      if (redirects >= maxRedirects)
        throw new FetchError(
          'too-many-redirects',
          fetchMessages.FETCH_REDIRECTS_TOO_OFTEN({ host: current.host, times: maxRedirects }),
        );
      // The same address with the same cookies answers the same again.
      visited.add(`${current.href} ${cookieHeader(cookies, current)}`);
      keepCookies(cookies, current, response.setCookie);
      const target = redirectTarget(location, current);
      if (visited.has(`${target.href} ${cookieHeader(cookies, target)}`))
        throw new FetchError('redirect-loop', fetchMessages.FETCH_REDIRECTS_IN_CIRCLE({ host: target.host }));
      next = redirected(next, response.status, current, target);
      current = target;
    }
  } catch (error) {
    if (ending?.aborted) throw new FetchError('aborted', fetchMessages.FETCH_CANCELLED(), { cause: error });
    if (deadline.aborted)
      throw new FetchError(
        'timeout',
        fetchMessages.FETCH_INCOMPLETE_IN_TIME({ host: current.host, seconds: timeoutMs / 1000 }),
        { cause: error },
      );
    throw asFetchError(error, current);
  }
}

const refusals: Readonly<Record<number, (typeof fetchMessages)['FETCH_REFUSED']>> = {
  401: fetchMessages.FETCH_PASSWORD_ASKED,
  402: fetchMessages.FETCH_PAYMENT_ASKED,
  403: fetchMessages.FETCH_REFUSED,
  404: fetchMessages.FETCH_NO_SUCH_PAGE,
  410: fetchMessages.FETCH_PAGE_REMOVED,
  429: fetchMessages.FETCH_TOO_OFTEN,
};

/**
 * The answer itself, when it is a 2xx or the 304 that validators asked for.
 * @throws FetchError kind `status`
 */
export function expectOk(response: FetchResponse): FetchResponse {
  const { status } = response;
  if ((status >= 200 && status < 300) || status === 304) return response;
  const host = new URL(response.url).host;
  const told =
    refusals[status] ??
    (status >= 500 ? fetchMessages.FETCH_HOST_IN_TROUBLE : fetchMessages.FETCH_ANSWERED_ERROR);
  throw new FetchError('status', told({ host, status }), { status });
}

/**
 * Parses a URL that may be fetched.
 * @throws FetchError kinds `invalid-url`, `forbidden-scheme`, `credentials`
 */
export function parseFetchUrl(url: string): URL {
  const parsed = url.length > maxUrlCharacters ? null : URL.parse(url.trim());
  if (!parsed) throw new FetchError('invalid-url', fetchMessages.FETCH_NO_WEB_ADDRESS());
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    throw new FetchError('forbidden-scheme', fetchMessages.FETCH_ONLY_HTTP());
  if (parsed.username !== '' || parsed.password !== '')
    throw new FetchError('credentials', fetchMessages.FETCH_ADDRESS_WITH_PASSWORD());
  if (parsed.hostname === '') throw new FetchError('invalid-url', fetchMessages.FETCH_ADDRESS_WITHOUT_HOST());
  parsed.hash = '';
  return parsed;
}

const closedConnection: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

interface Connection {
  allowed: boolean;
  signal: AbortSignal;
  maxBytes: number;
  idleTimeoutMs: number;
  localAddress: string | undefined;
}

async function send(
  url: URL,
  {
    method = 'GET',
    headers,
    body,
  }: Pick<FetchOptions, 'method' | 'body'> & { headers: Record<string, string> },
  cookies: ReadonlyMap<string, string>,
  { allowed, signal, maxBytes, idleTimeoutMs, localAddress }: Connection,
): Promise<FetchResponse & { setCookie: string[] }> {
  const cookie = cookieHeader(cookies, url);
  const proxies = allowed || localAddress !== undefined ? null : currentProxies();
  if (proxies) await refusePrivateName(url);
  const ask = () =>
    request(url, {
      method,
      headers: cookie === '' ? headers : { ...headers, cookie },
      ...(body === undefined ? {} : { body }),
      dispatcher: agentFor(allowed, localAddress, proxies),
      headersTimeout: idleTimeoutMs,
      bodyTimeout: idleTimeoutMs,
      signal,
    });
  // A kept connection may be closed by the server just when it is used again; what changes nothing is then
  // asked once more.
  const response = await ask().catch((error: NodeJS.ErrnoException) => {
    if (method === 'POST' || !closedConnection.has(error.code ?? '')) throw error;
    return ask();
  });
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers))
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  const answer = {
    status: response.statusCode,
    url: url.href,
    headers: flat,
    setCookie: [response.headers['set-cookie'] ?? []].flat(),
  };
  const hasBody =
    method !== 'HEAD' &&
    response.statusCode !== 204 &&
    response.statusCode !== 304 &&
    !(redirectStatuses.has(response.statusCode) && flat['location'] !== undefined);
  if (!hasBody) {
    // Not worth reading, nor worth keeping the connection for.
    response.body.on('error', () => {}).destroy();
    return { ...answer, bytes: new Uint8Array(0) };
  }
  if (Number(flat['content-length']) > maxBytes) {
    response.body.on('error', () => {}).destroy();
    throw tooLargeError(maxBytes);
  }
  return { ...answer, bytes: await readBody(response.body, flat['content-encoding'] ?? '', maxBytes) };
}

/**
 * Connections are pooled per agent: those of exempt hosts and of each local address stay apart from the
 * guarded ones.
 */
const agents = new Map<string, Agent | EnvHttpProxyAgent>();

function agentFor(
  allowed: boolean,
  localAddress: string | undefined,
  proxies: Proxies | null,
): Agent | EnvHttpProxyAgent {
  const key = JSON.stringify([allowed, localAddress, proxies]);
  let agent = agents.get(key);
  if (!agent) {
    const options = {
      connect: { timeout: 10_000, ...(allowed ? {} : { lookup: lookupPublic as LookupFunction }) },
      ...(localAddress === undefined ? {} : { localAddress }),
      keepAliveTimeout: 4_000,
      maxHeaderSize: 64 * 1024,
    };
    agent = proxies ? proxyAgent(proxies, options) : new Agent(options);
    agents.set(key, agent);
  }
  return agent;
}

/** Pages over http are not tunnelled: proxies often allow tunnels to port 443 only. */
const proxyAgent = ({ httpProxy, httpsProxy, noProxy }: Proxies, options: Agent.Options): EnvHttpProxyAgent =>
  new EnvHttpProxyAgent({
    ...options,
    ...(httpProxy !== undefined && { httpProxy }),
    ...(httpsProxy !== undefined && { httpsProxy }),
    noProxy: noProxy ?? '',
    proxyTunnel: false,
  });

function requestHeaders(options: FetchOptions): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': `Mozilla/5.0 (compatible; ${product.name}/1.0)`,
    accept: '*/*',
    'accept-encoding': 'gzip, br, deflate',
  };
  if (options.etag) headers['if-none-match'] = options.etag;
  if (options.lastModified) headers['if-modified-since'] = options.lastModified;
  for (const [name, value] of Object.entries(options.headers ?? {})) headers[name.toLowerCase()] = value;
  return headers;
}

function bodyOf({ method = 'GET', body }: FetchOptions): Pick<FetchOptions, 'method' | 'body'> {
  return body === undefined ? { method } : { method, body };
}

function redirectTarget(location: string, from: URL): URL {
  const target = URL.parse(location, from);
  if (!target)
    throw new FetchError('bad-redirect', fetchMessages.FETCH_REDIRECTS_NOWHERE({ host: from.host }));
  return parseFetchUrl(target.href);
}

/**
 * As the Fetch standard has it: 303, and 301 or 302 after POST, become GET; what is meant for one origin
 * stays there.
 */
function redirected(
  request: Pick<FetchOptions, 'method' | 'body'> & { headers: Record<string, string> },
  status: number,
  from: URL,
  to: URL,
): Pick<FetchOptions, 'method' | 'body'> & { headers: Record<string, string> } {
  const headers = { ...request.headers };
  if (from.origin !== to.origin)
    for (const name of [
      'authorization',
      'cookie',
      'proxy-authorization',
      'if-none-match',
      'if-modified-since',
    ])
      delete headers[name];
  const becomesGet =
    (request.method === 'POST' && status !== 307 && status !== 308) ||
    (request.method === 'PUT' && status === 303);
  if (!becomesGet) return { ...request, headers };
  delete headers['content-type'];
  return { method: 'GET', headers };
}

/** Some sites redirect until the cookie they set comes back. Cookies live for this one fetch, per host. */
function keepCookies(cookies: Map<string, string>, url: URL, setCookie: readonly string[]): void {
  for (const line of setCookie.slice(0, 20)) {
    const [pair = ''] = line.split(';');
    const name = pair.split('=')[0]?.trim() ?? '';
    if (name !== '' && pair.length <= 4096 && /^[\x21-\x7e ]+$/.test(pair))
      cookies.set(`${url.host} ${name}`, pair.trim());
  }
}

function cookieHeader(cookies: ReadonlyMap<string, string>, url: URL): string {
  return [...cookies]
    .filter(([key]) => key.startsWith(`${url.host} `))
    .map(([, pair]) => pair)
    .join('; ');
}
