import { draftPrefix } from './draft.ts';

let typed = false;

/** Remembers whether something was typed on this screen, drafts or not. Called once, from main. */
export function watchTyping(): void {
  addEventListener(
    'input',
    () => {
      typed = true;
    },
    { capture: true },
  );
}

/** Another screen: what was typed on the one before was sent, kept as a draft, or given up. */
export function forgetTyping(): void {
  typed = false;
}

/** Whether something may be typed that is not saved. */
export function hasUnsavedChanges(): boolean {
  return typed || Object.keys(sessionStorage).some((key) => key.startsWith(draftPrefix));
}
