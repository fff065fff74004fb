/** An item of a feed. */
export interface Item {
  guid: string;
  title?: string;
  /** Of content:encoded. */
  html?: string;
  description?: string;
  date?: string;
}

/** HTML of an article that is there as a whole. */
export const fullText = (about: string): string =>
  `<p>${`A whole sentence about ${about}. `.repeat(60)}</p><p>The end.</p>`;

/** A publisher's feed (RSS 2.0), whose items lead to pages of a site. @param site its origin */
export function gazette(site: string, items: Item[]): string {
  const entries = items.map(
    ({
      guid,
      title = `About ${guid}`,
      html,
      description,
      date,
    }) => `<item><guid isPermaLink="false">${guid}</guid><title>${title}</title>
    <link>${site}/${encodeURIComponent(guid)}.html</link><category>News</category>
    ${date ? `<pubDate>${new Date(date).toUTCString()}</pubDate>` : ''}${description ? `<description><![CDATA[${description}]]></description>` : ''}
    <content:encoded><![CDATA[${html ?? fullText(guid)}]]></content:encoded></item>`,
  );
  return `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Gazette</title>${entries.join('')}</channel></rss>`;
}
