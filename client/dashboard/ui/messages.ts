import { useSyncExternalStore } from 'react';

/** Short notice that disappears automatically. */
export interface Notice {
  id: number;
  text: string;
  tone: 'good' | 'plain';
  /** What can still be done about it, such as undoing it; with it the notice goes. */
  action?: NoticeAction | undefined;
}

export interface NoticeAction {
  label: string;
  run: () => void;
}

/** A failure that stops what was being done; it stays until it is read. */
export interface ErrorMessage {
  message: string;
  /** Under which the server logged it. */
  errorId?: string | null;
}

interface Messages {
  notices: readonly Notice[];
  error: ErrorMessage | null;
}

let messages: Messages = { notices: [], error: null };
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: Partial<Messages>): void {
  messages = { ...messages, ...next };
  for (const listener of listeners) listener();
}

/** What can be undone stays longer than other notices, in milliseconds. */
export const undoNoticeMs = 10_000;

/** Shows a notice for a number of milliseconds. The durations are from the specification. */
export function notify(
  text: string,
  duration: number,
  tone: Notice['tone'] = 'good',
  action?: NoticeAction,
): void {
  const id = nextId++;
  change({ notices: [...messages.notices, { id, text, tone, action }] });
  setTimeout(() => dismissNotice(id), duration);
}

export function dismissNotice(id: number): void {
  change({ notices: messages.notices.filter((notice) => notice.id !== id) });
}

export function showError(error: ErrorMessage): void {
  change({ error });
}

export function dismissError(): void {
  change({ error: null });
}

/**
 * Takes everything away at once, as a page does that is left.
 * @testonly
 */
export function forgetMessages(): void {
  change({ notices: [], error: null });
}

export function useMessages(): Messages {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => messages,
  );
}
