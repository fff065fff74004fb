import { setGlobalProxyFromEnv } from 'node:http';

/** Proxies as HTTP_PROXY, HTTPS_PROXY and NO_PROXY name them; lower case goes first, as in curl. */
export interface Proxies {
  httpProxy: string | undefined;
  httpsProxy: string | undefined;
  noProxy: string | undefined;
}

let current: Proxies | null = null;

/** The proxies that this process uses; null: none. */
export const currentProxies = (): Proxies | null => current;

/**
 * Sends requests over HTTP through the proxies of the environment from now on: those of `fetch`, of Node's
 * agents, and of `safeFetch`.
 * @returns what takes it back
 */
export function useEnvironmentProxies(env: Readonly<Record<string, string | undefined>>): () => void {
  const valueOf = (name: string): string | undefined => env[name.toLowerCase()] || env[name] || undefined;
  const proxies = {
    httpProxy: valueOf('HTTP_PROXY'),
    httpsProxy: valueOf('HTTPS_PROXY') ?? valueOf('HTTP_PROXY'),
    noProxy: valueOf('NO_PROXY'),
  };
  if (proxies.httpProxy === undefined && proxies.httpsProxy === undefined) return () => {};
  current = proxies;
  const restore = setGlobalProxyFromEnv(proxyEnv(proxies));
  return () => {
    current = null;
    restore();
  };
}

/** Options of agents that a library makes for itself, so that they use the proxies too. */
export const proxyAgentOptions = (): { proxyEnv?: ReturnType<typeof proxyEnv> } =>
  current ? { proxyEnv: proxyEnv(current) } : {};

const proxyEnv = ({ httpProxy, httpsProxy, noProxy }: Proxies) => ({
  ...(httpProxy !== undefined && { HTTP_PROXY: httpProxy }),
  ...(httpsProxy !== undefined && { HTTPS_PROXY: httpsProxy }),
  ...(noProxy !== undefined && { NO_PROXY: noProxy }),
});
