/**
 * The name of a file that a server sends along (RFC 6266): the one in UTF-8 where there is one. Null: it
 * sends none.
 */
export function fileNameIn(disposition: string | null): string | null {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (extended) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // Not encoded as it says: the plain name counts.
    }
  }
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? null;
}
