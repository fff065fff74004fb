import { useSyncExternalStore } from 'react';

// The name is the specification's, its spelling included.
const name = 't_hightlight';
const year = 31_536_000;
const listeners = new Set<() => void>();

/** Whether words are highlighted while they are spoken: only then their timings are fetched. */
export function highlightEnabled(): boolean {
  return document.cookie.split('; ').includes(`${name}=enable`);
}

export function setHighlightEnabled(enabled: boolean): void {
  document.cookie = enabled ? `${name}=enable; path=/; max-age=${year}; samesite=lax` : `${name}=; path=/; max-age=0`;
  for (const listener of listeners) listener();
}

/** Whether they are; whoever calls it is rendered again when that changes. */
export const useHighlightEnabled = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, highlightEnabled);
