/**
 * Header that lets pages of all origins show a file, also those that are isolated from other sites
 * (`Cross-Origin-Embedder-Policy: require-corp`).
 */
export const embeddableByAll = { 'cross-origin-resource-policy': 'cross-origin' } as const;

/**
 * Headers of a page that others frame, also isolated ones. These only frame isolated pages.
 * @param isIsolated false: it has frames of others, such as advertisements
 */
export const framableByAll = (isIsolated: boolean): Record<string, string> => ({
  ...embeddableByAll,
  ...(isIsolated && { 'cross-origin-embedder-policy': 'credentialless' }),
});

/**
 * Headers that let pages of all origins read a response. Players and feeds are read on publishers' pages.
 * @param exposed headers of the response that their scripts may read
 */
export const readableByAll = (exposed?: string): Record<string, string> => ({
  'access-control-allow-origin': '*',
  ...(exposed !== undefined && { 'access-control-expose-headers': exposed }),
  ...embeddableByAll,
});

/**
 * Headers that let the origin of a request read its response. Beacons carry the cookies of our origin, which
 * no route with these headers reads; browsers report an error unless credentials are allowed.
 * @param origin absent: the request names none
 */
export const readableByOrigin = (origin: string | undefined): Record<string, string> => ({
  ...embeddableByAll,
  ...(origin === undefined
    ? { 'access-control-allow-origin': '*' }
    : { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }),
});

/** Further headers of the response to a preflight request, which browsers may keep for a day. */
export const preflight = (methods: string, headers: string): Record<string, string> => ({
  'access-control-allow-methods': methods,
  'access-control-allow-headers': headers,
  'access-control-max-age': '86400',
});
