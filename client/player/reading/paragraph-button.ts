import { icon, make } from '../elements.ts';
import type { FeatureContext } from '../features/feature.ts';
import css from './paragraph-button.css?inline';
import { readPage, type PageText } from './page-text.ts';
import { firstSpoken, placeWords, type PlacedWords, type SpokenWord } from './spoken-words.ts';

/** How long the button stays after the pointer has left its paragraph, in milliseconds. */
const stayMs = 1_500;
/** Minimum interval between scans of the page after its text changed, in milliseconds. */
const againMs = 2_000;
/** Pixels that the button takes beside or above a paragraph. */
const size = 36;
/** Part of the window's height that headers of pages cover. */
const headerPart = 0.1;

export interface ParagraphPlay {
  /** Shows a button that plays from a block of the page's text, if that is spoken. */
  offer(block: HTMLElement): void;
  /** Plays from the first block in view. */
  playFromView(): void;
  end(): void;
}

/**
 * Finds the paragraphs of an article in the page.
 * @param highlight address of the words with their times
 * @param blocks selector of the elements that text consists of
 * @returns null: the page is about something else
 */
export async function findParagraphs(
  { store, page, words: texts, guard }: FeatureContext,
  highlight: string,
  blocks: string,
): Promise<ParagraphPlay | null> {
  const { document } = page;
  const { data } = (await (await page.fetch(highlight)).json()) as { data: SpokenWord[] };
  let text: PageText;
  let placed: PlacedWords | null;
  let looked: number;
  const look = (): void => {
    looked = page.performance.now();
    text = readPage(
      document.body,
      (element) => element.localName.startsWith('parlance-') || element.classList.contains('parlance-player'),
    );
    placed = placeWords(data, text);
  };
  look();

  /** The second at which a block begins; null: it is not spoken. */
  function secondOf(block: Element): number | null {
    let at = text.nodes.findIndex((node) => block.contains(node) && node.data.trim() !== '');
    // The page's text may have changed.
    if (at < 0 && page.performance.now() - looked > againMs) {
      look();
      at = text.nodes.findIndex((node) => block.contains(node) && node.data.trim() !== '');
    }
    if (at < 0 || !placed) return null;
    const { data: first } = text.nodes[at]!;
    const word = firstSpoken(placed, text, text.starts[at]! + first.length - first.trimStart().length);
    return word < 0 ? null : placed.times[word]! / 1000;
  }
  const play = (second: number): void => store.request({ type: 'item', index: 0, from: second });

  const host = document.createElement('parlance-from-here');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new page.CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const button = make(
    'button',
    { type: 'button', 'aria-label': texts.playFromHere, title: texts.playFromHere },
    icon('fM8 5v14l11-7z'),
  );
  root.append(button);
  let second = 0;
  let timer = 0;
  const hide = guard(() => host.remove());
  const hideSoon = (): void => {
    page.clearTimeout(timer);
    timer = page.setTimeout(hide, stayMs);
  };
  button.addEventListener(
    'click',
    guard(() => {
      hide();
      play(second);
    }),
  );
  host.addEventListener('pointerenter', () => page.clearTimeout(timer));
  host.addEventListener('pointerleave', hideSoon);

  return {
    offer(block) {
      const begin = block.isConnected ? secondOf(block) : null;
      if (begin === null) return;
      second = begin;
      const { left, top } = block.getBoundingClientRect();
      const isBeside = left >= size + 8;
      host.style.setProperty('left', `${page.scrollX + (isBeside ? left - size - 8 : left)}px`);
      host.style.setProperty('top', `${page.scrollY + (isBeside ? top : top - size - 2)}px`);
      document.body.append(host);
      page.clearTimeout(timer);
      block.addEventListener('pointerleave', hideSoon, { once: true });
    },
    playFromView() {
      const header = page.innerHeight * headerPart;
      for (const block of document.querySelectorAll(blocks)) {
        const { top, height } = block.getBoundingClientRect();
        if (height === 0 || top < header) continue;
        const begin = secondOf(block);
        if (begin !== null) return play(begin);
      }
    },
    end() {
      page.clearTimeout(timer);
      hide();
    },
  };
}
