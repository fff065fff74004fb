import type { Element } from 'domhandler';
import { isTag } from 'domhandler';
import { decodeText } from '../server/extraction/charset.ts';
import { setChildren, firstOf } from '../server/extraction/dom.ts';
import { languageOfText } from '../server/extraction/function-words.ts';
import { parsePage } from '../server/extraction/page.ts';
import { paragraphsOfPage } from '../server/extraction/page-paragraphs.ts';
import type { Frame, Paragraph } from '../server/extraction/paragraphs.ts';
import { randomFrom } from '../scripts/seeded-random.ts';
import type { ReadPage } from './annotated-pages.ts';
import { bytesOf, readDocument } from './annotated-pages.ts';
import { graftTexts } from './graft-texts.ts';
import type { GraftTexts } from './graft-texts.ts';
import { labelsOf } from './labels.ts';

/**
 * Pages made longer: threads of comments, streams of teasers, whole other posts and galleries are put below
 * their articles, as publishers' templates do, with names that tell and with names that do not. What they say
 * is in part ours (`graft-texts.ts`), in part other pages' of the same fifth of sites, so that no fifth
 * learns from another's words.
 */
export interface Donor {
  title: string;
  language: keyof typeof graftTexts;
  /** Paragraphs of its article, and of its readers. */
  article: string[];
  comments: string[];
}

export function donorOf({ title, paragraphs }: ReadPage, label: Int8Array, side: readonly string[]): Donor {
  const texts = (test: (index: number) => boolean): string[] =>
    paragraphs.flatMap(({ text }, index) => (test(index) && text.length > 60 ? [text] : []));
  const article = texts((index) => label[index] === 1);
  const heard = languageOfText(article.join(' '));
  return {
    title,
    language: heard === 'de' || heard === 'fr' ? heard : 'en',
    article,
    comments: texts((index) => side[index] === 'comment' && label[index] !== 1),
  };
}

interface Making {
  next: () => number;
  texts: GraftTexts;
  donors: readonly Donor[];
}

const oneOf = <Value>({ next }: Making, values: readonly Value[]): Value =>
  values[Math.floor(next() * values.length)] as Value;
const times = <Value>(count: number, make: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at));
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
/** Names that say nothing, as builders of style sheets make them. */
const coined = ({ next }: Making): string => `c${Math.floor(next() * 1e6).toString(36)}`;

function commentText(making: Making): string[] {
  const { next, texts } = making;
  const kind = next();
  const donor = oneOf(making, making.donors);
  if (kind < 0.3 && donor.comments.length > 0) return [oneOf(making, donor.comments)];
  if (kind < 0.5 && donor.article.length > 0)
    return times(1 + Math.floor(next() * 2), () => oneOf(making, donor.article));
  return times(next() < 0.8 ? 1 : 2, () =>
    times(1 + Math.floor(next() * 4), () => oneOf(making, texts.comments)).join(' '),
  );
}

/** Few comments or many, as it comes. */
const threadLength = ({ next }: Making): number => Math.floor(2 + 3 ** (1 + 2.7 * next()));

type Graft = (making: Making) => string;
const paragraphs = (making: Making): string =>
  commentText(making)
    .map((text) => `<p>${escaped(text)}</p>`)
    .join('');

const threads: readonly Graft[] = [
  (making) => {
    const count = threadLength(making);
    return `<div id="comments" class="comments-area"><h2 class="comments-title">${oneOf(making, making.texts.threads).replace('#', String(count))}</h2><ol class="comment-list">${times(
      count,
      (at) =>
        `<li class="comment ${at % 2 ? 'odd' : 'even'}"><article class="comment-body"><footer class="comment-meta"><div class="comment-author vcard"><b class="fn">${oneOf(making, making.texts.names)}</b> <span class="says">${making.texts.says}</span></div><div class="comment-metadata"><a href="#c${at}"><time>${oneOf(making, making.texts.ago)}</time></a></div></footer><div class="comment-content">${paragraphs(making)}</div><div class="reply"><a href="#r${at}">${making.texts.reply[0]}</a></div></article></li>`,
    ).join('')}</ol></div>`;
  },
  (making) => {
    const [box, post, body] = times(3, () => coined(making));
    const count = threadLength(making);
    return `<section class="${box}"><h3>${oneOf(making, making.texts.threads).replace('#', String(count))}</h3>${times(
      count,
      () =>
        `<div class="${post}"><div><strong>${oneOf(making, making.texts.names)}</strong> <span>${oneOf(making, making.texts.ago)}</span></div><div class="${body}">${commentText(making).map(escaped).join('<br><br>')}</div><a href="#">${making.texts.reply[0]}</a> <a href="#">${making.texts.reply[1]}</a></div>`,
    ).join('')}</section>`;
  },
  (making) =>
    `<div class="discussion"><ul class="post-list">${times(
      threadLength(making),
      () =>
        `<li class="post"><div class="avatar"><img src="a.png"></div><div class="post-body"><header><a href="/u/1">${oneOf(making, making.texts.names)}</a> • <a href="#">${oneOf(making, making.texts.ago)}</a></header><div class="post-message">${paragraphs(making)}</div><footer><span>${Math.floor(making.next() * 40)}</span> <a href="#">${making.texts.reply[0]}</a></footer></div></li>`,
    ).join('')}</ul></div>`,
  (making) =>
    `<h4>${oneOf(making, making.texts.threads).replace('#', '7')}</h4><table class="${coined(making)}">${times(
      threadLength(making),
      () =>
        `<tr><td>${oneOf(making, making.texts.names)}<br>${oneOf(making, making.texts.ago)}</td><td>${paragraphs(making)}</td></tr>`,
    ).join('')}</table>`,
  (making) =>
    `<dl class="${making.next() < 0.5 ? 'kommentare' : coined(making)}">${times(
      threadLength(making),
      (at) =>
        `<dt>#${at + 1} ${oneOf(making, making.texts.names)}, ${oneOf(making, making.texts.ago)}</dt><dd>${paragraphs(making)}</dd>`,
    ).join('')}</dl>`,
  (making) =>
    times(
      threadLength(making),
      () =>
        `<div class="${making.next() < 0.01 ? '' : 'entry-item'}"><p><b>${oneOf(making, making.texts.names)}</b> ${oneOf(making, making.texts.ago)}</p>${paragraphs(making)}</div>`,
    ).join(''),
];

const shortened = ({ next }: Making, text: string): string =>
  next() < 0.5 && text.length > 120 ? `${text.slice(0, text.lastIndexOf(' ', 110))} …` : text;
const lead = (making: Making, donor: Donor): string =>
  escaped(shortened(making, donor.article[0] ?? donor.title));

const streams: readonly Graft[] = [
  (making) =>
    `<div class="related-posts"><h3>${oneOf(making, making.texts.more)}</h3>${times(
      3 + Math.floor(making.next() * 9),
      () => {
        const donor = oneOf(making, making.donors);
        return `<div class="teaser"><a href="/x"><img src="x.jpg"></a><h4><a href="/x">${escaped(donor.title)}</a></h4><p>${lead(making, donor)}</p><a href="/x">${making.texts.readMore}</a></div>`;
      },
    ).join('')}</div>`,
  (making) => {
    const name = coined(making);
    const hasHeading = making.next() < 0.7;
    return `<section>${hasHeading ? `<h2>${oneOf(making, making.texts.more)}</h2>` : ''}${times(
      3 + Math.floor(making.next() * 20),
      () => {
        const donor = oneOf(making, making.donors);
        return `<article class="${name}"><h3><a href="/y">${escaped(donor.title)}</a></h3><div>${oneOf(making, making.texts.ago)}</div><p>${lead(making, donor)}</p></article>`;
      },
    ).join('')}</section>`;
  },
  (making) =>
    times(1 + Math.floor(making.next() * 3), () => {
      const donor = oneOf(making, making.donors);
      const tag = making.next() < 0.5 ? 'article' : 'div';
      return `<${tag} class="${making.next() < 0.6 ? 'post' : coined(making)}"><${making.next() < 0.5 ? 'h1' : 'h2'}><a href="/z">${escaped(donor.title)}</a></${'h2'}><p class="meta">${oneOf(making, making.texts.ago)} ${oneOf(making, making.texts.names)}</p>${donor.article.map((text) => `<p>${escaped(text)}</p>`).join('')}</${tag}>`;
    }).join('<hr>'),
  (making) =>
    `<ul class="${making.next() < 0.5 ? 'news' : coined(making)}">${times(
      4 + Math.floor(making.next() * 20),
      () => {
        const donor = oneOf(making, making.donors);
        return `<li><span>${oneOf(making, making.texts.ago)}</span> <a href="/n">${escaped(donor.title)}</a>${making.next() < 0.4 ? `<br>${lead(making, donor)}` : ''}</li>`;
      },
    ).join('')}</ul>`,
];

const galleries: readonly Graft[] = [
  (making) => {
    const count = 3 + Math.floor(making.next() * 12);
    return `<div class="gallery">${times(
      count,
      (at) =>
        `<figure><img src="g.jpg"><figcaption>${making.next() < 0.5 ? `${at + 1}/${count} ` : ''}${oneOf(making, making.texts.captions)}</figcaption></figure>`,
    ).join('')}</div>`;
  },
  (making) => {
    const name = coined(making);
    return times(
      3 + Math.floor(making.next() * 12),
      () => `<div class="${name}"><img src="g.jpg"><p>${oneOf(making, making.texts.captions)}</p></div>`,
    ).join('');
  },
];

/** Returns the page with a graft below its article; null if the article's end is unknown. */
export function grafted({ page }: ReadPage, donors: readonly Donor[], seed: number): ReadPage | null {
  const next = randomFrom(seed);
  const document = parsePage(decodeText(bytesOf(page)).text);
  const before = paragraphsOfPage(document);
  const holder = holderOf(before, labelsOf({ page, paragraphs: before }).label, next);
  if (!holder || donors.length === 0) return null;
  const heard = languageOfText(
    before
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 20_000),
  );
  const language = heard === 'de' || heard === 'fr' ? heard : 'en';
  const alike = donors.filter((donor) => donor.language === language && donor.article.length > 0);
  const making: Making = { next, texts: graftTexts[language], donors: alike.length > 3 ? alike : donors };
  const html = [
    ...(next() < 0.25 ? [oneOf(making, galleries)] : []),
    ...(next() < 0.65 ? [oneOf(making, threads)] : []),
    ...(next() < 0.5 ? [oneOf(making, streams)] : []),
  ];
  if (html.length === 0) html.push(oneOf(making, threads));
  if (next() < 0.5) html.reverse();
  const body = firstOf(parsePage(`<body>${html.map((graft) => graft(making)).join('')}</body>`), 'body');
  const roots = new Set((body?.children ?? []).filter(isTag));
  if (next() < 0.5 || !holder.parent) setChildren(holder, [...holder.children, ...roots]);
  else {
    const siblings = holder.parent.children;
    const at = siblings.indexOf(holder) + 1;
    setChildren(holder.parent, [...siblings.slice(0, at), ...roots, ...siblings.slice(at)]);
  }
  return { ...readDocument(page, document), grafts: roots };
}

/** The innermost element that holds all that is wanted, or one of the two around it. */
function holderOf(all: readonly Paragraph[], label: Int8Array, next: () => number): Element | null {
  let holder: Frame | null = null;
  all.forEach(({ frame }, index) => {
    if (label[index] !== 1) return;
    if (!holder) holder = frame.parent;
    else while (holder && !isAbove(holder, frame)) holder = holder.parent;
  });
  for (let up = Math.floor(next() * 3); up > 0 && (holder as Frame | null)?.parent; up--)
    if ((holder as unknown as Frame).parent?.element.name !== 'html')
      holder = (holder as unknown as Frame).parent;
  return (holder as Frame | null)?.element ?? null;
}

function isAbove(holder: Frame, frame: Frame): boolean {
  for (let level: Frame | null = frame; level; level = level.parent) if (level === holder) return true;
  return false;
}
