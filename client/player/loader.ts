/**
 * What publishers' pages include: a classic script that waits for a container to appear and then loads the
 * player. It may be included several times, in several releases: the first one that runs serves the page.
 */
import type { LoaderState, MountOptions, PlayerApi } from './mount-options.ts';
import { isModern, offerPlayers, whenRead } from './page-api.ts';

declare const __START__: string;
/** Where the server is, which writes it when it sends the file. */
declare const __HOME__: string;
{
  const page = window as unknown as { parlancePlayer?: LoaderState; Parlance?: PlayerApi };
  // A module, such as when a page includes the loader as one, doesn't know its script element.
  const address = /\/player\/loader\.js(?:[?#]|$)/;
  const script = [document.currentScript as HTMLScriptElement | null, ...document.scripts].find((one) =>
    address.test(one?.src ?? ''),
  );
  // Bundled with other scripts it has no URL: the server wrote its URL into the file.
  const home = script?.src ?? `${__HOME__}/player/loader.js`;
  const explain = (reason: string, words: string): void => {
    try {
      console.info(`Parlance: no player, because ${words}. ${new URL(`help#${reason}`, home)}`);
    } catch {
      // The page has another console.
    }
  };
  if (!isModern()) explain('old-browser', 'this browser is too old');
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
      import(/* @vite-ignore */ new URL(__START__, home) + again).catch(() => {
        if (again) explain('not-loaded', 'its files could not be loaded');
        else setTimeout(load, 5000, '?again');
      });
    };
    /** Nothing to show on a page that has loaded: a container in a shadow tree, for example. */
    const missing = (): void => {
      if (state.changed === find) explain('no-container', 'the page has no container for one');
    };
    const observer = new MutationObserver(find);
    const watch = (): void => {
      state.changed = find;
      const wait = (): unknown => setTimeout(missing, 3000);
      if (document.readyState === 'complete') wait();
      else addEventListener('load', wait, { once: true });
      observer.observe(document, {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['class'],
      });
      find();
    };
    const state: LoaderState = (page.parlancePlayer = { mounted, changed() {} });
    page.Parlance ??= offerPlayers(state);
    whenRead(watch);
  }
}
