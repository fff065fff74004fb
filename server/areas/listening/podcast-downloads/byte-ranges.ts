/**
 * Adds a byte range to those of one downloader (from, up to, from, up to…, in order, none touching another),
 * so that a repeated part counts once.
 * @param max number of ranges; further ones that touch none are dropped, to bound the list and the time it
 * takes
 */
export function addRange(
  got: readonly number[],
  from: number,
  until: number,
  max: number = Infinity,
): number[] {
  if (until <= from) return [...got];
  const united: number[] = [];
  let [begin, end] = [from, until];
  let isPlaced = false;
  for (let at = 0; at + 1 < got.length; at += 2) {
    const [start, stop] = [got[at]!, got[at + 1]!];
    if (stop < begin) united.push(start, stop);
    else if (start > end) {
      if (!isPlaced) united.push(begin, end);
      isPlaced = true;
      united.push(start, stop);
    } else [begin, end] = [Math.min(begin, start), Math.max(end, stop)];
  }
  if (!isPlaced) united.push(begin, end);
  return united.length > 2 * max ? got.slice(0, 2 * max) : united;
}

/** Bytes of all stretches. */
export function bytesInRanges(got: readonly number[]): number {
  let bytes = 0;
  for (let at = 0; at + 1 < got.length; at += 2) bytes += got[at + 1]! - got[at]!;
  return bytes;
}

/**
 * Bytes of ID3v2 at the beginning of an MP3 file (id3.org, ID3v2.4, section 3.1): a picture may be larger
 * than a minute of audio.
 * @param head its first ten bytes
 */
export function tagBytes(head: Uint8Array): number {
  if (head.length < 10 || head[0] !== 0x49 || head[1] !== 0x44 || head[2] !== 0x33) return 0;
  const size =
    ((head[6]! & 127) << 21) | ((head[7]! & 127) << 14) | ((head[8]! & 127) << 7) | (head[9]! & 127);
  const footer = (head[5]! & 0x10) === 0 ? 0 : 10;
  return 10 + size + footer;
}
