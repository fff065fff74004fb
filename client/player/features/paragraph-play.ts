import type { ParagraphPlay } from '../reading/paragraph-button.ts';
import type { Feature } from './feature.ts';

/** How long a reader points at a paragraph before its button appears, in milliseconds. */
const dwellMs = 400;
/** Elements that a page's text consists of. */
const blocks = 'p,li,blockquote,h1,h2,h3,h4';

/**
 * Plays from any paragraph of the page: by a button beside the one that the reader points at, and from the
 * menu for the first one in view. The words of the audio load when either is used for the first time.
 */
export const paragraphPlay: Feature = (context) => {
  const { page, store, words, guard } = context;
  let loading: Promise<ParagraphPlay | null> | undefined;
  let address: string | null = null;
  let timer = 0;
  let isEnded = false;

  /** Words of the page's own article, whichever plays. */
  const own = (): string | null => store.config.items[0]?.highlight ?? null;
  /** The paragraphs of the page's article; null: its words are not on this page. */
  const load = async (): Promise<ParagraphPlay | null> => {
    const highlight = own();
    if (highlight !== address) {
      void loading?.then((before) => before?.end());
      address = highlight;
      loading = undefined;
    }
    if (!highlight || isEnded) return null;
    loading ??= import('../reading/paragraph-button.ts')
      .then(({ findParagraphs }) => findParagraphs(context, highlight, blocks))
      .catch(() => null);
    return loading;
  };
  const point = guard(({ target }: PointerEvent) => {
    page.clearTimeout(timer);
    const block = target instanceof page.Element ? target.closest<HTMLElement>(blocks) : null;
    if (!block || !own()) return;
    timer = page.setTimeout(
      guard(async () => (await load())?.offer(block)),
      dwellMs,
    );
  });
  page.document.addEventListener('pointerover', point);
  return {
    menu: () =>
      own() ? [{ label: words.playFromHere, act: guard(async () => (await load())?.playFromView()) }] : [],
    end() {
      isEnded = true;
      page.clearTimeout(timer);
      page.document.removeEventListener('pointerover', point);
      void loading?.then((found) => found?.end());
    },
  };
};
