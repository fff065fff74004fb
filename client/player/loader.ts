/**
 * What publishers' pages include: a classic script that waits for a container to appear and then loads the
 * player. It may be included several times, in several releases: the first one that runs serves the page.
 */
import type { LoaderState, MountOptions, PlayerApi } from './mount-options.ts';

declare const __START__: string;
{
  const page = window as unknown as { parlancePlayer?: LoaderState; Parlance?: PlayerApi };
  // A module, as it is when a page includes it as one, is not told which script it is.
  const script =
    (document.currentScript as HTMLScriptElement | null) ??
    document.querySelector<HTMLScriptElement>('script[src*="/player/loader.js"]');
  if (!script) console.warn('Audio player: include it by a script element with the address of loader.js.');
  else if (!page.parlancePlayer) {
    const mounted = new Map<Element, MountOptions | null>();
    const find = (): void => {
      if (!mounted.size && !document.querySelector('.parlance-player,parlance-player')) return;
      observer.disconnect();
      // Until the player is there, which then has its own.
      state.changed = () => {};
      load('');
    };
    const load = (again: string): void => {
      import(/* @vite-ignore */ new URL(__START__, script.src) + again).catch(() => {
        if (!again) setTimeout(load, 5000, '?again');
      });
    };
    const observer = new MutationObserver(find);
    const watch = (): void => {
      state.changed = find;
      observer.observe(document, {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['class'],
      });
      find();
    };
    const state: LoaderState = (page.parlancePlayer = { mounted, changed() {} });
    const set = (element: Element, options: MountOptions | null): void => {
      mounted.set(element, options);
      state.changed();
    };
    page.Parlance ??= {
      mount(element, options) {
        const own = { ...options };
        set(element, own);
        return {
          unmount() {
            if (mounted.get(element) === own) set(element, null);
          },
        };
      },
    };
    try {
      customElements.define(
        'parlance-player',
        class extends HTMLElement {
          connectedCallback(): void {
            set(this, mounted.get(this) ?? {});
          }
        },
      );
    } catch {
      // The page has its own, or none at all.
    }
    // A page that is rendered ahead has no reader yet.
    if ((document as { prerendering?: boolean }).prerendering)
      document.addEventListener('prerenderingchange', watch, { once: true });
    else watch();
  }
}
