import { useSyncExternalStore } from 'react';

export type Scheme = 'light' | 'dark';

/** Where the dashboard keeps the scheme that was chosen there. */
const chosenKey = 'mantine-color-scheme-value';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function schemeNow(): Scheme {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem(chosenKey);
  } catch {
    // A browser that keeps nothing follows the system.
  }
  return chosen === 'light' || chosen === 'dark' ? chosen : system.matches ? 'dark' : 'light';
}

function tell(): void {
  document.documentElement.setAttribute('data-mantine-color-scheme', schemeNow());
  for (const listener of listeners) listener();
}

/**
 * Follows the system's scheme, and the dashboard's where one was chosen there, also in another tab. Called
 * once, from the page's entry.
 */
export function followScheme(): void {
  system.addEventListener('change', tell);
  addEventListener('storage', ({ key }) => {
    if (key === chosenKey || key === null) tell();
  });
  tell();
}

/** The scheme that is shown. */
export function useScheme(): Scheme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, schemeNow);
}
