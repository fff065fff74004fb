import { Readability } from '@mozilla/readability';
import { isBoxRole, isForeignHeading, isFurnitureLine, isHidden, isNamedLikeBox } from './furniture.ts';
import type { Paragraph } from './paragraphs.ts';
import { paragraphsOf } from './paragraphs.ts';

/** Elements that publishers mark as the text of their article, most telling first. */
const marked = [
  '[itemprop~="articleBody"]', '[property~="articleBody"]', '[class*="article-body"]', '[class*="articleBody"]', '[class*="article__body"]', '[class*="article-content"]', '[class*="article__content"]', '[class*="articletext"]',
  '.entry-content', '.post-content', '.post-body', '.postbody', '.post_content', '.story-body', '.story-content', '.field-name-body', '.field--name-body', '.node-content', 'article', '[role="main"]', 'main', '#content', '.content',
];

/** The paragraphs of a page that are its article. The page is changed. */
export function articleParagraphs(document: Document, title: string | null, kept: ReadonlySet<Element>): Paragraph[] {
  cleanPage(document, kept);
  const candidates = markedCandidates(document);
  const chosen = readable(document);
  let best = chosen ? textParagraphs(chosen, kept) : [];
  for (const candidate of candidates) {
    const paragraphs = textParagraphs(candidate, kept);
    if (proseLength(paragraphs) > 1.3 * proseLength(best) + 100) {
      best = paragraphs;
      break;
    }
  }
  if (proseLength(best) === 0 && document.body) best = textParagraphs(document.body, kept);
  return trim(best, title);
}

/** Removes boxes by role, name and visibility, unless most of the page's text is inside, and keeps what rules protect. */
function cleanPage(document: Document, kept: ReadonlySet<Element>): void {
  const { body } = document;
  if (!body) return;
  const whole = (body.textContent ?? '').length;
  for (const element of [...body.querySelectorAll('*')]) {
    const tag = element.tagName.toUpperCase();
    if (tag === 'ARTICLE' || tag === 'MAIN' || tag === 'BODY') continue;
    const isBox = tag === 'SCRIPT' || tag === 'STYLE' || tag === 'NAV' || tag === 'ASIDE' || tag === 'FORM' || isBoxRole(element) || isHidden(element) || isNamedLikeBox(element);
    if (!isBox || isKept(element, kept)) continue;
    const length = (element.textContent ?? '').length;
    if (tag !== 'SCRIPT' && tag !== 'STYLE' && (length > whole * 0.4 || element.querySelector('article, [itemprop~="articleBody"]') !== null)) continue;
    element.remove();
  }
}

function isKept(element: Element, kept: ReadonlySet<Element>): boolean {
  for (const one of kept) if (one === element || one.contains(element) || element.contains(one)) return true;
  return false;
}

function markedCandidates(document: Document): Element[] {
  const found: Element[] = [];
  for (const selector of marked) {
    const matches = [...document.querySelectorAll(selector)];
    // Several articles on one page are a list of teasers.
    if (matches.length === 1 && matches[0]) found.push(matches[0]);
  }
  return found;
}

function readable(document: Document): Element | null {
  const clone = document.cloneNode(true) as Document;
  const parsed = new Readability<Element>(clone, { charThreshold: 250, serializer: (node) => node as Element, keepClasses: true }).parse();
  return parsed?.content ?? null;
}

function textParagraphs(root: Element, kept: ReadonlySet<Element>): Paragraph[] {
  return paragraphsOf(root, (element) => element.getAttribute('aria-hidden') === 'true' && !isKept(element, kept) && (element.textContent ?? '').length < 200);
}

function proseLength(paragraphs: readonly Paragraph[]): number {
  return paragraphs.reduce((sum, { text, linkDensity }) => (linkDensity < 0.4 && text.length > 60 ? sum + text.length : sum), 0);
}

/** Drops the lines that are furniture, and what stands under headings that announce other things. */
export function trim(paragraphs: readonly Paragraph[], title: string | null): Paragraph[] {
  const kept: Paragraph[] = [];
  let foreign = false;
  for (const paragraph of paragraphs) {
    const { text, kind, linkDensity } = paragraph;
    if (kind === 'heading' || text.length < 90) {
      if (isForeignHeading(text)) {
        foreign = true;
        continue;
      }
      if (kind === 'heading') foreign = false;
    }
    if (foreign && (linkDensity > 0.5 || text.length < 120)) continue;
    if (text.length > 200) foreign = false;
    if (isFurnitureLine(text)) continue;
    if (linkDensity > 0.8 && kind !== 'heading' && text.length < 160) continue;
    if (title !== null && text === title) continue;
    kept.push(paragraph);
  }
  while (kept.length > 0 && kept[kept.length - 1]?.kind === 'heading') kept.pop();
  return kept;
}
