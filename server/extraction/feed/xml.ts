import { feedMessages } from '../messages.ts';
import { escapeAttribute, escapeText } from 'entities';
import { type Attributes, scanElements, voidElements } from '../markup.ts';
import { FeedError, linkMaxCharacters } from './feed.ts';

/**
 * An element of a feed. Names are lower case with the usual prefix of their namespace, whatever prefix the
 * feed chose.
 */
export interface XmlElement {
  name: string;
  /** Names in lower case, with the usual prefix of their namespace. */
  attributes: Attributes;
  children: (XmlElement | string)[];
  /** xml:base in force here, absolute where anything is. */
  base: string | null;
  /** Whether the feed says xml:base here or above; else `base` is where the feed came from. */
  hasOwnBase: boolean;
  /** xml:lang in force here. */
  language: string | null;
}

const maxDepth = 250;
const maxElements = 300_000;

/**
 * The prefix by which our readers know a namespace; '' for the formats' own. Compared without scheme, case
 * and trailing marks.
 */
const prefixes: Record<string, string> = {
  'www.w3.org/2005/atom': 'atom',
  'purl.org/atom/ns': 'atom',
  'purl.org/atom/ns#': 'atom',
  'www.w3.org/1999/xhtml': 'xhtml',
  'purl.org/rss/1.0': '',
  'my.netscape.com/rdf/simple/0.9': '',
  'channel.netscape.com/rdf/simple/0.9': '',
  'backend.userland.com/rss2': '',
  'backend.userland.com/rss': '',
  'blogs.law.harvard.edu/tech/rss': '',
  'www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
  'purl.org/rss/1.0/modules/content': 'content',
  'purl.org/dc/elements/1.1': 'dc',
  'purl.org/dc/elements/1.0': 'dc',
  'purl.org/dc/terms': 'dcterms',
  'search.yahoo.com/mrss': 'media',
  'www.itunes.com/dtds/podcast-1.0.dtd': 'itunes',
  'rssnamespace.org/feedburner/ext/1.0': 'feedburner',
};

/** Prefixes that mean the usual even where the feed forgot to declare them. */
const wellKnown: ReadonlySet<string> = new Set([
  'atom',
  'content',
  'dc',
  'dcterms',
  'media',
  'itunes',
  'feedburner',
  'rdf',
  'xhtml',
  'xml',
]);
/** Elements whose default namespace, if unknown, is taken for a publisher's name for the format itself. */
const frames: ReadonlySet<string> = new Set(['rss', 'rdf', 'channel', 'feed', 'item', 'entry']);

/**
 * Parses XML as found in the wild: undeclared prefixes, bare ampersands, missing and crossed end tags, junk
 * before the root are recovered from. Document types are skipped unread: no entity is expanded and none is
 * fetched. Answers a root whose children are the top level. Time and memory are linear in the length of the
 * text.
 * @throws FeedError kind `too-complex` beyond 250 levels or 300,000 elements
 */
export function parseXml(text: string, baseUrl: string | null): XmlElement {
  const root: XmlElement = {
    name: '',
    attributes: {},
    children: [],
    base: baseUrl,
    hasOwnBase: false,
    language: null,
  };
  const open: { element: XmlElement; declared: string[] }[] = [{ element: root, declared: [] }];
  const namespaces = new Namespaces();
  let count = 0;
  const top = (): XmlElement => open[open.length - 1]!.element;
  scanElements(
    text,
    {
      open(qualified, attributes) {
        if (open.length > maxDepth || ++count > maxElements)
          throw new FeedError('too-complex', feedMessages.FEED_TOO_COMPLEX());
        const parent = top();
        const declared = namespaces.declare(qualified, attributes);
        const element: XmlElement = {
          name: namespaces.canonical(qualified),
          attributes: namespaces.canonicalAttributes(attributes),
          children: [],
          base: baseFrom(attributes['xml:base'], parent.base),
          hasOwnBase: parent.hasOwnBase || attributes['xml:base'] !== undefined,
          language: attributes['xml:lang']?.trim() || parent.language,
        };
        parent.children.push(element);
        open.push({ element, declared });
      },
      close() {
        for (const prefix of open.pop()!.declared) namespaces.undeclare(prefix);
      },
      text: (part) => top().children.push(part),
    },
    { isXml: true },
  );
  return root;
}

/** The namespaces in force while a document is read, by prefix; the innermost declaration counts. */
class Namespaces {
  readonly #declared = new Map<string, string[]>();

  /** @returns the prefixes that the element declares, to be undeclared at its end */
  declare(qualified: string, attributes: Attributes): string[] {
    const declared: string[] = [];
    for (const name in attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      const prefix = name.slice(6);
      let uri = attributes[name]!.slice(0, 200)
        .trim()
        .toLowerCase()
        .replace(/^https?:\/\//, '');
      while (uri.endsWith('/')) uri = uri.slice(0, -1);
      const known = prefixes[uri];
      const local = qualified.slice(qualified.indexOf(':') + 1).toLowerCase();
      const isOwn = known === undefined && prefix === '' && (uri === '' || frames.has(local));
      const meaning = known ?? (isOwn ? '' : `other${prefix && '-'}${prefix}`);
      const outer = this.#declared.get(prefix);
      if (outer) outer.push(meaning);
      else this.#declared.set(prefix, [meaning]);
      declared.push(prefix);
    }
    return declared;
  }

  undeclare(prefix: string): void {
    this.#declared.get(prefix)?.pop();
  }

  /** A name in lower case, with the prefix by which our readers know its namespace. */
  canonical(qualified: string): string {
    const colon = qualified.indexOf(':');
    const given = colon < 0 ? '' : qualified.slice(0, colon).toLowerCase();
    const local = qualified.slice(colon + 1).toLowerCase();
    const prefix =
      this.#declared.get(given)?.at(-1) ?? (given === '' || wellKnown.has(given) ? given : `other-${given}`);
    return prefix === '' ? local : `${prefix}:${local}`;
  }

  /** Attributes with a prefix get the usual one; those without belong to their element. */
  canonicalAttributes(attributes: Attributes): Attributes {
    for (const name in attributes) {
      if (!name.includes(':') || name.startsWith('xml:') || name.startsWith('xmlns:')) continue;
      const canonical = this.canonical(name);
      if (canonical !== name && !canonical.startsWith('other')) attributes[canonical] ??= attributes[name]!;
    }
    return attributes;
  }
}

function baseFrom(own: string | undefined, inherited: string | null): string | null {
  if (own === undefined || own.length > linkMaxCharacters) return inherited;
  return URL.parse(own.trim(), inherited ?? undefined)?.href ?? inherited;
}

export function childrenOf(element: XmlElement, ...names: string[]): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => typeof child !== 'string' && names.includes(child.name),
  );
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
  const parts: string[] = [];
  const collect = ({ children }: XmlElement): void => {
    for (const child of children) {
      if (typeof child === 'string') parts.push(child);
      else collect(child);
    }
  };
  if (element) collect(element);
  return parts.join('').trim();
}

/** The first of the named children that says something. */
export function textOfChild(element: XmlElement, ...names: string[]): string | null {
  for (const name of names)
    for (const child of childrenOf(element, name)) {
      const text = textOf(child);
      if (text !== '') return text;
    }
  return null;
}

/** Content as HTML: escaped markup and CDATA as they read, naked markup written out again. */
export function htmlOf({ children }: Pick<XmlElement, 'children'>): string {
  const naked = children.some((child) => typeof child !== 'string');
  const parts: string[] = [];
  for (const child of children) {
    if (typeof child === 'string') parts.push(naked ? escapeText(child) : child);
    else writeMarkup(child, parts);
  }
  return parts.join('').trim();
}

function writeMarkup(element: XmlElement, parts: string[]): void {
  const name = element.name.slice(element.name.lastIndexOf(':') + 1);
  parts.push('<', name);
  for (const [key, value] of Object.entries(element.attributes)) {
    if (key.startsWith('xmlns') || key.startsWith('xml:') || !/^[\w:-]+$/.test(key)) continue;
    const resolved =
      (key === 'href' || key === 'src') && element.base && value.length <= linkMaxCharacters
        ? (URL.parse(value, element.base)?.href ?? value)
        : value;
    parts.push(' ', key, '="', escapeAttribute(resolved), '"');
  }
  parts.push('>');
  if (element.children.length === 0 && voidElements.has(name)) return;
  for (const child of element.children) {
    if (typeof child === 'string') parts.push(escapeText(child));
    else writeMarkup(child, parts);
  }
  parts.push('</', name, '>');
}
