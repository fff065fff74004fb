/**
 * What is pressed, as `KeyboardEvent.key` names it: one key (`/`, `?`, `n`, `Space`), or one with the key
 * that programs' own commands are pressed with, Ctrl or on a Mac ⌘: `Mod+S`.
 */
export type Keys = string;

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const storageKey = 'parlance.single-keys';

/** Focused elements that handle keys themselves, as users expect when they type. */
const fields =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable="true"]';
const popups = '[role="menu"], [role="listbox"], [role="dialog"], dialog';
/** What Space presses. */
const pressable =
  'button, a, input, summary, audio, video, label, [role="button"], [role="tab"], [role="option"], [role="menuitem"], [role="switch"]';

/**
 * Whether commands of one key can be turned on with it: who speaks to the computer may turn them off (WCAG
 * 2.1, 2.1.4).
 */
export function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

export function turnSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // A browser that keeps nothing: they stay on.
  }
}

/**
 * Whether the keys are meant: one key alone does nothing in a field, a menu, or behind a dialog, and Space
 * nothing on what it presses.
 */
export function matchesKeys(keys: Keys, event: KeyboardEvent): boolean {
  const withMod = keys.startsWith('Mod+');
  const key = withMod ? keys.slice('Mod+'.length) : keys;
  if (event.key.toLowerCase() !== (key === 'Space' ? ' ' : key.toLowerCase())) return false;
  if (document.querySelector('dialog[open]')) return false;
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const other = isMac ? event.ctrlKey : event.metaKey;
  if (withMod) return mod && !other && !event.altKey && !event.shiftKey;
  if (mod || other || event.altKey) return false;
  // Which of the other characters need Shift is the keyboard's affair.
  if (event.shiftKey && /^[a-z]$/i.test(key)) return false;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest(`${fields}, ${popups}`)) return false;
  return key === 'Space' ? !target.closest(pressable) : singleKeysOn();
}

/**
 * The names of the keys, as they are written on keyboards. @param names of those that have one in each
 * language
 */
export function keyCaps(keys: Keys, names: { control: string; space: string }): string[] {
  return keys
    .split(/(?<=Mod)\+/)
    .map((key) =>
      key === 'Mod' ? (isMac ? '⌘' : names.control) : key === 'Space' ? names.space : key.toUpperCase(),
    );
}
