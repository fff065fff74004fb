import type { ServiceContext } from '../player-services.ts';
import type { AdControls } from './ad-stage.ts';

const styles = `
.ad-bar { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 4px 0; font: max(14px, .875rem)/1.4 system-ui, sans-serif; color: var(--ink, #222); }
.ad-bar button { min-height: 32px; padding: 0 12px; border: 1px solid currentColor; border-radius: 16px; background: none; color: inherit; font: inherit; cursor: pointer; }
.ad-bar button:focus-visible { outline: 2px solid var(--accent, currentColor); outline-offset: 2px; }
.ad-bar [hidden] { display: none; }`;

interface Shown extends Pick<ServiceContext, 'texts' | 'page' | 'element' | 'announce' | 'guard'> {
  offered: AdControls;
  slot: HTMLElement;
  pause(): void;
}

/** Marks the player as playing an ad, and offers its actions: learn more and skip. */
export function adControls({ offered, texts, page, element, slot, announce, guard, pause }: Shown): {
  time(time: number): void;
  end(): void;
} {
  const { advertisement: ad, adMore: more, adSkip: skip } = texts;
  const sheet = new page.CSSStyleSheet();
  sheet.replaceSync(styles);
  const sheets = element.shadowRoot?.adoptedStyleSheets;
  sheets?.push(sheet);
  const bar = page.document.createElement('div');
  bar.className = 'ad-bar';
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', ad);
  const label = page.document.createElement('span');
  label.textContent = ad;
  bar.append(label);
  const button = (text: string, act: () => void): HTMLButtonElement => {
    const made = page.document.createElement('button');
    made.type = 'button';
    made.textContent = text;
    made.addEventListener('click', guard(act));
    bar.append(made);
    return made;
  };
  const { click, skipAfter } = offered;
  if (click) {
    button(more, () => {
      pause();
      page.open(click(), '_blank', 'noopener,noreferrer');
    });
  }
  const skipping = skipAfter === null ? null : button(skip, offered.skip);
  if (skipping) skipping.hidden = skipAfter! > 0;
  slot.prepend(bar);
  announce(ad);
  return {
    time(time) {
      if (skipping && skipping.hidden && time >= skipAfter!) skipping.hidden = false;
    },
    end() {
      bar.remove();
      const at = sheets?.indexOf(sheet) ?? -1;
      if (at >= 0) sheets!.splice(at, 1);
    },
  };
}
