import { useSyncExternalStore } from 'react';

/**
 * Features that administrators can show in this browser. The names are stored in browsers, so they must not
 * change once released.
 */
export const hiddenFeatures = ['developerToken', 'numbers'] as const;
export type HiddenFeature = (typeof hiddenFeatures)[number];

const storageKey = 'parlance.hidden-features';
const listeners = new Set<() => void>();

function kept(): string {
  try {
    return localStorage.getItem(storageKey) ?? '';
  } catch {
    // A browser without storage shows no extra features.
    return '';
  }
}

/** Which of them this browser shows. */
export function useHiddenFeatures(): ReadonlySet<HiddenFeature> {
  const names = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, kept).split(' ');
  return new Set(hiddenFeatures.filter((feature) => names.includes(feature)));
}

/** Has this browser show one, or not. @returns whether the browser keeps it */
export function showHiddenFeature(feature: HiddenFeature, shown: boolean): boolean {
  const others = kept()
    .split(' ')
    .filter((name) => name !== '' && name !== feature);
  try {
    localStorage.setItem(storageKey, [...others, ...(shown ? [feature] : [])].join(' '));
  } catch {
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}
