import type { PlayerLanguage } from '../player-config.ts';
import type { ServiceContext } from '../player-services.ts';
import type { TranscriptView } from './transcript-view.ts';

const names: Record<PlayerLanguage, string> = { en: 'Transcript', de: 'Zum Mitlesen', fr: 'Transcription' };

const styles = `
.transcript-toggle { min-height: 32px; padding: 0 8px; border: 0; border-radius: 4px; background: none; color: inherit; font: inherit;
  text-decoration: underline; text-underline-offset: 3px; cursor: pointer; }
.transcript-toggle[hidden] { display: none; }
.transcript-toggle:focus-visible { outline: 2px solid currentColor; outline-offset: 1px; }`;

/**
 * A button that opens the transcript, of which nothing is loaded before. It comes with the reader's first
 * touch of the player (a click, a key, the focus): the page does not move by itself.
 */
export function transcriptToggle(context: ServiceContext): () => void {
  const { store, config, page, element, slots, guard } = context;
  const name = names[config.language] ?? names.en;
  let view: TranscriptView | undefined;
  const toggle = page.document.createElement('button');
  toggle.type = 'button';
  toggle.className = 'transcript-toggle';
  toggle.textContent = name;
  toggle.setAttribute('aria-expanded', 'false');
  toggle.addEventListener(
    'click',
    guard(async () => {
      const isWanted = toggle.getAttribute('aria-expanded') === 'false';
      toggle.setAttribute('aria-expanded', String(isWanted));
      const { transcriptView } = await import('./transcript-view.ts');
      view ??= transcriptView(name, context);
      view.open(toggle.getAttribute('aria-expanded') === 'true');
    }),
  );
  const render = guard(() => {
    toggle.hidden = !store.item?.transcript;
  });
  const touches = ['pointerdown', 'keydown', 'focusin'];
  const show = guard(() => {
    for (const touch of touches) element.removeEventListener(touch, show);
    if (toggle.isConnected) return;
    const sheet = new page.CSSStyleSheet();
    sheet.replaceSync(styles);
    element.shadowRoot!.adoptedStyleSheets.push(sheet);
    render();
    slots.reading.append(toggle);
  });
  for (const touch of touches) element.addEventListener(touch, show);
  if (store.state.wanted) show();
  const stop = store.on('change', () => {
    if (store.state.wanted) show();
    render();
  });
  return () => {
    stop();
    for (const touch of touches) element.removeEventListener(touch, show);
    toggle.remove();
    view?.end();
  };
}
