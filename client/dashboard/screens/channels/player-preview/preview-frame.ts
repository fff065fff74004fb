import type { PlayerConfig } from '../../../../player/player-config.ts';
import type { PlayerElement } from '../../../../player/audio-element.ts';

/** Path of an empty page of this server's, whose policy lets the player run. */
export const previewPage = '/player/preview';

/** What the loader leaves on a page, so that it runs once. */
const mark = 'parlancePlayer';

/**
 * Shows the real player in the empty page of a frame. Its request is answered here instead of by the server.
 * @param frame its page is `previewPage`, loaded
 * @param config configuration for the player
 * @param turn number that no earlier call used: it makes the request differ, which creates another player
 */
export function showPlayer(frame: HTMLIFrameElement, config: PlayerConfig, turn: number): void {
  const page = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!page?.document.body) return;
  const { document } = page;
  const answer = JSON.stringify(config);
  page.fetch = (input, init) =>
    String(input).includes('/player/preview/config')
      ? Promise.resolve(new page.Response(answer, { headers: { 'content-type': 'application/json' } }))
      : window.fetch(input, init);
  const container = document.createElement('div');
  container.className = 'parlance-player';
  container.dataset['channel'] = 'preview';
  container.dataset['article'] = String(turn);
  // One that plays would stay at the window's edge.
  for (const { shadowRoot } of document.querySelectorAll('.parlance-player'))
    shadowRoot?.querySelector<PlayerElement>('parlance-audio')?.store.request({ type: 'close' });
  for (const earlier of document.querySelectorAll('.parlance-player, parlance-audio')) earlier.remove();
  document.body.append(container);
  if (mark in page) return;
  const loader = document.createElement('script');
  loader.src = '/player/loader.js';
  loader.async = true;
  document.body.append(loader);
}
