import { parseDate } from './dates.ts';
import { boxNameOf, isBoxRole, isDateLine, isForeignHeading, isFurnitureLine, isHidden, isInvitation } from './furniture.ts';
import type { Paragraph } from './paragraphs.ts';
import { paragraphsOf } from './paragraphs.ts';

/** The paragraphs of a page that are its article. The page is changed. */
export function articleParagraphs(document: Document, title: string | null, kept: ReadonlySet<Element>): Paragraph[] {
  // Not document.body: linkedom makes a new one where comments or text precede the page's own.
  const body = document.querySelector('body') ?? document.documentElement;
  removeBoxes(body, kept);
  const all = paragraphsOf(body);
  const container = containerOf(body, all);
  const inside = all.filter(({ element }) => container.contains(element));
  return trim([...leadOf(all, inside, title), ...inside], title);
}

/** The paragraphs of an element that a rule names as the text, cleaned of boxes and furniture lines inside. The element is changed. */
export function paragraphsWithin(element: Element, title: string | null, kept: ReadonlySet<Element>): Paragraph[] {
  removeBoxes(element, kept);
  return trim(paragraphsOf(element), title);
}

/** How much of a page's prose a box may hold before its name is taken for a mistake. */
const boxShares = { box: 0.2, picture: 0.05, teaser: 0.6, others: 0.6, comments: 1 } as const;
/** An article of at least this many characters must remain when a box is removed. */
const articleMinCharacters = 250;

/** Removes boxes by role, name and visibility, and keeps what holds much of the text and what rules protect. */
function removeBoxes(root: Element, kept: ReadonlySet<Element>): void {
  const prose = proseByElement(root);
  let total = prose.get(root) ?? 0;
  const visit = (element: Element): void => {
    const tag = element.tagName.toUpperCase();
    if (tag !== 'ARTICLE' && tag !== 'MAIN' && element !== root && !isKept(element, kept)) {
      const name = boxNameOf(element);
      const isBox = name !== null || tag === 'NAV' || tag === 'ASIDE' || tag === 'FORM' || tag === 'FOOTER' || isBoxRole(element) || isHidden(element);
      if (isBox) {
        const own = prose.get(element) ?? 0;
        const kind = name ?? (tag === 'FORM' ? 'box' : 'others');
        const isLead = kind === 'teaser' && !isHidden(element) && isLeadLike(element);
        if (!isLead && own <= boxShares[kind] * total && (own === 0 || total - own >= articleMinCharacters) && (kind !== 'picture' || (element.textContent ?? '').trim().length < 300)) {
          total -= own;
          element.remove();
          return;
        }
      }
    }
    for (let child = element.firstElementChild, next: Element | null = null; child; child = next) {
      next = child.nextElementSibling;
      visit(child);
    }
  };
  visit(root);
}

/** A teaser of another article has a headline of its own or is a link; the lead of this one is a paragraph or two. */
function isLeadLike(element: Element): boolean {
  const length = (element.textContent ?? '').trim().length;
  if (length > 1_200 || element.closest('a') !== null || element.querySelector('h1, h2, h3, h4, h5, article') !== null) return false;
  let linked = 0;
  for (const link of element.querySelectorAll('a')) linked += (link.textContent ?? '').length;
  return linked < 0.2 * length;
}

function isKept(element: Element, kept: ReadonlySet<Element>): boolean {
  for (const one of kept) if (one === element || one.contains(element) || element.contains(one)) return true;
  return false;
}

function isProse({ text, linkDensity }: Paragraph): boolean {
  return text.length >= 60 && linkDensity <= 0.4;
}

/** Characters of prose within each element: paragraphs that are long enough and not mainly links. */
function proseByElement(root: Element, paragraphs: readonly Paragraph[] = paragraphsOf(root)): Map<Element, number> {
  const lengths = new Map<Element, number>();
  for (const paragraph of paragraphs) {
    if (!isProse(paragraph)) continue;
    for (let holder: Element | null = paragraph.element; holder; holder = holder === root ? null : holder.parentElement) lengths.set(holder, (lengths.get(holder) ?? 0) + paragraph.text.length);
  }
  return lengths;
}

/** Where publishers say that the text of their article is; each counts only where it is the only one of the page. */
const marks = ['[itemprop~="articleBody"]', '[property~="articleBody"]', '.entry-content, .post-content, .article-body, .article__body, .article-content, .articleBody, .story-body', 'article', 'main, [role="main"]'];
/** The share of a page's prose that such an element must hold to be believed. */
const markShare = 0.15;
/** From a container downwards as long as one child has this share of its prose. */
const innerShare = 0.85;
const frames: ReadonlySet<string> = new Set(['BODY', 'DIV', 'SECTION', 'ARTICLE', 'MAIN', 'TABLE', 'TBODY', 'TR', 'TD', 'CENTER', 'FORM', 'SPAN', 'FONT', 'HEADER', 'ASIDE', 'FIELDSET', 'LAYER']);

/** The innermost element that holds the prose: from what is marked as the article, else from the body, downwards. */
function containerOf(body: Element, paragraphs: readonly Paragraph[]): Element {
  const prose = proseByElement(body, paragraphs);
  const lengthOf = (element: Element): number => prose.get(element) ?? 0;
  let container = body;
  for (const selector of marks) {
    const [match, another] = body.querySelectorAll(selector);
    if (match && !another && lengthOf(match) >= Math.max(articleMinCharacters, markShare * lengthOf(body))) {
      container = match;
      break;
    }
  }
  for (;;) {
    let largest: Element | null = null;
    let loose = lengthOf(container);
    for (const child of container.children) {
      if (!frames.has(child.tagName.toUpperCase())) continue;
      loose -= lengthOf(child);
      if (lengthOf(child) > (largest ? lengthOf(largest) : 0)) largest = child;
    }
    // Paragraphs that stand directly here belong to the text.
    if (!largest || lengthOf(largest) < innerShare * lengthOf(container) || loose > 0.1 * lengthOf(container)) return container;
    container = largest;
  }
}

/** The lead that stands between the headline and the text: at most three paragraphs of prose. */
function leadOf(all: readonly Paragraph[], inside: readonly Paragraph[], title: string | null): Paragraph[] {
  const first = all.indexOf(inside[0] as Paragraph);
  if (title === null || first <= 0) return [];
  const headline = all.findLastIndex(({ text, kind, element }, at) => at < first && (text === title || element.tagName.toUpperCase() === 'H1' || (kind === 'heading' && title.includes(text) && text.length > 20)));
  if (headline < 0 || first - headline > 12) return [];
  const between = all.slice(headline + 1, first).filter((paragraph) => isProse(paragraph) && paragraph.linkDensity < 0.2 && (/[.!?…]["”“»«’')]*$/.test(paragraph.text) || parseDate(paragraph.text) === null));
  return between.length <= 3 ? between : [];
}

/** Drops the lines that are furniture, and what stands under headings that announce other things. */
export function trim(paragraphs: readonly Paragraph[], title: string | null): Paragraph[] {
  const kept: Paragraph[] = [];
  let foreign = false;
  let teaser: Element | null = null;
  const total = paragraphs.reduce((sum, { text }) => sum + text.length, 0);
  paragraphs.forEach((paragraph, at) => {
    const { text, kind, linkDensity, element } = paragraph;
    if (kind === 'heading' || text.length < 90) {
      if (isForeignHeading(text)) {
        foreign = true;
        return;
      }
      if (kind === 'heading') foreign = false;
    }
    if (foreign && (linkDensity > 0.5 || text.length < 120)) return;
    if (text.length > 200) foreign = false;
    // A date as a heading structures a chronicle.
    if (isFurnitureLine(text) || (kind !== 'heading' && isDateLine(text))) return;
    if (at > 0.7 * paragraphs.length && isInvitation(text)) return;
    if (kind === 'heading' && linkDensity > 0.8 && element.tagName.toUpperCase() !== 'H1' && leadsElsewhere(element)) {
      const card = element.parentElement;
      teaser = (card?.textContent ?? '').length < Math.min(700, 0.4 * total) ? card : null;
      return;
    }
    if (teaser?.contains(element) && text.length < 350) return;
    if (linkDensity > 0.8 && kind !== 'heading' && kind !== 'row' && text.length < 160) return;
    if (title !== null && text === title) return;
    kept.push(paragraph);
  });
  while (kept.length > 1 && isAside(kept)) kept.pop();
  return kept;
}

/** A heading that is a link to another page, not a permalink to itself. */
function leadsElsewhere(heading: Element): boolean {
  const link = heading.querySelector('a') ?? heading.closest('a');
  const href = link?.getAttribute('href') ?? '';
  return href !== '' && !href.startsWith('#');
}

/** A heading with nothing after it, or a note in italics below upright text: about the author, where it first appeared. */
function isAside(kept: readonly Paragraph[]): boolean {
  const last = kept[kept.length - 1];
  if (!last) return false;
  if (last.kind === 'heading') return true;
  const isItalic = (paragraph: Paragraph | undefined): boolean => paragraph?.element.querySelector('em, i') !== null && (paragraph?.element.querySelector('em, i')?.textContent ?? '').trim().length > 0.9 * (paragraph?.text.length ?? 0);
  return last.text.length > 40 && isItalic(last) && kept.length > 4 && !isItalic(kept[0]) && !isItalic(kept[kept.length >> 1]);
}
