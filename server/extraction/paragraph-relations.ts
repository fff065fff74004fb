import type { Frame, Paragraph } from './paragraphs.ts';

/** What the page says of itself, by which a paragraph about the site or its author is known. */
export interface PageNames {
  /** The site's names: as it calls itself, and its host's. */
  site: readonly string[];
  author: string | null;
  host: string;
}

/**
 * What a paragraph has in common with others of its page, and where its links lead, in the order of
 * `relationsOf`.
 */
export const relationNames: string[] = [
  'repeated',
  'repeatsEarlier',
  'siteName',
  'authorName',
  'likeShare',
  'siblingShare',
  'linkFirst',
  'linkLast',
  'linkMail',
  'linkSocial',
  'linkHere',
  'linkListing',
  'linkOut',
  'rule',
  'ruleNext',
  'listed',
  'alikeCount',
  'alikeMean',
  'alikeLinks',
  'alikeDated',
  'alikeLevels',
];

const social =
  /^https?:\/\/(?:www\.|m\.)?(?:facebook|twitter|x|instagram|linkedin|xing|pinterest|youtube|whatsapp|t|telegram|tiktok|reddit|flattr|plus\.google|feedly)\.(?:com|me|de|org)\b/i;
const listing =
  /\/(?:tags?|author|autor(?:en)?|authors|categor(?:y|ies)|kategorien?|topics?|themen?|thema|rubrik|search|suche|schlagwort|users?|profile?|person|etiquetas?|temas?|archive?s?)\b|[?&](?:tag|cat|author|s|q)=/i;

const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const phraseWords = 4;
const mostWords = 60;

/** A number for each run of a few words, so that runs can be compared cheaply. */
function phrasesOf(words: readonly string[]): Set<number> {
  const hashes = words.slice(0, mostWords).map((word) => {
    let hash = 2_166_136_261;
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 16_777_619);
    return hash;
  });
  const phrases = new Set<number>();
  for (let start = 0; start + phraseWords <= hashes.length; start++) {
    let phrase = 0;
    for (let at = start; at < start + phraseWords; at++)
      phrase = Math.imul(phrase, 1_000_003) ^ (hashes[at] as number);
    phrases.add(phrase);
  }
  return phrases;
}

/** A row for each paragraph, in the order of `relationNames`. Linear in the page's size. */
export function relationsOf(
  paragraphs: readonly Paragraph[],
  words: readonly (readonly string[])[],
  { site, author, host }: PageNames,
): Float32Array[] {
  const phrases = words.map(phrasesOf);
  const firsts = new Map<number, number>();
  const isRepeated = new Set<number>();
  phrases.forEach((own, index) => {
    for (const phrase of own) {
      if (firsts.has(phrase)) isRepeated.add(phrase);
      else firsts.set(phrase, index);
    }
  });
  const likes = new Map<string, number>();
  const siblings = new Map<Frame, Map<string, number>>();
  let total = 0;
  const kinds = paragraphs.map(({ element, frame, text, linkDensity }) => {
    const kind = `${element.name}.${(element.attribs['class'] ?? '').slice(0, 80).replace(/\d+/g, '')}`;
    const mass = text.length * (1 - linkDensity);
    total += mass;
    likes.set(kind, (likes.get(kind) ?? 0) + mass);
    const parent = frame.parent ?? frame;
    let among = siblings.get(parent);
    if (!among) siblings.set(parent, (among = new Map<string, number>()));
    among.set(kind, (among.get(kind) ?? 0) + mass);
    return kind;
  });
  const masses = new Map(
    [...siblings].map(
      ([parent, among]) => [parent, [...among.values()].reduce((sum, mass) => sum + mass, 0)] as const,
    ),
  );
  const siteNames = site.map(fold).filter((name) => name.length >= 4);
  const authorName = fold(author ?? '');
  const alike = blocksAlike(paragraphs);

  return paragraphs.map((paragraph, index) => {
    const { text, frame, hrefs } = paragraph;
    const own = phrases[index] as Set<number>;
    let repeated = 0;
    let earlier = 0;
    for (const phrase of own) {
      if (!isRepeated.has(phrase)) continue;
      repeated++;
      if ((firsts.get(phrase) as number) < index) earlier++;
    }
    const folded = text.length < 900 && (siteNames.length > 0 || authorName.length > 4) ? fold(text) : '';
    const kind = kinds[index] as string;
    const parent = frame.parent ?? frame;
    const share = (test: (href: string) => boolean): number =>
      hrefs.length === 0 ? -1 : hrefs.filter(test).length / hrefs.length;
    return Float32Array.of(
      own.size === 0 ? -1 : repeated / own.size,
      own.size === 0 ? -1 : earlier / own.size,
      siteNames.some((name) => folded.includes(name)) ? 1 : 0,
      authorName.length > 4 && folded.includes(authorName) ? 1 : 0,
      (likes.get(kind) as number) / Math.max(1, total),
      ((siblings.get(parent)?.get(kind) ?? 0) + 1) / ((masses.get(parent) ?? 0) + 1),
      paragraph.linkFirst ? 1 : 0,
      paragraph.linkLast ? 1 : 0,
      share((href) => /^(?:mailto|tel):/i.test(href)),
      share((href) => social.test(href)),
      share((href) => href.startsWith('#') || /^javascript:/i.test(href)),
      share((href) => listing.test(href)),
      share((href) => /^https?:/i.test(href) && host !== '' && !href.includes(host)),
      paragraph.rules,
      paragraphs[index + 1]?.rules ?? 0,
      listedOf(frame),
      ...alike(frame),
    );
  });
}

/** Returns the levels up to the enclosing list; 0 where there is none. */
function listedOf(frame: Frame): number {
  let levels = 1;
  for (let level: Frame | null = frame; level && levels < 8; level = level.parent, levels++)
    if (level.element.name === 'ul' || level.element.name === 'ol') return levels;
  return 0;
}

/** Blocks of one parent that look alike: comments, teasers, posts. */
interface Alike {
  count: number;
  characters: number;
  linked: number;
  dated: number;
}

/** Time of a post, as threads and lists of news write it. */
const moment = /\d{4}|\d{1,2}[:.]\d{2}|\b(?:ago|vor|il y a|hace|gestern|yesterday|heute|today|hier)\b/i;
const momentCharacters = 60;
/** A moment says something of so many blocks around it. */
const momentLevels = 5;

/**
 * Returns, for each block, the largest group of similar blocks to which it or an enclosing one belongs: their
 * number, length, link density, number with a time, and levels up. The sums of frames must have been filled.
 */
function blocksAlike(paragraphs: readonly Paragraph[]): (frame: Frame) => readonly number[] {
  const groups = new Map<Frame, Map<string, Alike>>();
  const groupOf = new Map<Frame, Alike>();
  const dated = new Set<Frame>();
  for (const { frame, text } of paragraphs) {
    const tells = text.length <= momentCharacters && moment.test(text);
    let levels = 0;
    for (let level: Frame = frame; level.parent; level = level.parent, levels++) {
      let group = groupOf.get(level);
      if (!group) {
        group = groupIn(groups, level.parent, level.element);
        group.count++;
        group.characters += level.characters;
        group.linked += level.linked;
        groupOf.set(level, group);
      }
      if (tells && levels < momentLevels && !dated.has(level)) {
        dated.add(level);
        group.dated++;
      }
    }
  }
  const known = new Map<Frame, readonly number[]>();
  return (frame) => {
    let numbers = known.get(frame);
    if (!numbers) known.set(frame, (numbers = largestOf(frame, groupOf)));
    return numbers;
  };
}

function groupIn(
  groups: Map<Frame, Map<string, Alike>>,
  parent: Frame,
  { name, attribs }: Frame['element'],
): Alike {
  let among = groups.get(parent);
  if (!among) groups.set(parent, (among = new Map<string, Alike>()));
  const [first = ''] = (attribs['class'] ?? '').slice(0, 80).trim().split(' ');
  const key = `${name}.${first.replace(/\d+/g, '')}`;
  let group = among.get(key);
  if (!group) among.set(key, (group = { count: 0, characters: 0, linked: 0, dated: 0 }));
  return group;
}

function largestOf(frame: Frame, groupOf: ReadonlyMap<Frame, Alike>): readonly number[] {
  let best: Alike | undefined;
  let bestLevels = -1;
  let levels = 0;
  for (let level: Frame | null = frame; level; level = level.parent, levels++) {
    const group = level.element.name === 'p' ? undefined : groupOf.get(level);
    if (!group || group.count < 3 || group.count <= (best?.count ?? 0)) continue;
    best = group;
    bestLevels = levels;
  }
  if (!best) return [0, -1, -1, -1, -1];
  return [
    Math.log2(1 + best.count),
    Math.log2(1 + best.characters / best.count),
    best.linked / Math.max(1, best.characters),
    best.dated / best.count,
    bestLevels,
  ];
}
