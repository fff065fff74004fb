/** Where AMP caches serve a publisher's page: `www-example-com.cdn.ampproject.org`, dashes doubled. */
const ampCaches = ['.cdn.ampproject.org', '.bing-amp.com'];

/** Host of an address or origin, without its port and without `www.`; empty: there is none. */
export function hostOf(address: string | null | undefined): string {
  const host = address ? (URL.parse(address)?.hostname ?? '') : '';
  return host.startsWith('www.') ? host.slice(4) : host;
}

/**
 * Whether a page belongs to one of some sites: it is on the site's host, a subdomain of it, or a copy of it
 * in an AMP cache.
 * @param host as `hostOf` says it
 * @param sites as `hostOf` says them
 */
export function isOfSites(host: string, sites: readonly string[]): boolean {
  return sites.some((site) => host === site || host.endsWith(`.${site}`) || isAmpCopy(host, site));
}

function isAmpCopy(host: string, site: string): boolean {
  return ampCaches.some((cache) => {
    if (!host.endsWith(cache)) return false;
    const copied = host
      .slice(0, -cache.length)
      .replaceAll('--', '\0')
      .replaceAll('-', '.')
      .replaceAll('\0', '-');
    return isOfSites(copied, [site]);
  });
}
