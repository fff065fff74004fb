import type { ServiceContext } from '../player-services.ts';

const styles = `
.consent-message { margin: 0; padding: 12px 16px; border: 1px solid var(--line, #767676); border-radius: 8px; background: var(--behind, #fff);
  color: var(--ink, #222); font: max(16px, 1rem)/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }`;

/** The channel's message, in the player's place while it is wanted. */
export function messageFor({ config, element, page, slots }: ServiceContext): (isWanted: boolean) => void {
  const sheet = new page.CSSStyleSheet();
  sheet.replaceSync(styles);
  element.shadowRoot!.adoptedStyleSheets.push(sheet);
  const text = page.document.createElement('p');
  text.className = 'consent-message';
  text.setAttribute('role', 'note');
  text.textContent = config.consent.message;
  return (isWanted) => (isWanted ? slots.consent.replaceChildren(text) : slots.consent.replaceChildren());
}
