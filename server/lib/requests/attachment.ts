/**
 * A Content-Disposition that has a browser save what it gets under a name (RFC 6266), in ASCII for old
 * clients and in UTF-8 (RFC 8187) for all others. What no file system takes, what would end the header's
 * value, and signs that only change how others are shown are left out of the name.
 * @param title whatever somebody wrote
 * @param fallback the name where nothing is left of the title: ASCII letters, digits, dashes and underscores
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
