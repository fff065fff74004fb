import { isTag, type AnyNode, type Element, type ParentNode } from 'domhandler';
import { decodeText } from './charset.ts';
import { selectAny, textOf } from './dom.ts';
import { absoluteUrl } from './feed/feed.ts';
import { parsePage } from './page.ts';
import { cleanLine } from './plain-text.ts';

/**
 * Where something is that a page has for the player: in the page, or where the player's script does not run
 * or does not look.
 */
export type EmbedPlace = 'page' | 'noscript' | 'template' | 'shadow';

export interface EmbedScript {
  /** Absolute. */
  url: string;
  nonce: string | null;
  place: EmbedPlace;
  /** What keeps browsers from running it at once: a consent tool, or a plugin that delays scripts. */
  hold: 'consent' | 'delay' | null;
}

export interface EmbedContainer {
  place: EmbedPlace;
  /** What holds it, from the outside in, such as `main › article › div.story`. */
  path: string;
  channel: string | null;
  article: string | null;
  externalId: string | null;
  /** Absolute; null: it names none, or none that is a web address. */
  url: string | null;
  /** Server of the player, where the container names one. */
  base: string | null;
  /** Whether it, or what holds it, is hidden by its own attributes. */
  isHidden: boolean;
}

/** What a page has for the player, as its HTML is sent: before any script has run. */
export interface PlayerEmbed {
  title: string | null;
  canonical: string | null;
  openGraphUrl: string | null;
  isAmp: boolean;
  /** Content security policies of `meta` elements. */
  policies: string[];
  scripts: EmbedScript[];
  containers: EmbedContainer[];
  /** Addresses of frames with a player. */
  frames: string[];
  /** Names of tag managers that the page includes, which may add the script and the container. */
  tagManagers: string[];
  /** Whether a script in the page mentions the player's script or its functions. */
  isAddedByScript: boolean;
  /** Number of elements that the channel's selector finds; null: it has none, or no valid one. */
  placements: number | null;
}

/** Enough to describe a page; one that has more is not described in full. */
const listMax = 50;
const valueMaxCharacters = 2_000;
const pathMaxLevels = 4;
const classMaxCharacters = 400;

const loaderPath = '/player/loader.js';
const framePath = /\/player\/[^/]+\/frame$/;
const sourceNames = ['src', 'data-src', 'data-rocket-src', 'data-litespeed-src', 'data-cmp-src'];
const consentMarks =
  /^(?:data-(?:cookieconsent|cookiecategory|usercentrics|cmp-.*|consent.*|borlabs-.*|iub-.*)|cookie-consent)$/;
const consentClasses = /\b(?:optanon-category|_iub_cs_activate|cmplz-|cky-|didomi)/;

const tagManagers: readonly [sign: string, name: string][] = [
  ['googletagmanager.com/gtm.js', 'Google Tag Manager'],
  ['googletagmanager.com/ns.html', 'Google Tag Manager'],
  ['tags.tiqcdn.com', 'Tealium iQ'],
  ['assets.adobedtm.com', 'Adobe Experience Platform'],
  ['/js/container_', 'Matomo Tag Manager'],
  ['cdn.segment.com/analytics.js', 'Segment'],
];

/**
 * Reads a page for what it has for the player.
 * @param selector of the channel, by which the player is placed; null: where its container is
 * @throws ExtractionError kinds `empty`, `too-complex`
 */
export function readPlayerEmbed(
  source: Uint8Array | string,
  url: string,
  { contentType = null, selector = null }: { contentType?: string | null; selector?: string | null } = {},
): PlayerEmbed {
  const html = typeof source === 'string' ? source : decodeText(source, { contentType }).text;
  const document = parsePage(html);
  const reader = new EmbedReader(url);
  reader.read(document, 'page', false);
  return { ...reader.embed, placements: selector === null ? null : countPlacements(document, selector) };
}

function countPlacements(root: ParentNode, selector: string): number | null {
  try {
    return selectAny(root, selector).length;
  } catch {
    return null;
  }
}

class EmbedReader {
  readonly embed: Omit<PlayerEmbed, 'placements'> = {
    title: null,
    canonical: null,
    openGraphUrl: null,
    isAmp: false,
    policies: [],
    scripts: [],
    containers: [],
    frames: [],
    tagManagers: [],
    isAddedByScript: false,
  };
  #base: string;
  #isInNoscript = false;

  constructor(url: string) {
    this.#base = url;
  }

  /** Reads a tree. Templates hold a tree of their own, which browsers do not show. */
  read(root: ParentNode, place: EmbedPlace, isHidden: boolean): void {
    for (const child of root.children) {
      if (!isTag(child)) {
        if ('children' in child) this.read(child, place, isHidden);
        continue;
      }
      this.#element(child, place, isHidden);
    }
  }

  #element(element: Element, place: EmbedPlace, isInHidden: boolean): void {
    const { name, attribs } = element;
    const isHidden = isInHidden || isHiddenItself(element);
    if (name === 'html') this.embed.isAmp ||= 'amp' in attribs || '⚡' in attribs;
    if (name === 'base') this.#base = absoluteUrl(attribs['href'], this.#base) ?? this.#base;
    if (name === 'title' && place === 'page') this.embed.title ??= cleanLine(textOf(element)) || null;
    if (name === 'link') this.#link(attribs);
    if (name === 'meta') this.#meta(attribs);
    if (name === 'script') return this.#script(element, place);
    if (name === 'iframe' || name === 'amp-iframe') this.#frame(attribs);
    if (name === 'noscript') return this.#noscript(textOf(element));
    if (isContainer(element)) this.#container(element, place, isHidden);
    const within =
      name !== 'template' ? place : 'shadowrootmode' in attribs && place === 'page' ? 'shadow' : 'template';
    this.read(element, within, isHidden);
  }

  #link({ rel, href }: Element['attribs']): void {
    if (/(?:^|\s)canonical(?:\s|$)/i.test(rel ?? '')) this.embed.canonical ??= this.#absolute(href);
  }

  #meta(attribs: Element['attribs']): void {
    const content = attribs['content'] ?? '';
    if (attribs['property']?.toLowerCase() === 'og:url') this.embed.openGraphUrl ??= this.#absolute(content);
    if (attribs['http-equiv']?.toLowerCase() === 'content-security-policy')
      add(this.embed.policies, content.slice(0, 10 * valueMaxCharacters));
  }

  #script(element: Element, place: EmbedPlace): void {
    const { attribs } = element;
    const name = sourceNames.find((one) => attribs[one]);
    const url = name === undefined ? null : this.#absolute(attribs[name]);
    const text = url === null ? textOf(element) : url;
    for (const [sign, manager] of tagManagers)
      if (text.includes(sign) && !this.embed.tagManagers.includes(manager))
        add(this.embed.tagManagers, manager);
    if (url === null) this.embed.isAddedByScript ||= mentionsPlayer(text);
    else if (pathOf(url).endsWith(loaderPath))
      add(this.embed.scripts, { url, nonce: attribs['nonce'] || null, place, hold: holdOf(attribs, name!) });
  }

  #frame({ src, 'data-src': later }: Element['attribs']): void {
    const url = this.#absolute(src || later);
    if (url !== null && framePath.test(pathOf(url))) add(this.embed.frames, url);
    if (url?.includes('googletagmanager.com/ns.html') && !this.embed.tagManagers.includes(tagManagers[0]![1]))
      add(this.embed.tagManagers, tagManagers[0]![1]);
  }

  /**
   * Parsers with scripting leave its markup as text. One within another is not read: a page could nest
   * thousands, each of which is parsed with all that it holds.
   */
  #noscript(text: string): void {
    if (this.#isInNoscript || !/parlance-player|\/player\/loader\.js|googletagmanager/.test(text)) return;
    this.#isInNoscript = true;
    this.read(parsePage(text), 'noscript', false);
    this.#isInNoscript = false;
  }

  #container(element: Element, place: EmbedPlace, isHidden: boolean): void {
    const { attribs } = element;
    const isOwn = element.name === 'parlance-player';
    const value = (name: string): string | null => {
      const given = attribs[isOwn ? name : `data-${name}`]?.trim() ?? '';
      return given === '' ? null : given.slice(0, valueMaxCharacters);
    };
    const url = value('url');
    add(this.embed.containers, {
      // The element is defined by the player's script, and tells it where it is.
      place: isOwn && place === 'shadow' ? 'page' : place,
      path: pathTo(element),
      channel: value('channel'),
      article: value('article'),
      externalId: value('external-id'),
      url: url === null ? null : this.#absolute(url),
      base: value('base'),
      isHidden,
    });
  }

  readonly #absolute = (value: string | undefined): string | null => absoluteUrl(value, this.#base);
}

const add = <T>(list: T[], one: T): void => void (list.length < listMax && list.push(one));

const pathOf = (url: string): string => URL.parse(url)?.pathname ?? '';

/** Whether a script adds the player. Data of frameworks have the address with its slashes escaped. */
const mentionsPlayer = (text: string): boolean =>
  text.includes('Parlance.mount(') ||
  (text.includes('/loader.js') && text.replaceAll('\\/', '/').includes(loaderPath));

const isContainer = ({ name, attribs }: Element): boolean =>
  name === 'parlance-player' || classesOf(attribs).includes('parlance-player');

const classesOf = (attribs: Element['attribs']): string[] => (attribs['class'] ?? '').split(/\s+/);

const isHiddenItself = ({ attribs }: Element): boolean =>
  'hidden' in attribs || /(?:^|;)\s*display\s*:\s*none/i.test(attribs['style'] ?? '');

/** What keeps browsers from running a script at once, by its attributes. */
function holdOf(attribs: Element['attribs'], source: string): EmbedScript['hold'] {
  if (Object.keys(attribs).some((name) => consentMarks.test(name))) return 'consent';
  if (consentClasses.test(attribs['class'] ?? '')) return 'consent';
  const type = attribs['type']?.trim().toLowerCase() ?? '';
  if (type === '' || type === 'module' || /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(type))
    return source === 'src' ? null : 'delay';
  return type === 'text/plain' ? 'consent' : 'delay';
}

/** The nearest elements around another and itself, by name and first class. */
function pathTo(element: Element): string {
  const levels: string[] = [];
  for (
    let level: AnyNode | null = element.parent;
    level && levels.length < pathMaxLevels;
    level = level.parent
  )
    if (isTag(level) && level.name !== 'html') levels.unshift(nameOf(level));
  return levels.join(' › ') || 'body';
}

function nameOf({ name, attribs }: Element): string {
  // What holds many containers is read for each of them.
  const classes = (attribs['class'] ?? '').slice(0, classMaxCharacters).split(/\s+/);
  const first = classes.find((one) => /^[\w-]{1,40}$/.test(one)) ?? '';
  const id = /^[\w-]{1,40}$/.test(attribs['id'] ?? '') ? `#${attribs['id']}` : '';
  return id ? name + id : first ? `${name}.${first}` : name;
}
