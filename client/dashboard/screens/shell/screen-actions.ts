import type { Command } from '../../ui/commands.ts';

/**
 * What can be pressed on the present screen, by what it is called: whatever a screen offers is in the
 * palette, without its having to be declared twice. Of what is called the same, the first counts.
 * @param declared what is offered already, by label
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
