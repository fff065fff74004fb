import { clock, fill, make } from '../elements.ts';
import type { Feature, FeatureContext } from './feature.ts';

/** `#t=83` or `#t=1:23`, as in media fragments. */
const fragment = /^#t=(?:(\d{1,2}):)?(\d{1,6})$/;

/** The second that a page's address names; null: none. */
export function secondOf(hash: string): number | null {
  const [, minutes = '0', seconds] = fragment.exec(hash) ?? [];
  return seconds === undefined ? null : Number(minutes) * 60 + Number(seconds);
}

/** Begins where a shared link points, if it points to this player's article. */
function seekToShared({ store, page }: FeatureContext): void {
  const second = secondOf(page.location.hash);
  if (second === null || store.state.phase !== 'idle') return;
  const withoutHash = (address: string): string => address.split('#')[0]!;
  const isAlone = page.document.querySelectorAll('.parlance-player,parlance-player').length < 2;
  const isNamed = store.item.url !== null && withoutHash(store.item.url) === withoutHash(page.location.href);
  if (isAlone || isNamed) store.request({ type: 'seek', to: second });
}

/** Copies a text also where the page has no clipboard of the newer kind. */
async function copy({ page }: FeatureContext, text: string): Promise<void> {
  try {
    await page.navigator.clipboard.writeText(text);
  } catch {
    const field = make('textarea', { readonly: '', 'aria-hidden': 'true' });
    field.value = text;
    page.document.body.append(field);
    field.select();
    page.document.execCommand('copy');
    field.remove();
  }
}

/** Shares the article from the current second on: by the device's own dialog, else by a copied link. */
export const share: Feature = (context) => {
  const { store, words, page, guard, announce } = context;
  seekToShared(context);
  const link = (): string => {
    const url = new URL(store.item.url ?? page.location.href);
    const second = Math.floor(store.now());
    url.hash = second > 0 ? `t=${second}` : '';
    return url.href;
  };
  const act = guard(async () => {
    const url = link();
    if (!page.navigator.share) {
      await copy(context, url);
      return announce(words.linkCopied);
    }
    // The listener may change their mind.
    await page.navigator.share({ title: store.item.title, url }).catch(() => {});
  });
  return {
    menu: ({ time }) => [
      { label: time >= 1 ? fill(words.shareFrom, { time: clock(time) }) : words.share, act },
    ],
  };
};

/** Downloads the whole article; what is only a teaser is not offered. */
export const download: Feature = ({ store, words }) => ({
  menu() {
    const { audio, teaser, title } = store.item;
    if (!audio || teaser) return [];
    const address = new URL(audio);
    address.searchParams.set('download', title);
    const node = make('a', { class: 'button chip', href: address.href, download: '' }, words.download);
    return [{ label: words.download, node }];
  },
});
