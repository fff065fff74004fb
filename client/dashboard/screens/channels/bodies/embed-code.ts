/** Where a player finds its article: one that is named, or the one that the page around it is of. */
export interface EmbedTarget {
  /** Address of the script. */
  loader: string;
  /** Of the channel. */
  slug: string;
  /** Database id; null: the page's own article, found by the page's canonical address. */
  article: number | null;
}

/**
 * The HTML that puts a player into a page: a container, and the loader, which a page may have more than once.
 */
export function embedCode({ loader, slug, article }: EmbedTarget): string {
  const about = article === null ? '' : ` data-article="${article}"`;
  return (
    `<div class="parlance-player" data-channel="${escape(slug)}"${about}></div>\n` +
    `<script async src="${escape(loader)}"></script>`
  );
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
