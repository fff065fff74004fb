/**
 * What publishers' pages include: a classic script that waits for a container to appear and then loads the
 * player. It may be included several times, in several releases: the first one that runs serves the page.
 */
declare const __START__: string;
{
  const page = window as unknown as Record<string, unknown>;
  const script = document.currentScript as HTMLScriptElement | null;
  if (script && !page['parlancePlayer']) {
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
    observer.observe(document, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['class'],
    });
    find();
  }
}
