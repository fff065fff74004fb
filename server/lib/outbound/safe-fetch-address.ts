import { fetchMessages } from '../messages.ts';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns';
import { lookup as lookupAll } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { FetchError } from './safe-fetch-error.ts';

/**
 * 2000::/3 is all of IPv6 that is routed today; everything outside it (::1, ::127.0.0.1, fc00::, 64:ff9b::)
 * is special.
 */
const globalIpv6 = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address lies on the public internet: not private, loopback, link-local, shared (CGNAT),
 * multicast, reserved, and no IPv6 form that carries such an IPv4 address (mapped, 6to4, Teredo, NAT64).
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.split('%', 1)[0]!;
  if (!ipaddr.isValid(bare)) return false;
  const parsed = ipaddr.process(bare);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalIpv6);
}

/**
 * Whether one of `host[:port][/path]` names the URL; a path names all that begins with it. Host names are
 * compared as the URL parser prints them: lower case, punycode, addresses in their one normal form; paths
 * without `..`, which it has resolved.
 */
export function isAllowedHost(url: URL, allowHosts: readonly string[]): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return allowHosts.some((entry) => {
    const allowed = URL.parse(`http://${entry.trim()}`);
    if (!allowed || allowed.hostname !== url.hostname || !url.pathname.startsWith(allowed.pathname))
      return false;
    const named = /:(\d+)$/.exec(
      entry
        .trim()
        .split('/', 1)[0]!
        .replace(/^\[[^\]]*\]/, ''),
    )?.[1];
    return named === undefined || named === port;
  });
}

/** Whether a URL's host is written as an address, or a name, that is not on the public internet. */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? !isPublicAddress(host) : /(?:^|\.)localhost\.?$/.test(host);
}

/**
 * Refuses a URL whose host is written as a private address. `new URL` has already turned `2130706433`,
 * `0x7f.1`, `0177.0.0.1` and full-width digits into dotted form, so one check covers all notations. Names are
 * checked when they are resolved.
 * @throws FetchError kind `private-address`
 */
export function refusePrivateLiteral(url: URL): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host) && !isPublicAddress(host)) throw privateAddressError(url.hostname);
}

export function privateAddressError(host: string): FetchError {
  return new FetchError('private-address', fetchMessages.FETCH_NOT_PUBLIC({ host }));
}

/**
 * Rejects a host if any of its addresses is private, before a proxy is used for it. The proxy resolves the
 * name again and may get another address, so an operator's proxy must deny internal networks itself. A name
 * that can't be resolved here is not passed on: it may be internal.
 * @throws FetchError kind `private-address`, and the resolver's error
 */
export async function refusePrivateName({ hostname }: URL): Promise<void> {
  const addresses = await lookupAll(hostname.replace(/^\[|\]$/g, ''), { all: true });
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw privateAddressError(hostname);
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * `dns.lookup` that answers public addresses only. It runs at connect time, so the address checked is the
 * address used.
 */
export function lookupPublic(host: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const allowed = addresses.filter(({ address }) => isPublicAddress(address));
    const first = allowed[0];
    if (!first) return callback(privateAddressError(host), []);
    if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
}
