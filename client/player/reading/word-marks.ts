import type { ServiceContext } from '../player-services.ts';
import { firstSpoken, placeWords, type PlacedWords, type SpokenWord } from './spoken-words.ts';
import { lastAtMost, rangeOf, readPage, type PageText } from './page-text.ts';

/** Minimum interval between scans of the page after its text changed, milliseconds. */
const againMs = 2000;
/** A click may be the first of a double click, which selects. */
const doubleClickMs = 250;
const ownClicks =
  'a, button, input, select, textarea, label, summary, video, audio, [role=button], [role=link], [onclick], [contenteditable]';

let highlights = 0;

/**
 * Marks the word that is spoken in the page's own text, and plays from the paragraph that is clicked once the
 * listener has begun to listen. The page's markup stays as it is.
 */
export function markWords(
  words: SpokenWord[],
  index: number,
  { store, config, page, guard }: ServiceContext,
): () => void {
  const { document } = page;
  let text: PageText | undefined;
  let placed: PlacedWords | null = null;
  let looked = -Infinity;
  let timer = 0;
  let marked = -1;

  const look = (): void => {
    looked = page.performance.now();
    text = readPage(
      document.body,
      (element) => element.localName.startsWith('parlance-') || element.classList.contains('parlance-player'),
    );
    placed = placeWords(words, text);
  };
  const isMine = (): boolean =>
    store.state.index === index && !store.state.closed && store.state.part === 'article';

  // Not every browser has highlights; clicks work without.
  const highlight = page.CSS.highlights ? new page.Highlight() : null;
  const name = `parlance-word-${highlights++}`;
  const sheet = new page.CSSStyleSheet();
  sheet.replaceSync(`::highlight(${name}) { background-color: ${safeColour(config.channel.color)}; color: ${inkOn(config.channel.color)}; }
@media (forced-colors: active) { ::highlight(${name}) { background-color: Highlight; color: HighlightText; } }`);
  if (highlight) {
    page.CSS.highlights.set(name, highlight);
    document.adoptedStyleSheets.push(sheet);
  }

  const mark = (word: number): void => {
    if (!highlight || word === marked) return;
    marked = word;
    highlight.clear();
    if (word < 0 || !placed || placed.starts[word]! < 0) return;
    const range = rangeOf(text!, placed.starts[word]!, placed.ends[word]!, document);
    if (range) highlight.add(range);
    else if (page.performance.now() - looked > againMs) {
      look();
      marked = -1;
    }
  };
  const follow = guard((): void => {
    page.clearTimeout(timer);
    const { phase, rate, ad } = store.state;
    if (!isMine() || ad || phase === 'idle' || phase === 'finished' || !placed) return mark(-1);
    const now = store.now() * 1000;
    const word = lastAtMost(placed.times, now);
    mark(word);
    const next = placed.times[word + 1];
    if (phase === 'playing' && next !== undefined)
      timer = page.setTimeout(follow, Math.max(10, (next - now) / rate + 5));
  });

  const click = guard((event: MouseEvent): void => {
    const { target, button, detail, clientX, clientY } = event;
    const hasKey = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (
      event.defaultPrevented ||
      button !== 0 ||
      detail > 1 ||
      hasKey ||
      !isMine() ||
      store.state.phase === 'idle'
    )
      return;
    if (!(target instanceof page.Element) || target.closest(ownClicks)) return;
    page.setTimeout(
      guard(() => {
        if (!page.getSelection()?.isCollapsed || !isMine()) return;
        const offset = placed && text ? offsetAt(text, document, target, clientX, clientY) : -1;
        const word = offset >= 0 ? firstSpoken(placed!, text!, offset) : -1;
        if (word >= 0) store.request({ type: 'item', index, from: placed!.times[word]! / 1000 });
      }),
      doubleClickMs,
    );
  });

  look();
  const stop = store.on('change', follow);
  document.addEventListener('click', click);
  follow();
  return () => {
    stop();
    page.clearTimeout(timer);
    document.removeEventListener('click', click);
    page.CSS.highlights?.delete(name);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}

interface CaretDocument {
  caretPositionFromPoint?(x: number, y: number): { offsetNode: Node; offset: number } | null;
  caretRangeFromPoint?(x: number, y: number): Range | null;
}

/** Where in the page's text a click was; -1 when it was not in what was clicked. */
function offsetAt(
  { nodes, starts }: PageText,
  document: Document & CaretDocument,
  target: Element,
  x: number,
  y: number,
): number {
  const position = document.caretPositionFromPoint?.(x, y);
  const range = position ? null : document.caretRangeFromPoint?.(x, y);
  const node = position?.offsetNode ?? range?.startContainer;
  const at = node && target.contains(node) ? nodes.indexOf(node as Text) : -1;
  return at < 0 ? -1 : starts[at]! + (position?.offset ?? range!.startOffset);
}

const safeColour = (colour: string): string => (/^#[0-9a-f]{6}$/i.test(colour) ? colour : '#5d72e4');

/** Black or white, whichever is easier to read on the colour (WCAG 2.2, relative luminance). */
function inkOn(colour: string): string {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => parseInt(safeColour(colour).slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > 0.179 ? '#000' : '#fff';
}
