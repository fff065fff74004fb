import { useSyncExternalStore } from 'react';

// The name is the specification's, its spelling included.
const name = 't_hightlight';
const year = 31_536_000;
const listeners = new Set<() => void>();

/** Whether words are highlighted while they are spoken: only then their timings are fetched. */
export function highlightEnabled(): boolean {
  return document.cookie.split('; ').includes(`${name}=enable`);
}

/** Turns on word highlighting for users who have not chosen yet. */
export function highlightAtFirst(): void {
  if (!document.cookie.split('; ').some((cookie) => cookie.startsWith(`${name}=`))) setHighlightEnabled(true);
}

export function setHighlightEnabled(enabled: boolean): void {
  document.cookie = `${name}=${enabled ? 'enable' : 'disable'}; path=/; max-age=${year}; samesite=lax`;
  for (const listener of listeners) listener();
}

/** Returns whether words are highlighted. Rerenders the caller when that changes. */
export const useHighlightEnabled = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, highlightEnabled);
