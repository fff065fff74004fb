import { createHash } from 'node:crypto';
import { attributesOf, escape, htmlParagraphs, webAddress } from './markup-writer.ts';
import { htmlDocument } from './html-document.ts';
import type { PodcastPageWords } from './generated/podcast-page-words.ts';
import { pageTexts } from './page-texts.ts';
import { shareTags } from './share-tags.ts';
import { podcastApps } from './podcast-apps.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';
import { pageAddress, type Podcast, type PodcastEpisode } from './podcast.ts';

const hash = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

/** What the page may load: sound and pictures of this server, and its own style and script. */
export const pagePolicy = (publicUrl: string): string =>
  [
    `default-src 'none'`,
    `style-src ${hash(pageStyle)}`,
    `script-src ${hash(pageScript)}`,
    `img-src 'self' ${new URL(publicUrl).origin}`,
    `media-src 'self' ${new URL(publicUrl).origin}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    // Its card plays it where it is shared.
    `frame-ancestors *`,
  ].join('; ');

/** Of the page where it is shared, pixels. */
const frameSize = { width: 480, height: 480 } as const;

/**
 * What people see who open the feed in a browser: the podcast with its apps, and a player. It loads nothing
 * from elsewhere.
 */
export function podcastPage(podcast: Podcast): string {
  const { address, title, language, author, description, image, link, funding, page, pages } = podcast;
  const texts = pageTexts(language);
  const website = webAddress(link);
  const support = webAddress(funding?.url);
  const head = `<meta name="description"${attributesOf({ content: description.slice(0, 300) })}>
${shareTags({
  title,
  description,
  site: author,
  url: address,
  image,
  audio: podcast.episodes[0]?.audio.url ?? null,
  player: { url: address, ...frameSize },
})}
<link rel="alternate" type="application/rss+xml"${attributesOf({ href: pageAddress(address, page), title })}>
<style>${pageStyle}</style>`;
  const body = `<main>
<header class="head">
${image === null ? '' : `<img alt=""${attributesOf({ src: image })} width="400" height="400">`}
<div lang="${escape(language)}" dir="auto">
<h1 dir="auto">${escape(title)}</h1>
<p class="author" dir="auto">${escape(author)}</p>
<div class="about" dir="auto">${htmlParagraphs(description)}</div>
<p class="links" lang="${texts.language}">${website === null || website === address ? '' : anchor(website, texts.website)}${
    support === null ? '' : anchor(support, funding?.text || texts.support)
  }</p>
</div>
</header>
<section aria-labelledby="subscribe">
<h2 id="subscribe">${texts.subscribe}</h2>
<ul class="apps">${podcastApps(podcast)
    .map(({ name, href }) => `<li>${anchor(href, name)}</li>`)
    .join('')}</ul>
<div class="feed"><label>${texts.address}<input readonly${attributesOf({ value: address })}></label>
<button class="copy" type="button" hidden${attributesOf({ 'data-copied': texts.copied })}>${texts.copy}</button></div>
</section>
<section aria-labelledby="episodes">
<h2 id="episodes">${texts.episodes}</h2>
${podcast.episodes.length === 0 ? `<p>${texts.none}</p>` : `<ol class="episodes">${podcast.episodes.map((one) => episodeHtml(one, podcast, texts)).join('\n')}</ol>`}
${pages === 1 ? '' : pageLinks(podcast, texts)}
</section>
<p class="notice">${texts.notice}</p>
</main>
<section class="bar" aria-label="${texts.player}" hidden><div>
<strong dir="auto"></strong>
<button type="button" data-seconds="-15" aria-label="${texts.back}">−15</button>
<button type="button" data-seconds="30" aria-label="${texts.forward}">+30</button>
<select aria-label="${texts.speed}">${[0.75, 1, 1.25, 1.5, 1.75, 2].map((speed) => `<option value="${speed}"${speed === 1 ? ' selected' : ''}>${speed}×</option>`).join('')}</select>
<audio controls preload="none"></audio>
</div></section>
<script>${pageScript}</script>`;
  return htmlDocument({ language: texts.language, title, head, body });
}

const anchor = (href: string, text: string): string => `<a${attributesOf({ href })}>${escape(text)}</a>`;

const playIcon =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path class="go" d="M7 4.5v15l13-7.5z"/><path class="stop" d="M6 5h4v14H6zm8 0h4v14h-4z"/></svg>';

function episodeHtml(
  { title, summary, publishedAt, audio, articles, link }: PodcastEpisode,
  { language }: Podcast,
  texts: PodcastPageWords,
): string {
  const links = articles.filter(({ url }) => webAddress(url) !== null);
  const href = webAddress(link);
  const data = {
    'data-title': title,
    'data-play': texts.play,
    'data-pause': texts.pause,
    'aria-label': `${texts.play}: ${title}`,
  };
  return `<li class="episode"><button class="play" type="button" aria-pressed="false"${attributesOf(data)}>${playIcon}</button>
<article lang="${escape(language)}">
<h3 dir="auto">${href === null ? escape(title) : anchor(href, title)}</h3>
<p class="facts" dir="auto"><time datetime="${publishedAt.toISOString()}">${escape(dayOf(publishedAt, language))}</time> · ${lengthOf(audio.durationMs)}</p>
<div class="summary" dir="auto">${htmlParagraphs(summary)}</div>
${links.length < 2 ? '' : `<ul class="read">${links.map(({ url, title: name }) => `<li dir="auto">${anchor(webAddress(url)!, name)}</li>`).join('')}</ul>`}
</article>
<audio controls preload="none"${attributesOf({ src: audio.url, 'aria-label': title })}></audio></li>`;
}

function pageLinks({ address, page, pages }: Podcast, texts: PodcastPageWords): string {
  const newer = page === 1 ? '<span></span>' : anchor(pageAddress(address, page - 1), texts.newer);
  return `<nav class="pages">${newer}${page === pages ? '' : anchor(pageAddress(address, page + 1), texts.older)}</nav>`;
}

function dayOf(date: Date, language: string): string {
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
  try {
    return new Intl.DateTimeFormat(language, options).format(date);
  } catch {
    return new Intl.DateTimeFormat('en', options).format(date);
  }
}

const lengthOf = (ms: number): string => {
  const minutes = Math.floor(ms / 60_000);
  return minutes === 0 ? `${Math.max(1, Math.round(ms / 1000))} s` : `${Math.round(ms / 60_000)} min`;
};
