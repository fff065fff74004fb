/** Bytes of a file, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * What a Range header asks for (RFC 9110, 14.2) of a file of `size` bytes.
 * @returns null: the whole file, because the header is absent, malformed, of another unit, or asks for
 * several parts, which no
 *   player does; `unsatisfiable`: it begins beyond the end.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [first, last] = [match[1], match[2]].map((digits) => (digits === '' ? undefined : Number(digits)));
  if (first === undefined)
    return last === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - last!), end: size - 1 };
  if (last !== undefined && last < first) return null;
  return first >= size ? 'unsatisfiable' : { start: first, end: Math.min(last ?? Infinity, size - 1) };
}
