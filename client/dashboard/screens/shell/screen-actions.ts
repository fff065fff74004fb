import type { Command } from '../../ui/commands.ts';

/**
 * Returns the controls of the current screen, by their label, so that the palette offers them without a
 * second declaration. If labels repeat, the first one counts.
 * @param declared labels that the palette offers already
 */
export function screenActions(declared: ReadonlySet<string>): Command[] {
  const found = new Map<string, HTMLElement>();
  for (const button of document.querySelectorAll<HTMLElement>('#content button:not(:disabled)')) {
    const label = (button.getAttribute('aria-label') ?? button.textContent ?? '').replace(/\s+/g, ' ').trim();
    if (!label || declared.has(label) || found.has(label)) continue;
    if (button.closest('dialog, [inert], [aria-hidden="true"]') || !isShown(button)) continue;
    found.set(label, button);
  }
  return [...found].map(([label, button]) => ({
    id: `button:${label}`,
    label,
    run: () => {
      button.focus();
      button.click();
    },
  }));
}

// A closed section hides what is in it.
const isShown = (element: HTMLElement): boolean => element.checkVisibility?.() ?? true;
