import type { IncomingHttpHeaders } from 'node:http';

/** What tells two representations apart. */
export interface Validators {
  /** Strong, quoted. */
  etag: string;
  modifiedAt: Date;
}

const tags = (header: string): string[] => header.split(',').map((tag) => tag.trim());
const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/**
 * Whether the client has it already (RFC 9110, 13.2.2): If-None-Match, or where that is absent
 * If-Modified-Since.
 */
export function isFresh(headers: IncomingHttpHeaders, { etag, modifiedAt }: Validators): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined)
    return known.trim() === '*' || tags(known).some((tag) => tag.replace(/^W\//, '') === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && seconds(modifiedAt) <= Math.floor(since / 1000);
}

/** Returns whether the client already has content without a date: by If-None-Match alone. */
export const matchesEtag = (headers: IncomingHttpHeaders, etag: string): boolean =>
  headers['if-none-match'] !== undefined && isFresh(headers, { etag, modifiedAt: new Date(0) });

/**
 * Whether a range may be sent (RFC 9110, 13.1.5): without If-Range, or when what it names is still what there
 * is.
 */
export function rangeApplies(headers: IncomingHttpHeaders, { etag, modifiedAt }: Validators): boolean {
  const condition = headers['if-range'];
  if (typeof condition !== 'string') return true;
  if (condition.startsWith('"')) return condition === etag;
  return Date.parse(condition) === seconds(modifiedAt) * 1000;
}
