import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser makes this request before its user asked for it: prefetch, prerender or preview
 * (`Sec-Purpose` of Fetch Metadata, and what browsers sent before it).
 */
export const isLookAhead = (headers: IncomingHttpHeaders): boolean =>
  [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']].some(
    (purpose) => typeof purpose === 'string' && /prefetch|prerender|preview/i.test(purpose),
  );
