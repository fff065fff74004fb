import { useSyncExternalStore } from 'react';

/** The type of the error of a call that waits for a proof of who it is. */
export const confirmationNeeded = 'ReauthenticationRequiredError';

/** How the window in which a provider asks who it is tells the page about it. */
export const confirmationChannel = 'parlance.identity';

interface Question {
  /** Resolves to whether the person confirmed it. */
  answer: Promise<boolean>;
  close(confirmed: boolean): void;
}

let question: Question | null = null;
const listeners = new Set<() => void>();

function change(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Asks the person to confirm who it is; several calls that ask at once share one dialog. */
export function askToConfirm(): Promise<boolean> {
  if (!question) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    change({
      answer: promise,
      close(confirmed) {
        change(null);
        resolve(confirmed);
      },
    });
  }
  return question!.answer;
}

/** The question that is open; null: none. */
export const useIdentityConfirmation = (): Question | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question,
  );
