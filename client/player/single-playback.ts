import type { Store } from './store.ts';

/** The player that sounds on this page, or did last. */
let sounding: Store | null = null;
/** How tabs and frames of this site hear of each other; null: this page may not. */
let tabs: BroadcastChannel | null | undefined;

/**
 * One player sounds at a time: the others on this page, in its frames and in other tabs of this site fall
 * silent. Nothing is stored for it.
 */
export function pauseOtherPlayers(store: Store, page: Window & typeof globalThis): void {
  if (sounding !== store) sounding?.request({ type: 'pause' });
  sounding = store;
  if (tabs === undefined) tabs = openTabs(page);
  try {
    tabs?.postMessage('sounds');
  } catch {
    // The page is being put away.
  }
}

function openTabs(page: Window & typeof globalThis): BroadcastChannel | null {
  try {
    const channel = new page.BroadcastChannel('parlance-audio');
    channel.onmessage = () => sounding?.request({ type: 'pause' });
    return channel;
  } catch {
    return null;
  }
}
