/**
 * Returns a Content-Disposition that makes a browser save the response under a name (RFC 6266), in ASCII for
 * old clients and in UTF-8 (RFC 8187) for all others. Omits characters that a file system rejects, that would
 * end the header's value, or that only change how others are displayed.
 * @param title any text
 * @param fallback name to use if nothing is left of the title: ASCII letters, digits, dashes and underscores
 * @param extension without its dot
 */
export function attachment(title: string, fallback: string, extension: string): string {
  const clean =
    title
      .toWellFormed()
      .replace(/[\p{C}\s"\\/:*?<>|]+/gu, ' ')
      .trim()
      .slice(0, 150) || fallback;
  const ascii = clean.normalize('NFKD').replace(/[^\x20-\x7e]+/g, '');
  const encoded = encodeURIComponent(clean.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii.trim() || fallback}.${extension}"; filename*=UTF-8''${encoded}.${extension}`;
}
