/**
 * What publishers' pages include: a classic script that waits for a container to appear and then loads the
 * player. It may be included several times, in several releases: the first one that runs serves the page.
 */
declare const __START__: string;
{
  const page = window as unknown as Record<string, unknown>;
  // A module, as it is when a page includes it as one, is not told which script it is.
  const script =
    (document.currentScript as HTMLScriptElement | null) ??
    document.querySelector<HTMLScriptElement>('script[src*="/player/loader.js"]');
  if (!script) console.warn('Audio player: include it by a script element with the address of loader.js.');
  else if (!page['parlancePlayer']) {
    page['parlancePlayer'] = true;
    const find = (): void => {
      if (!document.querySelector('.parlance-player')) return;
      observer.disconnect();
      load('');
    };
    const load = (again: string): void => {
      import(/* @vite-ignore */ new URL(__START__, script.src) + again).catch(() => {
        if (!again) setTimeout(load, 5000, '?again');
      });
    };
    const observer = new MutationObserver(find);
    const watch = (): void => {
      observer.observe(document, {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['class'],
      });
      find();
    };
    // A page that is rendered ahead has no reader yet.
    if ((document as { prerendering?: boolean }).prerendering)
      document.addEventListener('prerenderingchange', watch, { once: true });
    else watch();
  }
}
