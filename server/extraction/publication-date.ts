import type { AnyNode, Document, Element } from 'domhandler';
import { isTag, isText } from 'domhandler';
import { localTime } from '../lib/zoned-time.ts';
import { instantOf, parseDate, westernDigits } from './dates.ts';
import { firstOf, select, textOf } from './dom.ts';
import { isDateLine } from './furniture.ts';
import type { LinkedArticle } from './json-ld.ts';
import { bitOf, nameBits } from './names.ts';
import { cleanLine } from './plain-text.ts';

/**
 * Evidence of an article's publication date. A page contains many dates: in its metadata, below the headline,
 * of other articles, of comments, of the visit. Each is a witness with a weight; witnesses of the same day
 * add up, and the day with the most weight wins. The words and weights are guesses that the corpus confirms.
 */
interface Witness {
  /** ISO 8601, as `parseDate` answers. */
  date: string;
  weight: number;
  /** Two of one kind do not count twice. */
  kind: string;
}

const publishedMetas: readonly (readonly [name: string, weight: number])[] = [
  ['article:published_time', 7.5],
  ['og:article:published_time', 7],
  ['datepublished', 7],
  ['article:published', 7],
  ['og:published_time', 7],
  ['dc.date.issued', 6.5],
  ['dcterms.issued', 6],
  ['dc.date', 5.8],
  ['dcterms.date', 5],
  ['dc.date.created', 5],
  ['dcterms.created', 5],
  ['cxenseparse:recs:publishtime', 5],
  ['parsely-pub-date', 6],
  ['sailthru.date', 5],
  ['pubdate', 5],
  ['publishdate', 5],
  ['publish-date', 5],
  ['publication_date', 5],
  ['date', 5.4],
  ['datecreated', 5],
  ['article_date_original', 5],
  ['citation_publication_date', 6],
  ['originalpublicationdate', 5],
  ['article:modified_time', 2],
  ['og:updated_time', 1.5],
  ['last-modified', 0.7],
  ['lastmod', 0.7],
  ['dcterms.modified', 1],
  ['datemodified', 1],
];

/** @param metas the page's meta elements by name in lower case */
export function publicationDateOf(
  document: Document,
  linked: LinkedArticle | null,
  metas: ReadonlyMap<string, string>,
  url: string | null,
  title: string | null,
): string | null {
  const witnesses: Witness[] = [];
  const add = (value: string | null | undefined, weight: number, kind: string): void => {
    const date = parseDate(value);
    if (date && isPlausible(date)) witnesses.push({ date, weight, kind });
  };
  add(linked?.publishedAt, 8, 'linked');
  add(linked?.modifiedAt, 2.2, 'linked modified');
  for (const [name, weight] of publishedMetas)
    add(metas.get(name), weight, /modif|updated|lastmod/.test(name) ? 'meta modified' : 'meta');
  for (const address of new Set([url, attributeOf(firstOf(document, 'link[rel="canonical"]'), 'href')]))
    add(dateInUrl(address), 6.5, 'address');
  for (const meta of select(document, 'meta[itemprop~="datePublished"]', 3))
    add(attributeOf(meta, 'content'), 6.5, 'item');
  for (const name of ['og:title', 'og:description', 'description'])
    add(
      /\([^()]{0,30}\d.{0,14}(?:19|20)\d{2}\)\W{0,3}$/.exec(metas.get(name) ?? '')?.[0],
      1.5,
      'description',
    );
  // The day on which an archive made its copy is shown on many a page as today's.
  const visit = /^https?:\/\/web\.archive\.org\/web\/(\d{4})(\d{2})(\d{2})/
    .exec(url ?? '')
    ?.slice(1)
    .join('-');
  witnesses.push(
    ...visibleDates(document, title).map((one) =>
      one.date.slice(0, 10) === visit ? { ...one, weight: one.weight - 3 } : one,
    ),
  );
  return verdict(withoutChanges(witnesses), zoneOf(url)) ?? dateInScripts(document);
}

/**
 * Without what readers see of the day of a change, where the page says that that is what it is and when it
 * was published.
 */
function withoutChanges(witnesses: readonly Witness[]): readonly Witness[] {
  const days = (kinds: readonly string[]): Set<string> =>
    new Set(witnesses.flatMap(({ kind, date }) => (kinds.includes(kind) ? [date.slice(0, 10)] : [])));
  const published = days(['linked', 'meta', 'item']);
  const changed = days(['linked modified', 'meta modified']);
  if (published.size === 0) return witnesses;
  return witnesses.filter(({ date, kind }) => {
    const day = date.slice(0, 10);
    return kind !== 'visible' || !changed.has(day) || published.has(day);
  });
}

/** Countries with one time, by the endings of their hosts. */
const zones: Readonly<Record<string, string>> = {
  at: 'Europe/Vienna',
  be: 'Europe/Brussels',
  ch: 'Europe/Zurich',
  cn: 'Asia/Shanghai',
  cz: 'Europe/Prague',
  de: 'Europe/Berlin',
  dk: 'Europe/Copenhagen',
  es: 'Europe/Madrid',
  fi: 'Europe/Helsinki',
  fr: 'Europe/Paris',
  gr: 'Europe/Athens',
  hu: 'Europe/Budapest',
  il: 'Asia/Jerusalem',
  in: 'Asia/Kolkata',
  it: 'Europe/Rome',
  jp: 'Asia/Tokyo',
  kr: 'Asia/Seoul',
  nl: 'Europe/Amsterdam',
  no: 'Europe/Oslo',
  pl: 'Europe/Warsaw',
  se: 'Europe/Stockholm',
  tr: 'Europe/Istanbul',
  tw: 'Asia/Taipei',
};

function zoneOf(url: string | null): string | null {
  return (
    zones[
      URL.parse(url ?? '')
        ?.hostname.split('.')
        .at(-1) ?? ''
    ] ?? null
  );
}

const scriptDate =
  /"(?:article_?)?(?:published_?at|publication_?date|date_?published|created_?at)"\s{0,3}:\s{0,3}"([^"]{8,40})"/i;
const mostOfScripts = 200_000;

/** What scripts know of the article, where nothing else says it. */
function dateInScripts(document: Document): string | null {
  for (const script of select(document, 'script:not([src])', 60)) {
    const date = parseDate(scriptDate.exec(textOf(script).slice(0, mostOfScripts))?.[1]);
    if (date && isPlausible(date)) return date;
  }
  return null;
}

function attributeOf(element: Element | null, name: string): string | null {
  return element?.attribs[name] ?? null;
}

/** Not before there were web pages with archives, not in the future beyond what a clock may be wrong. */
function isPlausible(date: string): boolean {
  const year = Number(date.slice(0, 4));
  return year >= 1990 && instantOf(date) <= Date.now() + 3 * 86_400_000;
}

const dayMs = 86_400_000;

function verdict(witnesses: readonly Witness[], zone: string | null): string | null {
  const days = new Map<string, Witness[]>();
  for (const witness of witnesses) {
    const day = witness.date.slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), witness]);
  }
  // An instant in UTC may belong to the day before or after, where the page itself lives.
  for (const [day, own] of days) {
    for (const witness of own) {
      if (!witness.date.endsWith('Z') || witness.kind === 'visible') continue;
      for (const other of [-1, 1]) {
        const neighbour = dayAfter(day, other);
        const near = days.get(neighbour);
        const local = localDate(witness.date, neighbour);
        if (near && local !== null && shown(near) > shown(own)) near.push({ ...witness, date: local });
      }
    }
  }
  let best: string | null = null;
  let bestWeight = 0;
  for (const [day, own] of days) {
    const byKind = new Map<string, number>();
    for (const { kind, weight } of own)
      byKind.set(kind, Math.max(byKind.get(kind) ?? Number.NEGATIVE_INFINITY, weight));
    const weights = [...byKind.values()].filter((weight) => weight > 0).sort((a, b) => b - a);
    const weight = weights.reduce((sum, one, at) => sum + (at === 0 ? one : 0.4 * one), 0);
    // Of two days as likely the earlier: pages are changed later.
    if (weight > bestWeight + 1e-6 || (weight > bestWeight - 1e-6 && best !== null && day < best)) {
      best = day;
      bestWeight = weight;
    }
  }
  // Weak witnesses that contradict each other say nothing.
  if (best !== null && bestWeight < 0.8 && days.size > 2) return null;
  // Nothing speaks for any of them: then the one that least speaks against.
  best ??=
    witnesses
      .toSorted((a, b) => b.weight - a.weight)
      .find(({ weight }) => weight > -2.5)
      ?.date.slice(0, 10) ?? null;
  if (best === null) return null;
  // What says most of the hour: a time that readers see has no zone.
  const exactness = ({ date, kind }: Witness): number =>
    !date.includes('T') || date.includes('T00:00:00')
      ? 0
      : !date.endsWith('Z')
        ? 3
        : kind === 'visible'
          ? 1
          : 2;
  const own = days.get(best) ?? [];
  const date = own.toSorted((a, b) => exactness(b) - exactness(a) || b.weight - a.weight)[0]?.date ?? null;
  return date !== null && zone !== null && shown(own) === 0 ? inZone(date, zone) : date;
}

/** An instant in UTC, shortly before midnight there, as the clock of the site's country shows it. */
function inZone(date: string, zone: string): string {
  if (!date.endsWith('Z') || date.includes('T00:00:00')) return date;
  const { day } = localTime(new Date(instantOf(date)), zone);
  return day === date.slice(0, 10) ? date : (localDate(date, day) ?? date);
}

/** How strongly readers are shown a day. */
function shown(witnesses: readonly Witness[]): number {
  return Math.max(
    0,
    ...witnesses.filter(({ kind }) => kind === 'visible' || kind === 'address').map(({ weight }) => weight),
  );
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/**
 * The same instant with the smallest offset from UTC at which it falls on a day; null where no zone on earth
 * makes it that day.
 */
function localDate(instant: string, day: string): string | null {
  const at = instantOf(instant);
  const start = Date.parse(`${day}T00:00:00Z`);
  const hours =
    at < start ? Math.ceil((start - at) / 3_600_000) : -Math.ceil((at - (start + dayMs) + 1) / 3_600_000);
  if (hours > 14 || hours < -12) return null;
  const clock = new Date(at + hours * 3_600_000).toISOString().replace(/(?:\.000)?Z$/, '');
  return `${clock}${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
}

/** `/2026/11/20/slug`, `/20-11-2026` */
export function dateInUrl(url: string | null): string | null {
  const path = url?.replace(/^https?:\/\/web\.archive\.org\/web\/\d+[a-z_]*\//, '').split(/[?#]/)[0] ?? '';
  const found =
    /[/_-]((?:19|20)\d{2})[/_-](\d{2})[/_-](\d{2})(?!\d)/.exec(path) ??
    /[/_-](20\d{2})([01]\d)([0-3]\d)(?=[/_.-]|$)/.exec(path);
  if (found) return parseDate(`${found[1]}-${found[2]}-${found[3]}`);
  const reversed = /[/_-]([0-3]\d)-([01]\d)-(20\d{2})(?!\d)/.exec(path);
  return reversed ? parseDate(`${reversed[3]}-${reversed[2]}-${reversed[1]}`) : null;
}

const dateNames =
  /(?:^|[\s_-])(?:date|datum|datetime|time|timestamp|zeit|published|publish|pubdate|pub|posted|postdate|created|erstellt|fecha|submitted|dateline|meta|info|infoline|byline)/i;
const publishedWords =
  /(?:veröffentlicht|veröffentlichung|erschienen|publiziert|eingestellt|erstellt|geschrieben|published|posted|created|written|publié|mis en ligne|publicado|publicación|pubblicato|gepubliceerd|opublikowano|datum|date|fecha|data|vom|am|on|le|del|:|\|)\s{0,3}:?\s{0,3}$/i;
const modifiedWords =
  /(?:aktualisier\w{0,20}|geänder\w{0,20}|änderung|bearbeitet|überarbeitet|updated?|modified|edited|mise? à jour|modifié|actualizado|aggiornato|zuletzt|last|abgerufen|accessed|(?:valid|gültig)(?: (?:seit|since|from))?|ab|until|bis|registriert|registered|joined|beigetreten|erscheinungsdatum|erscheinungstermin|release date|mitglied seit|member since|geboren|born)\s{0,3}(?:am|on|le|el|um|:|-|–){0,3}\s{0,3}:?\s{0,3}$/i;
const elsewhere =
  bitOf('comment') |
  bitOf('related') |
  bitOf('footer') |
  bitOf('side') |
  bitOf('navigation') |
  bitOf('teaser') |
  bitOf('event') |
  bitOf('consent');
const blockTags: ReadonlySet<string> = new Set([
  'p',
  'div',
  'li',
  'td',
  'section',
  'article',
  'header',
  'footer',
  'h1',
  'h2',
  'h3',
  'h4',
  'ul',
  'table',
  'tr',
  'dd',
  'dt',
  'br',
]);
const silent: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'svg',
  'select',
  'option',
  'textarea',
  'button',
]);
const maxSpots = 400;
const openingCharacters = 500;

interface Spot {
  date: string;
  at: number;
  weight: number;
}

/** A post of another site has its own date. */
const isEmbeddedPost = ({ name, attribs }: Element): boolean =>
  name === 'blockquote' && /twitter|instagram|tiktok|bluesky|mastodon|embed/i.test(attribs['class'] ?? '');

interface Heading {
  start: number;
  end: number;
  isTitle: boolean;
}

/** Weighs a date by its own text or element, by what precedes it, and by what encloses it. */
function weigh(text: string, own: Element | null, before: string, above: readonly Element[]): number {
  let weight = 3;
  if (isDateLine(text) || text.length <= 24) weight += 1;
  else if (text.length > 90) weight -= 2.5;
  const published = publishedWords.test(before);
  if (modifiedWords.test(before)) weight -= 3;
  else if (/\bstand\W*$/i.test(before)) weight -= 0.5;
  else if (published) weight += 1;
  const holders = own ? [own, ...above.slice(-2)] : above.slice(-3);
  if (
    holders.some(({ attribs }) =>
      dateNames.test(`${attribs['class'] ?? ''} ${attribs['id'] ?? ''} ${attribs['itemprop'] ?? ''}`),
    )
  )
    weight += 1.5;
  for (const [level, element] of above.slice(-6).entries()) {
    const bits = nameBits(element);
    if ((bits & elsewhere) !== 0 && !(level < 3 && (bits & (bitOf('article') | bitOf('content'))) !== 0)) {
      weight -= 3.5;
      break;
    }
  }
  if (above.some(({ name }) => name === 'footer' || name === 'aside' || name === 'nav')) weight -= 2.5;
  return weight;
}

/** The date that an element gives to programs, and what is to be added to its weight. */
function machineDate({ name, attribs }: Element): { value: string; weight: number } | null {
  const isPublished =
    /datePublished|dateCreated/.test(attribs['itemprop'] ?? attribs['property'] ?? '') ||
    attribs['pubdate'] !== undefined;
  const isModified =
    /dateModified/.test(attribs['itemprop'] ?? attribs['property'] ?? '') ||
    /\bupdated\b/.test(attribs['class'] ?? '');
  const machine =
    attribs['datetime'] ??
    (isPublished || isModified
      ? (attribs['content'] ?? attribs['title'])
      : name === 'abbr' || /\b(?:published|updated|date)\b/.test(attribs['class'] ?? '')
        ? attribs['title']
        : undefined);
  if (machine === undefined) return null;
  const weight =
    (isPublished ? 2 : 0) +
    (name === 'time' ? 0.5 : 0) -
    (isModified && !/entry-date|published/.test(attribs['class'] ?? '') ? 3 : 0);
  return { value: machine, weight };
}

/** Returns what weighs a place by its distance to the title, or where none is known to the headings. */
function placeByHeadings(all: readonly Heading[], length: number): (spotAt: number) => number {
  const isSure = all.some(({ isTitle }) => isTitle);
  const headings = isSure ? all.filter(({ isTitle }) => isTitle) : all;
  return (spotAt) => {
    let best = headings.length === 0 ? (spotAt < 0.3 * length ? 0.5 : 0) : -1.5;
    for (const { start, end } of headings) {
      const after = spotAt - end;
      const ahead = start - spotAt;
      if (after >= 0)
        best = Math.max(
          best,
          after <= 250 ? (isSure ? 3.5 : 2) : after <= 700 ? 2.5 : after <= 1_800 ? 1 : -1,
        );
      else if (ahead >= 0) best = Math.max(best, ahead <= 150 ? 1.5 : ahead <= 500 ? 0.5 : -1.5);
    }
    return best;
  };
}

/** Returns the visible dates, weighed by their position and by what precedes them. */
function visibleDates(document: Document, title: string | null): Witness[] {
  const body = firstOf(document, 'body');
  if (!body) return [];
  const spots: Spot[] = [];
  const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const headline = folded(title ?? '');
  let at = 0;
  let before = '';
  const headings: Heading[] = [];
  const above: Element[] = [];

  const spot = (value: string | null, weight: number): void => {
    const date = parseDate(value?.replace(/(\d)\s*\|\s*(?=\d)/g, '$1.'));
    if (date && isPlausible(date) && spots.length < maxSpots) spots.push({ date, at, weight });
  };

  const walk = (node: AnyNode): void => {
    if (isText(node)) {
      const { data } = node;
      const opening = westernDigits(cleanLine(data.slice(0, openingCharacters)));
      // Of what is long only the beginning may tell a day, unless it is white space for the most part.
      const isLong = data.length > openingCharacters && opening.length > 160;
      const text = isLong || data.length <= openingCharacters ? opening : westernDigits(cleanLine(data));
      if (text === '') return;
      if (
        text.length <= 160 &&
        /\d/.test(text) &&
        /\d{4}|\d{1,2}\.\s?\d{1,2}\.\s?\d{2}|\d{1,2}\/\d{1,2}\/\d{2}|(?:令和|平成)./.test(text)
      ) {
        const lead = /^[^\d]{0,60}/.exec(text)?.[0] ?? '';
        before = `${before} ${lead}`.slice(-60);
        spot(text, weigh(text, null, before, above));
      }
      // Agencies' datelines: `Karlsruhe (12.11.2026). The town ...`
      else if (text.length > 160 && /\d{4}/.test(text.slice(0, 45)))
        spot(
          /^.{0,40}?(?<!\d)\d{1,2}\.\s?(?:\d{1,2}\.|\p{L}+)\s?(?:19|20)\d{2}(?=\W)/u.exec(text)?.[0] ?? null,
          weigh('', null, before, above) - 2,
        );
      before = `${before} ${isLong ? westernDigits(cleanLine(data.slice(-200))) : text}`.slice(-60);
      at += isLong ? data.length : text.length;
      return;
    }
    if (!isTag(node) || silent.has(node.name) || isEmbeddedPost(node)) return;
    const { name } = node;
    if (blockTags.has(name)) before = '';
    const machine = machineDate(node);
    if (machine) spot(machine.value, weigh('', node, before, above) + machine.weight);
    const start = at;
    above.push(node);
    for (const child of node.children) walk(child);
    above.pop();
    if (name === 'h1' || ((name === 'h2' || name === 'h3') && headline.length > 8)) {
      const isTitle = headline.length > 8 && folded(textOf(node)).includes(headline);
      if (isTitle || name === 'h1') headings.push({ start, end: at, isTitle });
    }
  };
  walk(body);
  const place = placeByHeadings(headings, at);
  const placed = spots.map(({ date, at: spotAt, weight }) => ({
    date,
    weight: weight + place(spotAt),
    kind: 'visible',
  }));
  // A calendar of events, a list of articles: none of many is this article's for sure.
  const days = new Set(placed.filter(({ weight }) => weight >= 5.5).map(({ date }) => date.slice(0, 10)));
  return days.size < 4 ? placed : placed.map((one) => ({ ...one, weight: one.weight - 2 }));
}
