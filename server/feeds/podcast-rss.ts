import { product } from '../product.ts';
import { bytesOf, shorten } from './shorten.ts';
import { element, escape, htmlParagraphs, parentElement } from './markup-writer.ts';
import { pageTexts } from './page-texts.ts';
import { pageAddress, type Person, type Podcast, type PodcastEpisode } from './podcast.ts';

/** Apple's limit for descriptions, in bytes of UTF-8. */
const descriptionBytes = 4_000;
/** Of an article's title in the list of links. */
const linkCharacters = 200;
/** Limits of the podcast namespace, in characters. */
const limits = { person: 128, txt: 4_000, funding: 128 };

const namespaces = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
};

/** A page of a podcast's feed: RSS 2.0 with Apple's tags, Podcasting 2.0, PSP-1 and RFC 5005. */
export function podcastRss(podcast: Podcast): string {
  const rss = parentElement(
    'rss',
    [
      parentElement('channel', [
        ...channelElements(podcast),
        ...podcast.episodes.map((one) => item(one, podcast.language)),
      ]),
    ],
    { version: '2.0', ...namespaces },
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${rss}\n`;
}

function channelElements(podcast: Podcast): string[] {
  const { title, link, owner, image, categories, funding, updates, verification } = podcast;
  const [category, subCategory] = categories;
  const description = shorten(podcast.description, descriptionBytes, bytesOf);
  return [
    ...links(podcast),
    element('title', title),
    element('link', link),
    element('description', description),
    element('language', podcast.language),
    element('copyright', podcast.copyright),
    element('lastBuildDate', podcast.modifiedAt.toUTCString()),
    element('generator', product.name),
    image === null
      ? ''
      : parentElement('image', [element('url', image), element('title', title), element('link', link)]),
    element('itunes:author', podcast.author),
    parentElement('itunes:owner', [element('itunes:name', owner.name), element('itunes:email', owner.email)]),
    image === null ? '' : element('itunes:image', undefined, { href: image }),
    category === undefined
      ? ''
      : subCategory === undefined
        ? element('itunes:category', undefined, { text: category })
        : parentElement('itunes:category', [element('itunes:category', undefined, { text: subCategory })], {
            text: category,
          }),
    element('itunes:explicit', String(podcast.explicit)),
    element('itunes:type', podcast.episodeType),
    element('itunes:complete', podcast.complete ? 'Yes' : null),
    element('itunes:new-feed-url', podcast.newFeedUrl),
    element('podcast:guid', podcast.guid),
    element('podcast:locked', podcast.locked ? 'yes' : 'no', { owner: owner.email }),
    element('podcast:medium', podcast.medium),
    element('podcast:txt', 'true', { purpose: 'ai-content' }),
    verification === null
      ? ''
      : element('podcast:txt', shorten(verification, limits.txt), { purpose: 'applepodcastsverify' }),
    updates === null
      ? ''
      : element('podcast:updateFrequency', updates === 'daily' ? 'Daily' : 'Weekly', {
          rrule: `FREQ=${updates.toUpperCase()}`,
        }),
    funding === null
      ? ''
      : element('podcast:funding', shorten(funding.text, limits.funding), { url: funding.url }),
    ...podcast.persons.map(person),
    podcast.podroll.length === 0
      ? ''
      : parentElement(
          'podcast:podroll',
          podcast.podroll.map(({ feedGuid, feedUrl }) =>
            element('podcast:remoteItem', undefined, { feedGuid, feedUrl }),
          ),
        ),
  ];
}

/** The feed's own address, its hub (W3C WebSub, section 4), and the other pages. */
function links({ address, hub, page, pages }: Podcast): string[] {
  const link = (rel: string, href: string, type?: string): string =>
    element('atom:link', undefined, { rel, href, type });
  const feed = (rel: string, at: number): string =>
    link(rel, pageAddress(address, at), 'application/rss+xml');
  return [
    feed('self', page),
    hub === null ? '' : link('hub', hub),
    ...(pages === 1
      ? []
      : [
          feed('first', 1),
          page === 1 ? '' : feed('previous', page - 1),
          page === pages ? '' : feed('next', page + 1),
          feed('last', pages),
        ]),
  ];
}

function item(episode: PodcastEpisode, language: string): string {
  const { audio, chapters, transcripts } = episode;
  return parentElement('item', [
    element('title', episode.title),
    element('description', showNotes(episode, language)),
    element('link', episode.link),
    element('guid', episode.guid, { isPermaLink: 'false' }),
    element('pubDate', episode.publishedAt.toUTCString()),
    element('enclosure', undefined, { url: audio.url, length: audio.bytes, type: 'audio/mpeg' }),
    // Whole seconds, as the players show them.
    element('itunes:duration', Math.max(1, Math.floor(audio.durationMs / 1000))),
    element('itunes:episodeType', 'full'),
    chapters === null
      ? ''
      : element('podcast:chapters', undefined, { url: chapters, type: 'application/json+chapters' }),
    ...(transcripts === null
      ? []
      : [
          element('podcast:transcript', undefined, { url: transcripts.vtt, type: 'text/vtt' }),
          element('podcast:transcript', undefined, { url: transcripts.json, type: 'application/json' }),
        ]),
    element('podcast:txt', 'true', { purpose: 'ai-content' }),
  ]);
}

/** What apps show with an episode: HTML of at most 4,000 bytes, the links included. */
function showNotes({ summary, articles }: PodcastEpisode, language: string): string {
  const links = articles.flatMap(({ url, title }) =>
    url === null ? [] : [`<a href="${escape(url)}">${escape(shorten(title, linkCharacters))}</a>`],
  );
  const list =
    links.length === 1
      ? `<p>${links[0]}</p>`
      : links.length
        ? `<ul>${links.map((link) => `<li>${link}</li>`).join('')}</ul>`
        : '';
  const shown = bytesOf(list) <= descriptionBytes / 2 ? list : '';
  // Notice to listeners about the voice (EU AI Act, article 50).
  const notice = `<p>${escape(pageTexts(language).notice)}</p>`;
  const room = descriptionBytes - bytesOf(shown) - bytesOf(notice) - '<p></p>\n\n'.length;
  return [htmlParagraphs(shorten(summary, room, htmlBytes)), shown, notice].filter(Boolean).join('\n');
}

/**
 * What a part of a text takes up as HTML; the tags between two paragraphs are as long as those of two line
 * ends.
 */
const htmlBytes = (part: string): number => bytesOf(escape(part).replaceAll('\n', '<br>'));

const person = ({ name, role, href }: Person): string =>
  element('podcast:person', shorten(name, limits.person), { role: role?.toLowerCase(), href });
