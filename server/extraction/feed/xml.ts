import { escapeAttribute, escapeText } from 'entities';
import { Parser } from 'htmlparser2';
import { FeedError } from './feed.ts';

/** An element of a feed. Names are lower case with the usual prefix of their namespace, whatever prefix the feed chose. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
  /** xml:base in force here, absolute where anything is. */
  base: string | null;
  /** Whether the feed says xml:base here or above; else `base` is where the feed came from. */
  hasOwnBase: boolean;
  /** xml:lang in force here. */
  language: string | null;
}

const maxDepth = 250;
const maxElements = 1_000_000;

/** The prefix by which our readers know a namespace; '' for the formats' own. Compared without scheme, case and trailing marks. */
const prefixes: Record<string, string> = {
  'www.w3.org/2005/atom': 'atom', 'purl.org/atom/ns': 'atom', 'purl.org/atom/ns#': 'atom', 'www.w3.org/1999/xhtml': 'xhtml',
  'purl.org/rss/1.0': '', 'my.netscape.com/rdf/simple/0.9': '', 'channel.netscape.com/rdf/simple/0.9': '', 'backend.userland.com/rss2': '',
  'backend.userland.com/rss': '', 'blogs.law.harvard.edu/tech/rss': '', 'www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
  'purl.org/rss/1.0/modules/content': 'content', 'purl.org/dc/elements/1.1': 'dc', 'purl.org/dc/elements/1.0': 'dc', 'purl.org/dc/terms': 'dcterms',
  'search.yahoo.com/mrss': 'media', 'www.itunes.com/dtds/podcast-1.0.dtd': 'itunes', 'rssnamespace.org/feedburner/ext/1.0': 'feedburner',
};

/** Prefixes that mean the usual even where the feed forgot to declare them. */
const wellKnown: ReadonlySet<string> = new Set(['atom', 'content', 'dc', 'dcterms', 'media', 'itunes', 'feedburner', 'rdf', 'xhtml', 'xml']);

interface Scope {
  element: XmlElement;
  namespaces: Record<string, string>;
}

/**
 * Parses XML as found in the wild: undeclared prefixes, bare ampersands, missing and crossed end tags, junk before the root are recovered
 * from. Document types are skipped unread: no entity is expanded and none is fetched. Answers a root whose children are the top level.
 * @throws FeedError kind `too-complex` beyond 250 levels or a million elements
 */
export function parseXml(text: string, baseUrl: string | null): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], base: baseUrl, hasOwnBase: false, language: null };
  const stack: Scope[] = [{ element: root, namespaces: {} }];
  let count = 0;
  const top = (): Scope => stack[stack.length - 1] as Scope;
  const parser = new Parser(
    {
      onopentag(qualified, attributes) {
        if (stack.length > maxDepth || ++count > maxElements) throw new FeedError('too-complex', 'The feed is nested too deeply or has too many elements.');
        const parent = top();
        let { namespaces } = parent;
        for (const [name, value] of Object.entries(attributes)) {
          if (name === 'xmlns' || name.startsWith('xmlns:')) namespaces = { ...namespaces, [name.slice(6)]: value };
        }
        const element: XmlElement = {
          name: canonicalName(qualified, namespaces),
          attributes,
          children: [],
          base: baseFrom(attributes['xml:base'], parent.element.base),
          hasOwnBase: parent.element.hasOwnBase || attributes['xml:base'] !== undefined,
          language: attributes['xml:lang']?.trim() || parent.element.language,
        };
        parent.element.children.push(element);
        stack.push({ element, namespaces });
      },
      onclosetag() {
        if (stack.length > 1) stack.pop();
      },
      ontext(part) {
        const { children } = top().element;
        const last = children.length - 1;
        if (typeof children[last] === 'string') children[last] += part;
        else children.push(part);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return root;
}

function canonicalName(qualified: string, namespaces: Record<string, string>): string {
  const colon = qualified.indexOf(':');
  const prefix = colon < 0 ? '' : qualified.slice(0, colon);
  const local = qualified.slice(colon + 1).toLowerCase();
  const uri = namespaces[prefix];
  const key = uri?.trim().toLowerCase().replace(/^https?:\/\//, '').replace(/\/+$/, '');
  const known = key === undefined ? undefined : prefixes[key];
  if (known !== undefined) return known === '' ? local : `${known}:${local}`;
  if (prefix === '') return uri === undefined || uri.trim() === '' ? local : `other:${local}`;
  const lower = prefix.toLowerCase();
  return `${wellKnown.has(lower) && uri === undefined ? lower : `other-${lower}`}:${local}`;
}

function baseFrom(own: string | undefined, inherited: string | null): string | null {
  if (own === undefined) return inherited;
  return URL.parse(own.trim(), inherited ?? undefined)?.href ?? inherited;
}

export function childrenOf(element: XmlElement, ...names: string[]): XmlElement[] {
  return element.children.filter((child): child is XmlElement => typeof child !== 'string' && names.includes(child.name));
}

export function childOf(element: XmlElement, ...names: string[]): XmlElement | undefined {
  for (const name of names) {
    const [found] = childrenOf(element, name);
    if (found) return found;
  }
  return undefined;
}

/** The characters of an element and of what it contains. Entities that XML does not know stay as they are. */
export function textOf(element: XmlElement | undefined): string {
  if (!element) return '';
  let text = '';
  for (const child of element.children) text += typeof child === 'string' ? child : textOf(child);
  return text.trim();
}

/** The first of the named children that says something. */
export function textOfChild(element: XmlElement, ...names: string[]): string | null {
  for (const name of names) for (const child of childrenOf(element, name)) {
    const text = textOf(child);
    if (text !== '') return text;
  }
  return null;
}

/** Content as HTML: escaped markup and CDATA as they read, naked markup written out again. */
export function htmlOf(element: XmlElement): string {
  const naked = element.children.some((child) => typeof child !== 'string');
  return element.children.map((child) => (typeof child === 'string' ? (naked ? escapeText(child) : child) : markup(child))).join('').trim();
}

const voidElements: ReadonlySet<string> = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'source', 'track', 'wbr']);

function markup(element: XmlElement): string {
  const name = element.name.replace(/^.*:/, '');
  let open = `<${name}`;
  for (const [key, value] of Object.entries(element.attributes)) {
    if (key.startsWith('xmlns') || key.startsWith('xml:') || !/^[\w:-]+$/.test(key)) continue;
    const resolved = (key === 'href' || key === 'src') && element.base ? (URL.parse(value, element.base)?.href ?? value) : value;
    open += ` ${key}="${escapeAttribute(resolved)}"`;
  }
  if (element.children.length === 0 && voidElements.has(name)) return `${open}>`;
  return `${open}>${element.children.map((child) => (typeof child === 'string' ? escapeText(child) : markup(child))).join('')}</${name}>`;
}
